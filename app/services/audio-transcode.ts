/**
 * One media file to MP3, with FFmpeg's synchronous calls. Runs only in the audio worker's child
 * process, where blocking harms nobody; see `audio-worker-process.ts`.
 */
import {
  AV_LOG_QUIET,
  AV_SAMPLE_FMT_FLTP,
  AVDISCARD_ALL,
  AVFMT_FLAG_CUSTOM_IO,
  AVFMT_FLAG_IGNIDX,
  AVMEDIA_TYPE_AUDIO,
  type AVSampleFormat,
  AVSEEK_CUR,
  AVSEEK_SET,
  AVSEEK_SIZE,
  FF_ENCODER_LIBMP3LAME,
} from 'node-av/constants'
import {
  avGetSampleFmtName,
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  type FilterContext,
  FilterGraph,
  FormatContext,
  Frame,
  InputFormat,
  IOContext,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib'
import type { ChildFailure, ChildJob } from './audio-child.server.ts'

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
/** Small enough for a first answer after 0.7 s of sound, large enough to be cheap. */
const OUTPUT_BYTES = 16 * 1024
const BIT_RATE = 192_000n
/** Samples in a frame of MPEG-1 Layer III. */
const MP3_FRAME = 1152
/** LAME's own default takes a third longer for no audible gain at this bit rate. */
const LAME_LEVEL = 7
/** A track that ends this many seconds before its own index says was cut off, not finished. */
const MISSING_SECONDS = 1
/** FFmpeg wants a size before it looks for an MP4's index; this one is never reached. */
const UNKNOWN_SIZE = 2 ** 40

/** All that a short video or its sound needs; FFmpeg's other few hundred stay out of reach. */
const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2'
const DEMUXERS = [MP4, 'mp3', 'aac']
const DECODERS = ['aac', 'mp3float', 'mp3', 'alac', 'ac3', 'eac3', 'flac', 'opus']

Log.setLevel(AV_LOG_QUIET)

function check(result: number, what: string): void {
  if (result < 0) throw new Refusal('not_media', `${what}: ${new FFmpegError(result).message}`)
}

/** What has to be given back after a job, in the order it was taken. */
type Cleanup = (() => void)[]

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

function openInput(source: Source, cleanup: Cleanup): FormatContext {
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
function chooseTrack(input: FormatContext, maxSeconds: number): { track: Stream; seconds: number } {
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

function openDecoder(track: Stream, cleanup: Cleanup): CodecContext {
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

/** A decoded frame's parameters in the words of FFmpeg's `abuffer` filter. */
function shapeOf(frame: Frame): string {
  const { mask, nbChannels } = frame.channelLayout
  const format = avGetSampleFmtName(frame.format as AVSampleFormat)
  const rate = frame.sampleRate
  const layout = mask === 0n ? `${nbChannels}c` : `${mask}`
  return `time_base=1/${rate}:sample_rate=${rate}:sample_fmt=${format}:channel_layout=${layout}`
}

type Shaper = { shape: string; graph: FilterGraph; source: FilterContext; sink: FilterContext }

/** Brings decoded sound into what LAME takes: its rates, one or two channels, its frame size. */
function openShaper(shape: string, target: string): Shaper {
  const graph = new FilterGraph()
  graph.alloc()
  graph.nbThreads = 1
  const parsed = graph.parsePtr(
    `abuffer@in=${shape},aformat=sample_fmts=fltp:${target},asetnsamples=n=${MP3_FRAME}:p=0,abuffersink@out`,
  )
  const configured = parsed < 0 ? parsed : graph.configSync()
  const source = graph.getFilter('abuffer@in')
  const sink = graph.getFilter('abuffersink@out')
  if (configured < 0 || !source || !sink) {
    graph.free()
    throw new Refusal('not_media', `cannot convert ${shape}`)
  }
  return { shape, graph, source, sink }
}

type Output = { encoder: CodecContext; target: string; write(packet: Packet): void; finish(): void }

function openOutput(
  shaper: Shaper,
  job: ChildJob,
  write: (bytes: Buffer) => void,
  cleanup: Cleanup,
): Output {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBMP3LAME)
  if (!codec) throw new Error('this build of FFmpeg has no LAME')
  const rate = shaper.sink.buffersinkGetSampleRate()
  const layout = shaper.sink.buffersinkGetChannelLayout()
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  cleanup.push(() => encoder.freeContext())
  encoder.bitRate = BIT_RATE
  encoder.sampleRate = rate
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP
  encoder.channelLayout = layout
  encoder.timeBase = new Rational(1, rate)
  // Not as a dictionary given to open2: node-av 6.1.1 frees that one twice.
  encoder.setOption('compression_level', LAME_LEVEL)
  check(encoder.open2Sync(codec), 'open encoder')

  let wanted = true
  const io = new IOContext()
  io.allocContextWithCallbacks(OUTPUT_BYTES, 1, null, (bytes) => {
    if (wanted) write(bytes)
    return bytes.length
  })
  const muxer = new FormatContext()
  check(muxer.allocOutputContext2(null, 'mp3', null), 'open muxer')
  muxer.pb = io
  muxer.setFlags(AVFMT_FLAG_CUSTOM_IO)
  cleanup.push(() => {
    wanted = false
    muxer.pb = null
    muxer.freeContext()
    io.freeContext()
  })
  // ID3v2.3 is what every player and file manager reads; it carries any script as UTF-16.
  muxer.setOption('id3v2_version', 3)
  muxer.metadata = Dictionary.fromObject({ title: job.title, artist: job.artist })
  const stream = muxer.newStream()
  check(stream.codecpar.fromContext(encoder), 'muxer parameters')
  stream.timeBase = encoder.timeBase
  check(muxer.writeHeaderSync(), 'write header')
  return {
    encoder,
    target: `sample_rates=${rate}:channel_layouts=${layout.mask}`,
    write: (packet) => check(muxer.writeFrameSync(packet), 'write packet'),
    finish: () => check(muxer.writeTrailerSync(), 'write trailer'),
  }
}

function convert(
  job: ChildJob,
  source: Source,
  write: (bytes: Buffer) => void,
  cleanup: Cleanup,
): void {
  const input = openInput(source, cleanup)
  const { track, seconds: promised } = chooseTrack(input, job.maxSeconds)
  const trackIndex = track.index
  const decoder = openDecoder(track, cleanup)
  const packet = new Packet()
  const encoded = new Packet()
  const decoded = new Frame()
  const shaped = new Frame()
  for (const held of [packet, encoded, decoded, shaped]) {
    held.alloc()
    cleanup.push(() => held.free())
  }
  let shaper: Shaper | undefined
  let output: Output | undefined
  let seconds = 0
  let packets = 0
  cleanup.push(() => shaper?.graph.free())

  const encode = (frame: Frame | null): void => {
    if (!output) return
    check(output.encoder.sendFrameSync(frame), 'encode')
    while (output.encoder.receivePacketSync(encoded) >= 0) {
      output.write(encoded)
      encoded.unref()
    }
  }
  const reshape = (frame: Frame | null): void => {
    if (!shaper) return
    check(shaper.source.buffersrcAddFrameSync(frame), 'convert')
    output ??= openOutput(shaper, job, write, cleanup)
    while (shaper.sink.buffersinkGetFrameSync(shaped) >= 0) {
      encode(shaped)
      shaped.unref()
    }
  }
  const decode = (next: Packet | null): void => {
    // The result is left alone: one damaged packet is a click, not a reason to give nothing.
    decoder.sendPacketSync(next)
    while (decoder.receiveFrameSync(decoded) >= 0) {
      seconds += decoded.nbSamples / decoded.sampleRate
      if (seconds > job.maxSeconds) throw new Refusal('too_long', `over ${job.maxSeconds} s`)
      const shape = shapeOf(decoded)
      if (shaper && shaper.shape !== shape) {
        reshape(null)
        shaper.graph.free()
        shaper = undefined
      }
      const target = output?.target ?? 'sample_rates=32000|44100|48000:channel_layouts=mono|stereo'
      shaper ??= openShaper(shape, target)
      reshape(decoded)
      decoded.unref()
    }
  }

  while (input.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === trackIndex) {
      packets++
      decode(packet)
    }
    packet.unref()
  }
  decode(null)
  reshape(null)
  encode(null)
  if (!output) {
    const silent = packets === 0 && promised === 0
    throw new Refusal(silent ? 'no_sound' : 'not_media', `no samples in ${packets} packets`)
  }
  if (seconds < promised - MISSING_SECONDS) {
    throw new Refusal('not_media', `ends at ${seconds.toFixed(1)} of ${promised.toFixed(1)} s`)
  }
  output.finish()
}

/**
 * Reads `source` and hands MP3 bytes (192 kbit/s, ID3v2.3 title and artist) to `write` as they
 * are made. An MP3 source is encoded again too, so that every file has the same shape.
 * Throws a Refusal for a file it cannot or must not turn into MP3; what was written before that
 * is then to be thrown away.
 */
export function transcode(job: ChildJob, source: Source, write: (bytes: Buffer) => void): void {
  const cleanup: Cleanup = []
  try {
    convert(job, source, write, cleanup)
  } finally {
    for (const undo of cleanup.reverse()) undo()
  }
}
