import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

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

/** The plain format's limits for a file's size and the number of files. */
const mostZipBytes = 2 ** 32 - 1
const mostEntries = 2 ** 16 - 1

/**
 * A ZIP made while it is read, with one entry open at a time and never in memory. Entries are
 * stored uncompressed, since clips, pictures and sound don't shrink. A failing entry destroys the
 * stream unless it can be left out, and so does `signal`, so that a part is never taken for the
 * whole. When the reader leaves, the current entry is closed.
 *
 * Our own, since no library can leave out an entry that was partly sent: its bytes stay between two
 * others, and the directory at the end omits it.
 */
export function zipStream(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  signal: AbortSignal,
): Readable {
  const output = new PassThrough()
  let current: Readable | undefined
  let at = 0
  const directory: Buffer[] = []

  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  const abort = (): void => fail(signal.reason)

  const send = async (bytes: Buffer): Promise<void> => {
    at += bytes.length
    if (at > mostZipBytes) throw new RangeError('The ZIP is too large')
    if (!output.write(bytes)) await drained(output)
  }

  /** Sends an entry's bytes. Returns their number and checksum, and the error that cut them. */
  const sendContent = async (entry: ZipEntry) => {
    let [size, checksum] = [0, 0]
    try {
      const content = await entry.open()
      // An error after the end must not crash the server.
      content.on('error', () => {})
      current = content
      if (output.destroyed) content.destroy()
      for await (const chunk of content) {
        if (size + chunk.length > (entry.mostBytes ?? mostZipBytes)) {
          throw new RangeError('The file is larger than it may be')
        }
        size += chunk.length
        checksum = crc32(chunk, checksum)
        await send(chunk)
      }
      return { size, checksum, error: null }
    } catch (error) {
      return { size, checksum, error }
    }
  }

  const addAll = async (): Promise<void> => {
    const { time, date } = dosTime(new Date())
    for await (const entry of entries) {
      if (output.destroyed) return
      if (directory.length === mostEntries) throw new RangeError('The ZIP has too many files')
      const name = Buffer.from(entry.name)
      const start = at
      await send(localHeader(name, time, date))
      const { size, checksum, error } = await sendContent(entry)
      entry.ended?.(error, size)
      if (output.destroyed) return
      if (error !== null && entry.ended === undefined) throw error
      await send(descriptor(checksum, size))
      if (error === null) directory.push(directoryEntry(name, time, date, checksum, size, start))
    }
    const start = at
    for (const entry of directory) await send(entry)
    await send(directoryEnd(directory.length, at - start, start))
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

/** Sizes and checksum follow the bytes (8); the name is UTF-8 (0x800). */
const flags = 0x0808
/** Version 2.0. */
const version = 20
/** Made on a Unix system, so it has a file mode. */
const madeBy = (3 << 8) | version
const fileMode = 0o100644

function localHeader(name: Buffer, time: number, date: number): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(time, 10)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor(checksum: number, size: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(checksum, 4)
  bytes.writeUInt32LE(size, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry(
  name: Buffer,
  time: number,
  date: number,
  checksum: number,
  size: number,
  start: number,
): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(madeBy, 4)
  header.writeUInt16LE(version, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(time, 12)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(checksum, 16)
  header.writeUInt32LE(size, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(fileMode * 2 ** 16, 38)
  header.writeUInt32LE(start, 42)
  return Buffer.concat([header, name])
}

function directoryEnd(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  return end
}

/** Converts a UTC time to the format's: steps of two seconds since 1980. */
function dosTime(now: Date): { time: number; date: number } {
  return {
    time: (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1),
    date: ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(),
  }
}
