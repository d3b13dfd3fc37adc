/** The boxes of an MP4 file (ISO/IEC 14496-12), read and written. */

type Box = { type: string; content: Buffer }

/** Thrown for a file that isn't a readable MP4. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

export type BoxHead = {
  type: string
  /** Bytes of the head itself. */
  headBytes: number
  /** Bytes of head and content. Null if the box reaches to the end of the file. */
  bytes: number | null
}

/** Reads a box's head at `at`. Null if the bytes end before it does. */
export function boxHeadAt(bytes: Buffer, at: number): BoxHead | null {
  if (at + 8 > bytes.length) return null
  const short = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + 8)
  if (short === 0) return { type, headBytes: 8, bytes: null }
  if (short !== 1) return { type, headBytes: 8, bytes: short }
  if (at + 16 > bytes.length) return null
  return { type, headBytes: 16, bytes: Number(bytes.readBigUInt64BE(at + 8)) }
}

/** Returns the boxes inside a box. Throws if one is larger than it. */
function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  let at = 0
  for (let head = boxHeadAt(bytes, 0); head !== null; head = boxHeadAt(bytes, at)) {
    const size = head.bytes ?? bytes.length - at
    if (size < head.headBytes || at + size > bytes.length) {
      throw new UnreadableFile(`A box ${JSON.stringify(head.type)} of ${size} bytes`)
    }
    boxes.push({ type: head.type, content: bytes.subarray(at + head.headBytes, at + size) })
    at += size
  }
  return boxes
}

/** Returns the contents of the boxes of a type inside a box. */
export function childrenOf(bytes: Buffer, type: string): Buffer[] {
  return boxesIn(bytes).flatMap((box) => (box.type === type ? [box.content] : []))
}

/** Returns the content of the first box at a path. Null if there is none. */
export function childAt(bytes: Buffer, ...path: string[]): Buffer | null {
  let found: Buffer | null = bytes
  for (const type of path) {
    if (found === null) return null
    found = childrenOf(found, type)[0] ?? null
  }
  return found
}

export function box(type: string, ...contents: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  const bytes = contents.reduce((sum, content) => sum + content.length, head.length)
  head.writeUInt32BE(bytes, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...contents])
}

/** A box that begins with a version and flags. */
export function fullBox(
  type: string,
  version: number,
  flags: number,
  ...contents: Uint8Array[]
): Buffer {
  return box(type, u32([version * 2 ** 24 + flags]), ...contents)
}

/** Numbers of 4 bytes, also negative ones. Throws if a hostile file's times are too large. */
export function u32(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) {
    if (!(number >= -(2 ** 31) && number < 2 ** 32))
      throw new UnreadableFile(`${number} in 4 bytes`)
    if (number < 0) bytes.writeInt32BE(number, index * 4)
    else bytes.writeUInt32BE(number, index * 4)
  }
  return bytes
}

export function u64(number: number): Buffer {
  if (!Number.isSafeInteger(number) || number < 0) throw new UnreadableFile(`${number} in 8 bytes`)
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(number))
  return bytes
}
