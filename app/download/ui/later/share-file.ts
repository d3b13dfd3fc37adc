/**
 * `again`: the browser wants another press. `closed`: the sheet was closed, or another one is open.
 * `unsharable`: nothing here shares the file.
 */
type ShareEnd = 'shared' | 'closed' | 'again' | 'unsharable'

/** Passes a file to the device's share sheet. Must be called right after a press. */
export async function shareFile(file: File): Promise<ShareEnd> {
  try {
    await navigator.share({ files: [file] })
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError') return 'again'
    return name === 'AbortError' || name === 'InvalidStateError' ? 'closed' : 'unsharable'
  }
}
