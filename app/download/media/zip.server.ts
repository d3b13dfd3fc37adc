import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** One file of a zip: `open` is called when its turn comes, after the file before it is through. */
export type ZipEntry = {
  name: string
  open(): Promise<Readable>
  /** An entry that has more breaks off. */
  mostBytes?: number
  /**
   * Called once, with what broke the entry off, or null. With it a broken entry is left out of the
   * zip, which goes on; without it the zip breaks off too.
   */
  ended?(error: unknown, bytes: number): void
}

/** The largest file and the most files that the plain format has numbers for. */
const mostZipBytes = 2 ** 32 - 1
const mostEntries = 2 ** 16 - 1

/**
 * A zip made while it is read, one entry open at a time and never in memory. Entries are stored,
 * not compressed: clips, pictures and sound do not get smaller. An entry that fails destroys the
 * stream, unless it can be left out, and so does `signal`, so that a reader never takes a part for
 * the whole. A reader that leaves closes the entry in hand.
 *
 * Our own, since no library can leave out an entry of which a part has gone out already: its bytes
 * stay between two others, and the directory at the end doesn't name it.
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

  /** Sends an entry's bytes. Returns how many there were, their checksum, and what broke them off. */
  const sendContent = async (entry: ZipEntry) => {
    let [size, checksum] = [0, 0]
    try {
      const content = await entry.open()
      // A failure after the end must not bring the server down.
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

  // A reader that has gone before the failure must not bring the server down.
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

/** Waits until the reader has taken something, or has gone. */
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
/** Made on a Unix system, and so with a file's mode. */
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

/** A time in UTC as the format has it: in steps of two seconds, from 1980. */
function dosTime(now: Date): { time: number; date: number } {
  return {
    time: (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1),
    date: ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(),
  }
}
