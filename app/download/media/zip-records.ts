/** The records of a ZIP besides its files' bytes (PKWARE's APPNOTE 6.3.10, section 4.3). */

export type ZipRecord = {
  name: Buffer
  /** CRC-32 of the file. */
  checksum: number
  /** Bytes of the file, and of its blocks. */
  size: number
  packed: number
  /** Position of its local header. */
  start: number
}

/** Larger values are in ZIP64's records. */
const most32 = 2 ** 32 - 1
const most16 = 2 ** 16 - 1
/**
 * Max bytes of a file, with room for its blocks' headers: readers can't tell how long a longer
 * one's sizes are.
 */
export const mostEntryBytes = most32 - 2 ** 20

/** Sizes and checksum follow the bytes (8); the name is UTF-8 (0x800). */
const flags = 0x0808
/** The only method whose bytes tell their own end. */
const deflate = 8
/** Version 2.0, and the one with ZIP64. */
const plainVersion = 20
const longVersion = 45
/** Made on a Unix system, so it has a file mode. */
const madeBy = (3 << 8) | longVersion
const fileMode = 0o100644

const emptyBlockBytes = 5
export const mostBlockBytes = most16

/** The end of a file's blocks. */
export const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

/** Begins a block of bytes as they are (RFC 1951 section 3.2.4). */
export function blockHeader(bytes: number): Buffer {
  const header = Buffer.alloc(emptyBlockBytes)
  header.writeUInt16LE(bytes, 1)
  header.writeUInt16LE(~bytes & most16, 3)
  return header
}

/** Makes the records that have the time at which the ZIP was made. */
export class ZipRecords {
  /** The time with its zone: seconds since 1970 (Info-ZIP's field `UT`). */
  readonly #extra = Buffer.alloc(9)
  readonly #time: number
  readonly #date: number

  constructor(now: Date) {
    this.#extra.write('UT', 'latin1')
    this.#extra.writeUInt16LE(5, 2)
    this.#extra.writeUInt8(1, 4)
    this.#extra.writeInt32LE(Math.floor(now.getTime() / 1000), 5)
    // In UTC, in steps of two seconds since 1980.
    this.#time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1)
    this.#date =
      ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate()
  }

  localHeader(name: Buffer): Buffer {
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(plainVersion, 4)
    this.#writeFacts(header, 6)
    header.writeUInt16LE(name.length, 26)
    header.writeUInt16LE(this.#extra.length, 28)
    return Buffer.concat([header, name, this.#extra])
  }

  directoryEntry({ name, checksum, size, packed, start }: ZipRecord): Buffer {
    const isLong = start >= most32
    const extra = isLong ? Buffer.concat([this.#extra, longStart(start)]) : this.#extra
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(madeBy, 4)
    header.writeUInt16LE(isLong ? longVersion : plainVersion, 6)
    this.#writeFacts(header, 8)
    header.writeUInt32LE(checksum, 16)
    header.writeUInt32LE(packed, 20)
    header.writeUInt32LE(size, 24)
    header.writeUInt16LE(name.length, 28)
    header.writeUInt16LE(extra.length, 30)
    header.writeUInt32LE(fileMode * 2 ** 16, 38)
    header.writeUInt32LE(isLong ? most32 : start, 42)
    return Buffer.concat([header, name, extra])
  }

  #writeFacts(header: Buffer, at: number): void {
    header.writeUInt16LE(flags, at)
    header.writeUInt16LE(deflate, at + 2)
    header.writeUInt16LE(this.#time, at + 4)
    header.writeUInt16LE(this.#date, at + 6)
  }
}

function longStart(start: number): Buffer {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(start), 4)
  return extra
}

export function descriptor({ checksum, size, packed }: Omit<ZipRecord, 'name' | 'start'>): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(checksum, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

/** The end of a directory with `count` files, which has `size` bytes and begins at `start`. */
export function directoryEnd(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(size, most32), 12)
  end.writeUInt32LE(Math.min(start, most32), 16)
  const isLong = count >= most16 || size >= most32 || start >= most32
  return isLong ? Buffer.concat([longEnd(count, size, start), end]) : end
}

function longEnd(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(76)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(madeBy, 12)
  end.writeUInt16LE(longVersion, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  // Where this record begins.
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(start + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}
