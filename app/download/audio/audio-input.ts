/** Opening what the audio worker's child process is given: the file, its sound, its decoder. */
import {
  AVDISCARD_ALL,
  AVFMT_FLAG_CUSTOM_IO,
  AVFMT_FLAG_IGNIDX,
  AVMEDIA_TYPE_AUDIO,
  AVSEEK_CUR,
  AVSEEK_SET,
  AVSEEK_SIZE,
} from 'node-av/constants'
import {
  Codec,
  CodecContext,
  FFmpegError,
  FormatContext,
  InputFormat,
  IOContext,
  type Stream,
} from 'node-av/lib'
import type { ChildFailure } from './audio-child.server.ts'

/** A file that may still be arriving. */
export type Source = {
  /** At most `size` bytes at the position, which moves on; null at the end. Waits for them. */
  read(size: number): Buffer | null
  moveTo(position: number): void
  readonly position: number
  /** In bytes; null until all has arrived. */
  readonly size: number | null
}

/** A job that ends with a reason the visitor is told. */
export class Refusal extends Error {
  readonly reason: ChildFailure['reason']

  constructor(reason: ChildFailure['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}

const INPUT_BYTES = 64 * 1024
/** FFmpeg wants a size before it looks for an MP4's index; this one is never reached. */
const UNKNOWN_SIZE = 2 ** 40

/** All that a short video or its sound needs; FFmpeg's other few hundred stay out of reach. */
const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2'
const DEMUXERS = [MP4, 'mp3', 'aac']
const DECODERS = ['aac', 'mp3float', 'mp3', 'alac', 'ac3', 'eac3', 'flac', 'opus']

/** Throws a Refusal for a negative result of FFmpeg's. */
export function check(result: number, what: string): void {
  if (result < 0) throw new Refusal('not_media', `${what}: ${new FFmpegError(result).message}`)
}

/** What has to be given back after a job, in the order it was taken. */
export type Cleanup = (() => void)[]

function probe(source: Source): InputFormat {
  // The spare zeros are for FFmpeg's probes, which may look a little past the end.
  const head = Buffer.alloc(INPUT_BYTES + 64)
  let filled = 0
  while (filled < INPUT_BYTES) {
    const piece = source.read(INPUT_BYTES - filled)
    if (!piece) break
    filled += piece.copy(head, filled)
  }
  source.moveTo(0)
  const format = filled > 0 ? InputFormat.probe(head.subarray(0, filled)) : null
  if (!format || !DEMUXERS.includes(format.name ?? '')) {
    throw new Refusal('not_media', `format ${format?.name ?? 'unknown'}`)
  }
  return format
}

export function openInput(source: Source, cleanup: Cleanup): FormatContext {
  const format = probe(source)
  const seek = (offset: bigint, whence: number): number => {
    if (whence === AVSEEK_SIZE) return source.size ?? UNKNOWN_SIZE
    const base = whence === AVSEEK_SET ? 0 : whence === AVSEEK_CUR ? source.position : Number.NaN
    const position = base + Number(offset)
    if (!(position >= 0)) return -1
    source.moveTo(position)
    return position
  }
  const io = new IOContext()
  // Only an MP4 needs to seek: of the others FFmpeg would want the end before it starts.
  const seeking = format.name === MP4 ? seek : null
  io.allocContextWithCallbacks(INPUT_BYTES, 0, (size) => source.read(size), null, seeking)
  const input = new FormatContext()
  input.allocContext()
  input.pb = io
  cleanup.push(() => {
    input.pb = null
    input.closeInputSync()
    io.freeContext()
  })
  // Without IGNIDX an MP4 is read to its end, for further indexes, before the first packet.
  input.setFlags(AVFMT_FLAG_CUSTOM_IO, AVFMT_FLAG_IGNIDX)
  input.setOption('format_whitelist', DEMUXERS.join(','))
  input.setOption('protocol_whitelist', 'none')
  check(input.openInputSync('', format), 'open')
  return input
}

/** The first sound track, and its length in seconds: 0 when the file does not say. */
export function chooseTrack(
  input: FormatContext,
  maxSeconds: number,
): { track: Stream; seconds: number } {
  let track: Stream | undefined
  for (const stream of input.streams) {
    if (!track && stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO) track = stream
    else stream.discard = AVDISCARD_ALL
  }
  if (!track) {
    // A file cut off inside its index shows tracks too, but no length of any.
    const isWhole = input.streams.some((stream) => stream.duration > 0n)
    throw new Refusal(isWhole ? 'no_sound' : 'not_media', `no sound in ${input.nbStreams} tracks`)
  }
  const { num, den } = track.timeBase
  const seconds = track.duration > 0n ? (Number(track.duration) * num) / den : 0
  if (seconds > maxSeconds) throw new Refusal('too_long', `${Math.round(seconds)} s`)
  return { track, seconds }
}

export function openDecoder(track: Stream, cleanup: Cleanup): CodecContext {
  const codec = Codec.findDecoder(track.codecpar.codecId)
  if (!codec || !DECODERS.includes(codec.name ?? '')) {
    throw new Refusal('not_media', `codec ${codec?.name ?? track.codecpar.codecId}`)
  }
  const decoder = new CodecContext()
  decoder.allocContext3(codec)
  cleanup.push(() => decoder.freeContext())
  check(decoder.parametersToContext(track.codecpar), 'decoder parameters')
  decoder.pktTimebase = track.timeBase
  decoder.threadCount = 1
  check(decoder.open2Sync(codec), 'open decoder')
  return decoder
}
