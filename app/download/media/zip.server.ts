import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  blockHeader,
  descriptor,
  directoryEnd,
  lastBlock,
  mostBlockBytes,
  mostEntryBytes,
  type ZipRecord,
  ZipRecords,
} from './zip-records.ts'

/** A file of a ZIP; `open` is called when its turn comes, after the previous file ends. */
export type ZipEntry = {
  name: string
  open(): Promise<Readable>
  /** An entry with more bytes breaks off. */
  mostBytes?: number
  /**
   * Called once, with the error that broke the entry off, or null. With `ended`, a broken entry is
   * left out and the ZIP goes on; without it the ZIP breaks off too.
   */
  ended?(error: unknown, bytes: number): void
}

/**
 * A ZIP made while it is read, with one entry open at a time and never in memory. Entries aren't
 * compressed, since clips, pictures and sound don't shrink. They are in blocks that tell where they
 * end, so that a reader that sees the ZIP once, from its front, needs no directory. A failing entry
 * destroys the stream unless it can be left out, and so does `signal`, so that a part is never
 * taken for the whole. When the reader leaves, the current entry is closed.
 *
 * Our own, since no library can leave out an entry that was partly sent: its bytes stay between two
 * others, and the directory at the end omits it. See
 * docs/decisions/2026-11-29-zips-from-the-front.md.
 */
export function zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  signal: AbortSignal,
): Readable {
  const output = new PassThrough()
  let current: Readable | undefined
  let at = 0
  const files: ZipRecord[] = []

  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  const abort = (): void => fail(signal.reason)

  const send = async (bytes: Buffer): Promise<void> => {
    at += bytes.length
    if (!output.write(bytes)) await drained(output)
  }

  /** Sends bytes in as few blocks as can be, which are about as long as each other. */
  const sendBlocks = async (bytes: Buffer): Promise<void> => {
    const step = Math.ceil(bytes.length / Math.ceil(bytes.length / mostBlockBytes))
    for (let from = 0; from < bytes.length; from += step) {
      const block = bytes.subarray(from, from + step)
      await send(blockHeader(block.length))
      await send(block)
    }
  }

  /** Sends an entry's bytes. Returns their number and checksum, and the error that cut them. */
  const sendContent = async (entry: ZipEntry) => {
    const start = at
    let [size, checksum] = [0, 0]
    try {
      const content = await entry.open()
      // An error after the end must not crash the server.
      content.on('error', () => {})
      current = content
      if (output.destroyed) content.destroy()
      for await (const chunk of content) {
        const isLong = at - start + chunk.length > mostEntryBytes
        if (isLong || size + chunk.length > (entry.mostBytes ?? mostEntryBytes)) {
          throw new RangeError('The file is larger than it may be')
        }
        size += chunk.length
        checksum = crc32(chunk, checksum)
        await sendBlocks(chunk)
      }
      return { size, checksum, error: null }
    } catch (error) {
      return { size, checksum, error }
    }
  }

  const addAll = async (): Promise<void> => {
    const records = new ZipRecords(new Date())
    for await (const entry of entries) {
      if (output.destroyed) return
      const name = Buffer.from(entry.name)
      const start = at
      await send(records.localHeader(name))
      const sent = at
      const { size, checksum, error } = await sendContent(entry)
      entry.ended?.(error, size)
      if (output.destroyed) return
      if (error !== null && entry.ended === undefined) throw error
      await send(lastBlock)
      const packed = at - sent
      await send(descriptor({ checksum, size, packed }))
      if (error === null) files.push({ name, checksum, size, packed, start })
    }
    const start = at
    for (const file of files) await send(records.directoryEntry(file))
    await send(directoryEnd(files.length, at - start, start))
    output.end()
  }

  // An error after the reader has left must not crash the server.
  output.on('error', () => {})
  output.once('close', () => {
    signal.removeEventListener('abort', abort)
    current?.destroy()
  })
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  else addAll().catch(fail)
  return output
}

/** Waits until the reader has taken something or left. */
async function drained(output: PassThrough): Promise<void> {
  if (output.destroyed) return
  const over = new AbortController()
  const { signal } = over
  await Promise.race([
    once(output, 'drain', { signal }),
    once(output, 'close', { signal }),
  ]).finally(() => over.abort())
}
