/** Describes H.264 and AAC as MP4 does, from what MPEG-TS says of them. */
import type { SoundConfig } from './adts.ts'
import { box, fullBox, UnreadableFile, u32 } from './mp4-boxes.ts'

type Picture = { width: number; height: number; entry: Buffer }

/** Profiles whose settings name their colors and depths. */
const highProfiles = new Set([44, 83, 86, 100, 110, 118, 122, 128, 138, 139, 134, 135, 244])

/** Returns the content of a `stsd` box with one entry. */
export function descriptionOf(entry: Buffer): Buffer {
  return Buffer.concat([u32([0, 1]), entry])
}

export function soundEntry({ sampleRate, channels, description }: SoundConfig): Buffer {
  const descriptor = (tag: number, ...contents: Buffer[]) => {
    const content = Buffer.concat(contents)
    return Buffer.concat([Buffer.from([tag, content.length]), content])
  }
  const decoder = descriptor(
    4,
    // AAC, a stream of sound.
    Buffer.from([0x40, 0x15, 0, 0, 0]),
    u32([0, 0]),
    descriptor(5, description),
  )
  const esds = fullBox(
    'esds',
    0,
    0,
    descriptor(3, Buffer.from([0, 0, 0]), decoder, descriptor(6, Buffer.from([2]))),
  )
  const head = Buffer.alloc(28)
  head.writeUInt16BE(1, 6)
  head.writeUInt16BE(channels, 16)
  head.writeUInt16BE(16, 18)
  head.writeUInt16BE(sampleRate % 2 ** 16, 24)
  return box('mp4a', head, esds)
}

export function pictureEntry(sps: Buffer, pps: Buffer): Picture {
  // Their lengths are written in 16 bits.
  if (Math.max(sps.length, pps.length) > 0xffff) throw new UnreadableFile('Settings too long')
  const { width, height, colors } = settingsIn(sps)
  const sized = (unit: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(unit.length)
    return [length, unit]
  }
  const avcC = box(
    'avcC',
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    ...sized(sps),
    Buffer.from([1]),
    ...sized(pps),
    colors,
  )
  const head = Buffer.alloc(78)
  head.writeUInt16BE(1, 6)
  head.writeUInt16BE(width, 24)
  head.writeUInt16BE(height, 26)
  head.writeUInt32BE(0x480000, 28)
  head.writeUInt32BE(0x480000, 32)
  head.writeUInt16BE(1, 40)
  head.writeUInt16BE(24, 74)
  head.writeInt16BE(-1, 76)
  return { width, height, entry: box('avc1', head, avcC) }
}

/** Reads the size of a picture, and what `avcC` repeats of its colors, from its settings (SPS). */
function settingsIn(sps: Buffer): { width: number; height: number; colors: Buffer } {
  const bits = bitsOf(sps)
  bits.skip(8)
  const profile = bits.read(8)
  bits.skip(16)
  bits.number()
  let chroma = 1
  let colors: Buffer = Buffer.alloc(0)
  if (highProfiles.has(profile)) {
    chroma = bits.number()
    if (chroma === 3) bits.skip(1)
    const [luma, other] = [bits.number(), bits.number()]
    colors = Buffer.from([0xfc | (chroma & 3), 0xf8 | (luma & 7), 0xf8 | (other & 7), 0])
    bits.skip(1)
    if (bits.read(1) === 1) skipScaling(bits, chroma === 3 ? 12 : 8)
  }
  bits.number()
  const order = bits.number()
  if (order === 0) bits.number()
  else if (order === 1) {
    bits.skip(1)
    bits.number()
    bits.number()
    for (let left = Math.min(bits.number(), 255); left > 0; left -= 1) bits.number()
  }
  bits.number()
  bits.skip(1)
  const [columns, rows] = [bits.number() + 1, bits.number() + 1]
  const isFrames = bits.read(1)
  bits.skip(isFrames === 1 ? 1 : 2)
  const hasCrop = bits.read(1) === 1
  const crop = hasCrop ? [bits.number(), bits.number(), bits.number(), bits.number()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * (2 - isFrames)
  const width = columns * 16 - (left + right) * unitX
  const height = rows * 16 * (2 - isFrames) - (top + bottom) * unitY
  const isPossible = width > 0 && height > 0 && width < 2 ** 14 && height < 2 ** 14
  if (!isPossible) throw new UnreadableFile(`A picture of ${width}x${height}`)
  return { width, height, colors }
}

function skipScaling(bits: ReturnType<typeof bitsOf>, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (bits.read(1) === 0) continue
    let [last, next] = [8, 8]
    for (let index = 0; index < (list < 6 ? 16 : 64); index += 1) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256
      last = next === 0 ? last : next
    }
  }
}

function bitsOf(unit: Buffer) {
  // A 3 after two zeros is there only to keep start codes out.
  const bytes = unit.filter(
    (byte, index) => !(byte === 3 && unit[index - 1] === 0 && unit[index - 2] === 0),
  )
  let at = 0
  const read = (count: number): number => {
    let value = 0
    for (let left = count; left > 0; left -= 1) {
      if (at >= bytes.length * 8) throw new UnreadableFile('Short settings')
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
      at += 1
    }
    return value
  }
  const number = (): number => {
    let zeros = 0
    while (read(1) === 0) {
      zeros += 1
      if (zeros > 31) throw new UnreadableFile('Odd settings')
    }
    return 2 ** zeros - 1 + read(zeros)
  }
  const signed = (): number => {
    const code = number()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
  return { read, number, signed, skip: (count: number) => void read(count) }
}
