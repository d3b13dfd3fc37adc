import type { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One file of a zip: `open` is called when its turn comes, after the file before it is through. */
export type ZipEntry = { name: string; open(): Promise<Readable> }

/**
 * A zip made while it is read, one entry open at a time and never in memory. Entries are stored,
 * not compressed: pictures and sound do not get smaller. An entry that fails destroys the stream,
 * and so does `signal`, so that a reader never takes a part for the whole. A reader that leaves
 * closes the entry in hand.
 */
export function zipStream(
  entries: AsyncIterable<ZipEntry> | readonly ZipEntry[],
  signal: AbortSignal,
): Readable {
  const zip = new ZipFile()
  // Its declared type leaves out that it can be destroyed, which yazl itself never does.
  const output = zip.outputStream as PassThrough
  let current: Readable | undefined

  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  const abort = (): void => fail(signal.reason)

  const addAll = async (): Promise<void> => {
    for await (const entry of entries) {
      if (output.destroyed) return
      const content = await entry.open()
      // A failure after the end must not bring the server down.
      content.on('error', () => {})
      current = content
      if (output.destroyed) {
        content.destroy()
        return
      }
      const through = finished(content, { writable: false })
      zip.addReadStream(content, entry.name, { compress: false, mode: 0o100644 })
      await through
    }
    zip.end()
  }

  zip.on('error', fail)
  // A reader that has gone before the failure must not bring the server down.
  output.on('error', () => {})
  output.once('close', () => {
    signal.removeEventListener('abort', abort)
    current?.destroy()
  })
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  addAll().catch(fail)
  return output
}
