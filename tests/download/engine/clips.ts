import { readFileSync } from 'node:fs'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'

/** Clips whose frames show their numbers; tests/tools/make-cut-clips.ts made them. */
export const clipNames = ['b-frames', 'p-frames', 'edit-list', 'no-sound', 'one-frame'] as const

export function readClip(name: (typeof clipNames)[number]): Buffer {
  return readFileSync(new URL(`../../fakes/media/cuts/${name}.mp4`, import.meta.url))
}

/** A file's packets in decoding order, as another reader than ours finds them. */
export async function packetsOf(bytes: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const read = async (track: Awaited<ReturnType<typeof input.getPrimaryVideoTrack>> | null) => {
    if (track === null) return []
    const all = []
    for await (const packet of new EncodedPacketSink(track as never).packets()) {
      const { timestamp, duration, type } = packet
      all.push({ timestamp, duration, isKey: type === 'key', bytes: Buffer.from(packet.data) })
    }
    return all
  }
  const video = await read(await input.getPrimaryVideoTrack())
  const sound = await read((await input.getPrimaryAudioTrack()) as never)
  return { video, sound }
}

export type Layout = {
  /** The index comes after the samples. */
  indexLast: boolean
  /** Bytes of a `free` box before the samples. */
  gap: number
  /** Positions of 8 bytes. */
  longPositions: boolean
}

/** Writes a clip whose index is first in another layout; its samples and times stay. */
export function inLayout(clip: Buffer, { indexLast, gap, longPositions }: Layout): Buffer {
  const boxes = boxesOf(clip)
  const [ftyp, moov, mdat] = ['ftyp', 'moov', 'mdat'].map((type) => boxes.get(type))
  if (ftyp === undefined || moov === undefined || mdat === undefined) throw new Error('A box lacks')
  const free = Buffer.alloc(8 + gap)
  free.writeUInt32BE(free.length, 0)
  free.write('free', 4, 'latin1')
  const mdatAt = clip.indexOf(mdat)
  const sized = withPositions(moov, longPositions, 0)
  const shift = ftyp.length + free.length + (indexLast ? 0 : sized.length) - mdatAt
  const index = withPositions(moov, longPositions, shift)
  return Buffer.concat(indexLast ? [ftyp, free, mdat, index] : [ftyp, index, free, mdat])
}

function boxesOf(bytes: Buffer): Map<string, Buffer> {
  const boxes = new Map<string, Buffer>()
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    const end = at + bytes.readUInt32BE(at)
    boxes.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at, end))
  }
  return boxes
}

const parents = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])

function withPositions(box: Buffer, isLong: boolean, shift: number): Buffer {
  const type = box.toString('latin1', 4, 8)
  if (parents.has(type)) {
    const children: Buffer[] = []
    for (let at = 8; at < box.length; at += box.readUInt32BE(at)) {
      const child = box.subarray(at, at + box.readUInt32BE(at))
      children.push(withPositions(child, isLong, shift))
    }
    return named(type, Buffer.concat(children))
  }
  if (type !== 'stco') return box
  const count = box.readUInt32BE(12)
  const table = Buffer.alloc(8 + count * (isLong ? 8 : 4))
  table.writeUInt32BE(count, 4)
  for (let entry = 0; entry < count; entry += 1) {
    const position = box.readUInt32BE(16 + entry * 4) + shift
    if (isLong) table.writeBigUInt64BE(BigInt(position), 8 + entry * 8)
    else table.writeUInt32BE(position, 8 + entry * 4)
  }
  return named(isLong ? 'co64' : 'stco', table)
}

function named(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
