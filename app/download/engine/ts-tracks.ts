import { UnreadableFile, u32 } from './mp4-boxes.ts'
import { emptySamples, type Mp4Track, mostSamples, type TrackHead } from './mp4-tracks.ts'
import { type TsPiece, type TsSample, tsTicks } from './mpeg-ts.ts'
import { sourceSpan } from './part.ts'
import { descriptionOf, pictureEntry, soundEntry } from './sample-entries.ts'

/** Undetermined. */
const noLanguage = 0x55c4
/** A time that is this much off is a gap in the sound, less is rounding. */
const gapSeconds = 0.05

/** Turns pieces into tracks. The samples of each are in a source of their own, from `first` on. */
export function tracksOfPieces(
  pieces: readonly Omit<TsPiece, 'bytes'>[],
  first: number,
): Mp4Track[] {
  const [picture, sound] = (['picture', 'sound'] as const).map((kind) => {
    return pieces.flatMap((piece, index) =>
      (piece[kind]?.samples ?? []).map((sample) => {
        return { ...sample, start: (first + index) * sourceSpan + sample.start }
      }),
    )
  })
  const pictures = pieces.flatMap(({ picture: own }) => own ?? [])
  const sounds = pieces.flatMap(({ sound: own }) => own ?? [])
  const [settings, config] = [pictures[0], sounds[0]?.config]
  const isSame =
    pictures.every(({ sps, pps }) => settings?.sps.equals(sps) && settings.pps.equals(pps)) &&
    sounds.every(({ config: own }) => config?.description.equals(own.description))
  if (!isSame) throw new UnreadableFile('Settings that change')
  const tracks: Mp4Track[] = []
  if (settings !== undefined && picture !== undefined) {
    const { width, height, entry } = pictureEntry(settings.sps, settings.pps)
    const head = headOf('video', tsTicks, entry, [width, height])
    tracks.push({ ...head, samples: samplesOf(picture, 1) })
  }
  if (config !== undefined && sound !== undefined) {
    const head = headOf('sound', config.sampleRate, soundEntry(config), [0, 0])
    tracks.push({
      ...head,
      samples: samplesOf(evenly(sound, config.sampleRate), config.sampleRate / tsTicks),
    })
  }
  return tracks
}

function headOf(
  kind: TrackHead['kind'],
  timescale: number,
  entry: Buffer,
  [width, height]: [number, number],
): TrackHead {
  const volume = kind === 'sound' ? 0x100_0000 : 0
  const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
  const shape = u32([0, 0, 0, volume, ...matrix, width * 0x10000, height * 0x10000])
  const endsAt = Number.POSITIVE_INFINITY
  return { kind, timescale, language: noLanguage, endsAt, stsd: descriptionOf(entry), shape }
}

/** Lets packets of sound follow each other without the rounding of their times. */
function evenly(packets: TsSample[], sampleRate: number): TsSample[] {
  const length = (1024 * tsTicks) / sampleRate
  let next = packets[0]?.decodedAt ?? 0
  return packets.map((packet) => {
    const isGap = Math.abs(packet.decodedAt - next) > gapSeconds * tsTicks
    const time = isGap ? packet.decodedAt : next
    next = time + length
    return { ...packet, decodedAt: time, shownAt: time }
  })
}

function samplesOf(listed: readonly TsSample[], factor: number): Mp4Track['samples'] {
  if (listed.length > mostSamples) throw new UnreadableFile(`${listed.length} samples`)
  const samples = emptySamples(listed.length)
  const times = listed.map(({ decodedAt }) => Math.round(decodedAt * factor))
  const usual = (times[1] ?? 1) - (times[0] ?? 0)
  for (const [index, { start, bytes, shownAt, isKey }] of listed.entries()) {
    const duration = (times[index + 1] ?? (times[index] ?? 0) + usual) - (times[index] ?? 0)
    if (duration < 0) throw new UnreadableFile('Times that go back')
    samples.offset[index] = start
    samples.size[index] = bytes
    samples.shownAt[index] = Math.round(shownAt * factor)
    samples.duration[index] = duration
    samples.isKey[index] = isKey ? 1 : 0
    samples.description[index] = 1
  }
  return samples
}
