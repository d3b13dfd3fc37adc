/**
 * Reads pieces of MPEG-TS, as HLS had them first. Their samples are cut into packets and written
 * otherwise than in MP4, so that a piece is read whole and its samples are written anew.
 */
import { readAdts, type SoundConfig } from './adts.ts'
import { UnreadableFile } from './mp4-boxes.ts'

/** A sample in the written bytes. Times are in ticks of 1/90,000 s. */
export type TsSample = {
  start: number
  bytes: number
  decodedAt: number
  shownAt: number
  isKey: boolean
}

export type TsPiece = {
  /** The samples, one after the other, as MP4 has them. */
  bytes: Buffer
  picture: { samples: TsSample[]; sps: Buffer; pps: Buffer } | null
  sound: { samples: TsSample[]; config: SoundConfig } | null
}

export const tsTicks = 90_000

const packetBytes = 188
const [h264, aac] = [0x1b, 0x0f]
const startCode = Buffer.from([0, 0, 1])
/** Kinds of units in a picture's stream. */
const units = { key: 5, sps: 7, pps: 8, delimiter: 9, filler: 12 }

/** A part of a stream with times of its own: a frame, or some packets of sound. */
type Pes = { payload: Buffer; decodedAt: number; shownAt: number }

/** Reads a piece. Throws an UnreadableFile for anything but H.264 and AAC in the clear. */
export function readTsPiece(bytes: Buffer): TsPiece {
  const writer = createWriter()
  const open = new Map<number, Buffer[]>()
  const types = new Map<number, number>()
  let tablePid = -1
  const finish = (pid: number) => {
    const parts = open.get(pid)
    const type = types.get(pid)
    if (parts === undefined || type === undefined) return
    const pes = pesOf(Buffer.concat(parts))
    if (type === h264) writer.addFrame(pes)
    else writer.addSound(pes)
  }
  for (const { pid, isStart, payload } of packetsIn(bytes)) {
    if (pid === 0) tablePid = isStart ? tablePidIn(payload) : tablePid
    else if (pid === tablePid && isStart) {
      if (types.size === 0) for (const [own, type] of streamsIn(payload)) types.set(own, type)
    } else if (types.has(pid)) {
      if (isStart) {
        finish(pid)
        open.set(pid, [payload])
      } else open.get(pid)?.push(payload)
    }
  }
  for (const pid of types.keys()) finish(pid)
  return writer.finish()
}

function* packetsIn(bytes: Buffer) {
  if (bytes.length % packetBytes !== 0) throw new UnreadableFile('A packet cut off')
  for (let at = 0; at < bytes.length; at += packetBytes) {
    const packet = bytes.subarray(at, at + packetBytes)
    const [sync = 0, high = 0, low = 0, control = 0, adapted = 0] = packet
    // Not a packet, damaged, or locked.
    if (sync !== 0x47 || (high & 0x80) !== 0 || (control & 0xc0) !== 0) {
      throw new UnreadableFile('Not a packet')
    }
    if ((control & 0x10) === 0) continue
    const from = 4 + ((control & 0x20) === 0 ? 0 : 1 + adapted)
    const pid = ((high & 0x1f) << 8) | low
    yield { pid, isStart: (high & 0x40) !== 0, payload: packet.subarray(from) }
  }
}

/** Returns a table's content without its head of `headBytes`. */
function sectionIn(payload: Buffer, headBytes: number): Buffer {
  const section = payload.subarray(1 + (payload[0] ?? 0))
  if (section.length < headBytes + 4) throw new UnreadableFile('A short table')
  // The length counts from the third byte on, and ends with a checksum.
  const end = 3 + (section.readUInt16BE(1) & 0xfff) - 4
  if (end > section.length) throw new UnreadableFile('A table in several packets')
  return section.subarray(headBytes, Math.max(headBytes, end))
}

function tablePidIn(payload: Buffer): number {
  const programs = sectionIn(payload, 8)
  for (let at = 0; at + 4 <= programs.length; at += 4) {
    if (programs.readUInt16BE(at) !== 0) return programs.readUInt16BE(at + 2) & 0x1fff
  }
  throw new UnreadableFile('No program')
}

/** Returns the first stream of each kind, by its number. */
function streamsIn(payload: Buffer): Map<number, number> {
  const table = sectionIn(payload, 10)
  const found = new Map<number, number>()
  let at = 2 + (table.length < 2 ? 0 : table.readUInt16BE(0) & 0xfff)
  while (at + 5 <= table.length) {
    const type = table[at] ?? 0
    const isWanted = (type === h264 || type === aac) && ![...found.values()].includes(type)
    if (isWanted) found.set(table.readUInt16BE(at + 1) & 0x1fff, type)
    at += 5 + (table.readUInt16BE(at + 3) & 0xfff)
  }
  if (found.size === 0) throw new UnreadableFile('No H.264 and no AAC')
  return found
}

function pesOf(bytes: Buffer): Pes {
  const flags = (bytes[7] ?? 0) >> 6
  const from = 9 + (bytes[8] ?? 0)
  if (bytes.indexOf(startCode) !== 0 || from > bytes.length || (flags & 2) === 0) {
    throw new UnreadableFile('A part without a time')
  }
  const shownAt = timeAt(bytes, 9)
  const decodedAt = flags === 3 ? timeAt(bytes, 14) : shownAt
  return { payload: bytes.subarray(from), shownAt, decodedAt }
}

function timeAt(bytes: Buffer, at: number): number {
  if (at + 5 > bytes.length) throw new UnreadableFile('A part without a time')
  const high = ((bytes[at] ?? 0) >> 1) & 7
  return (
    high * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1)
  )
}

function createWriter() {
  const pieces: Buffer[] = []
  let written = 0
  let sps: Buffer | null = null
  let pps: Buffer | null = null
  let config: SoundConfig | null = null
  let rest = Buffer.alloc(0)
  const frames: TsSample[] = []
  const packets: TsSample[] = []

  const write = (parts: readonly Buffer[]): { start: number; bytes: number } => {
    const start = written
    for (const part of parts) {
      pieces.push(part)
      written += part.length
    }
    return { start, bytes: written - start }
  }

  return {
    addFrame({ payload, decodedAt, shownAt }: Pes) {
      const kept: Buffer[] = []
      let isKey = false
      let delimiters = 0
      for (const unit of unitsIn(payload)) {
        const type = (unit[0] ?? 0) & 0x1f
        if (type === units.sps) sps = same(sps, unit)
        else if (type === units.pps) pps = same(pps, unit)
        else if (type === units.delimiter) delimiters += 1
        else if (type !== units.filler) {
          isKey ||= type === units.key
          const length = Buffer.alloc(4)
          length.writeUInt32BE(unit.length)
          kept.push(length, unit)
        }
      }
      if (delimiters > 1) throw new UnreadableFile('Several frames in one part')
      if (kept.length > 0) frames.push({ ...write(kept), decodedAt, shownAt, isKey })
    },
    addSound({ payload, shownAt }: Pes) {
      const read = readAdts(Buffer.concat([rest, payload]))
      rest = Buffer.from(read.rest)
      for (const [index, packet] of read.packets.entries()) {
        config = sameConfig(config, packet.config)
        const time = shownAt + (index * 1024 * tsTicks) / packet.config.sampleRate
        packets.push({ ...write([packet.data]), decodedAt: time, shownAt: time, isKey: true })
      }
    },
    finish(): TsPiece {
      if (rest.length > 0) throw new UnreadableFile('A packet of sound cut off')
      if (frames.length > 0 && (sps === null || pps === null)) {
        throw new UnreadableFile('Frames without their settings')
      }
      return {
        bytes: Buffer.concat(pieces),
        picture: sps === null || pps === null ? null : { samples: frames, sps, pps },
        sound: config === null ? null : { samples: packets, config },
      }
    },
  }
}

/** Yields the units of a frame, which start codes divide. */
function* unitsIn(payload: Buffer): Generator<Buffer> {
  let from = payload.indexOf(startCode)
  while (from >= 0) {
    const next = payload.indexOf(startCode, from + 3)
    let end = next < 0 ? payload.length : next
    // Zeros before a start code belong to it.
    while (end > from + 3 && payload[end - 1] === 0) end -= 1
    if (end > from + 3) yield payload.subarray(from + 3, end)
    from = next
  }
}

function same(before: Buffer | null, now: Buffer): Buffer {
  if (before !== null && !before.equals(now)) throw new UnreadableFile('Settings that change')
  return before ?? Buffer.from(now)
}

function sameConfig(before: SoundConfig | null, now: SoundConfig): SoundConfig {
  if (before !== null && !before.description.equals(now.description)) {
    throw new UnreadableFile('Sound that changes')
  }
  return before ?? now
}
