/**
 * Loads the dialog, which most visitors need only once they press Download Now. Not with `lazy`,
 * whose content React delays. Rejects offline and in a browser without dialogs.
 */
export async function loadDialog() {
  if (!('showModal' in HTMLDialogElement.prototype)) throw new Error('no dialogs')
  return (await import('./download-dialog.tsx')).DownloadDialog
}

/** Like `loadDialog`, for a file that isn't a single post's. */
export async function loadFileDialog() {
  if (!('showModal' in HTMLDialogElement.prototype)) throw new Error('no dialogs')
  return (await import('./file-dialog.tsx')).FileDialog
}

export type FileDialogComponent = Awaited<ReturnType<typeof loadFileDialog>>
export type DialogComponent = Awaited<ReturnType<typeof loadDialog>>
