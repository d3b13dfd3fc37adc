import { UnreadableFile } from './mp4-boxes.ts'

export type SoundConfig = {
  sampleRate: number
  channels: number
  /** The two bytes by which MP4 describes AAC. */
  description: Buffer
}

const rates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
]

/** Splits AAC with heads of its own (ADTS) into packets. `rest` is the start of a further one. */
export function readAdts(bytes: Buffer): {
  packets: { data: Buffer; config: SoundConfig }[]
  rest: Buffer
} {
  const packets: { data: Buffer; config: SoundConfig }[] = []
  let at = 0
  while (at + 7 <= bytes.length) {
    const head = bytes.readUIntBE(at, 6)
    const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4)
    if (first !== 0xff || (second & 0xf6) !== 0xf0) throw new UnreadableFile('Not AAC')
    // 13 bits from the 30th on.
    const length = Math.floor(head / 2 ** 5) % 2 ** 13
    const headBytes = (second & 1) === 1 ? 7 : 9
    const blocks = (bytes[at + 6] ?? 0) & 3
    const rateIndex = (third >> 2) & 15
    const sampleRate = rates[rateIndex]
    const channels = ((third & 1) << 2) | (fourth >> 6)
    if (sampleRate === undefined || channels === 0 || blocks !== 0 || length <= headBytes) {
      throw new UnreadableFile('Unusual AAC')
    }
    if (at + length > bytes.length) break
    const description = Buffer.alloc(2)
    description.writeUInt16BE((((third >> 6) + 1) << 11) | (rateIndex << 7) | (channels << 3))
    const data = bytes.subarray(at + headBytes, at + length)
    packets.push({ data, config: { sampleRate, channels, description } })
    at += length
  }
  return { packets, rest: bytes.subarray(at) }
}
