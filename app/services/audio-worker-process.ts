/**
 * The program of the audio worker's child process: turns one media file after the other into MP3.
 *
 * It talks to `audio-worker.server.ts` over plain pipes: frames of `kind` (1 byte), `length`
 * (4 bytes, big endian) and payload come in on fd 0 and go out on fd 1. Everything blocks, on
 * purpose: FFmpeg's synchronous calls are about three times as fast as its asynchronous ones, a
 * blocking write is the back-pressure, and a blocking read ends with the parent. Fd 3 is an
 * unnamed file that keeps what has been read, since an MP4's index may stand at its end.
 *
 * It runs without environment, network or rights to open files, and is killed when a job goes
 * wrong, so it only ever has to report, never to recover.
 */
import { ftruncateSync, readSync, writeSync } from 'node:fs'
import type { AVSampleFormat, FFEncoderCodec } from 'node-av/constants'
import type {
  CodecContext,
  FilterContext,
  FilterGraph,
  FormatContext,
  Frame,
  InputFormat,
  IOContext,
  Packet,
  Stream,
} from 'node-av/lib'
import type { ChildFailure, ChildJob } from './audio-worker.server.ts'

const FROM_PARENT = { job: 1, data: 2, end: 3 } as const
const TO_PARENT = { data: 1, done: 2, failed: 3 } as const

const INPUT_FD = 0
const OUTPUT_FD = 1
const SPOOL_FD = 3

const IO_BYTES = 64 * 1024
/** Small enough for a first answer after 0.7 s of sound, large enough to be cheap. */
const OUTPUT_BYTES = 16 * 1024
const BIT_RATE = 192_000n
/** Samples in one frame of MPEG-1 Layer III. */
const MP3_FRAME = 1152
/** LAME's own default costs a third more time for no audible gain at this bit rate. */
const LAME_LEVEL = 7
/** A sound track that ends this much before its own index says was cut off, not finished. */
const MISSING_SECONDS = 1
/** What is claimed for a size not known yet: FFmpeg wants one before it looks for the index. */
const UNKNOWN_SIZE = 2 ** 40

/** FFmpeg's demuxers and decoders a short video needs; all others stay out of reach. */
const DEMUXERS = ['mov,mp4,m4a,3gp,3g2,mj2', 'mp3', 'aac']
const DECODERS = ['aac', 'mp3float', 'mp3', 'alac', 'ac3', 'eac3', 'flac', 'opus']

/** A job's failure that the visitor is told about. */
class Refusal extends Error {
  readonly reason: ChildFailure['reason']

  constructor(reason: ChildFailure['reason'], detail: string) {
    super(detail)
    this.reason = reason
  }
}

function readExactly(into: Buffer): boolean {
  let filled = 0
  while (filled < into.length) {
    const got = readSync(INPUT_FD, into, filled, into.length - filled, null)
    if (got === 0) return false
    filled += got
  }
  return true
}

function writeAll(bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(OUTPUT_FD, bytes, written)
}

function send(kind: number, payload: Buffer): void {
  const header = Buffer.allocUnsafe(5)
  header.writeUInt8(kind, 0)
  header.writeUInt32BE(payload.length, 1)
  try {
    writeAll(header)
    writeAll(payload)
  } catch {
    // The parent is gone, and with it the only reason to run.
    process.exit(1)
  }
}

function nextHeader(): { kind: number; length: number } {
  const header = Buffer.allocUnsafe(5)
  if (!readExactly(header)) process.exit(0)
  return { kind: header.readUInt8(0), length: header.readUInt32BE(1) }
}

/** The source of one job: reads ahead only as far as it is asked to, keeps all it has read. */
class Spool {
  readonly #buffer = Buffer.alloc(IO_BYTES)
  #position = 0
  #received = 0
  #leftInFrame = 0
  #ended = false

  /** FFmpeg's read callback: at most `size` bytes at the position, null at the end. */
  read(size: number): Buffer | null {
    const wanted = Math.min(size, IO_BYTES)
    if (this.#position < this.#received) {
      const kept = Math.min(wanted, this.#received - this.#position)
      const got = readSync(SPOOL_FD, this.#buffer, 0, kept, this.#position)
      this.#position += got
      return this.#buffer.subarray(0, got)
    }
    for (;;) {
      const start = this.#received
      const piece = this.#receive(wanted)
      if (!piece) return null
      if (this.#received > this.#position) {
        const fresh = piece.subarray(this.#position - start)
        this.#position = this.#received
        return fresh
      }
    }
  }

  /** FFmpeg's seek callback; only a position counted from the start is ever known. */
  seek(offset: bigint, whence: number, sizeQuery: number): number {
    if (whence === sizeQuery) return this.#ended ? this.#received : UNKNOWN_SIZE
    if (whence === 1) this.#position += Number(offset)
    else if (whence === 0) this.#position = Number(offset)
    else return -1
    return this.#position
  }

  /** The first bytes, up to `IO_BYTES`, for telling the format; leaves the position at 0. */
  head(): Buffer {
    // FFmpeg's probes may look a little past the end of what they are given.
    const head = Buffer.alloc(IO_BYTES + 64)
    let filled = 0
    while (filled < IO_BYTES) {
      const piece = this.read(IO_BYTES - filled)
      if (!piece) break
      piece.copy(head, filled)
      filled += piece.length
    }
    this.#position = 0
    return head.subarray(0, filled)
  }

  /** Takes in and forgets what is left of the job, so that the next one starts clean. */
  finish(): void {
    while (this.#receive(IO_BYTES, false)) {}
    ftruncateSync(SPOOL_FD, 0)
  }

  #receive(size: number, keep = true): Buffer | null {
    while (this.#leftInFrame === 0) {
      if (this.#ended) return null
      const { kind, length } = nextHeader()
      if (kind === FROM_PARENT.data) this.#leftInFrame = length
      else this.#ended = true
    }
    const piece = this.#buffer.subarray(0, Math.min(size, this.#leftInFrame))
    if (!readExactly(piece)) process.exit(0)
    if (keep) {
      let kept = 0
      while (kept < piece.length) {
        kept += writeSync(SPOOL_FD, piece, kept, piece.length - kept, this.#received + kept)
      }
    }
    this.#received += piece.length
    this.#leftInFrame -= piece.length
    return piece
  }
}

const av = await import('node-av/lib').catch((error: unknown) => {
  send(TO_PARENT.failed, Buffer.from(JSON.stringify({ reason: 'crashed', detail: String(error) })))
  process.exit(1)
})
const {
  AV_LOG_QUIET,
  AV_SAMPLE_FMT_FLTP,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVSEEK_SIZE,
  AVFMT_FLAG_CUSTOM_IO,
  AVFMT_FLAG_IGNIDX,
} = await import('node-av/constants')

function check(result: number, what: string, reason: ChildFailure['reason'] = 'not_media'): void {
  if (result < 0) throw new Refusal(reason, `${what}: ${new av.FFmpegError(result).message}`)
}

/** What has to be given back after a job, the last opened first. */
type Cleanup = (() => void)[]

function openInput(spool: Spool, cleanup: Cleanup): FormatContext {
  const format: InputFormat | null = av.InputFormat.probe(spool.head())
  if (!format || !DEMUXERS.includes(format.name ?? '')) {
    throw new Refusal('not_media', `format ${format?.name ?? 'unknown'}`)
  }
  // Only an MP4 needs to seek; the others would look for a tag at the end before they start.
  const seekable = format.name === DEMUXERS[0]
  const io: IOContext = new av.IOContext()
  io.allocContextWithCallbacks(
    IO_BYTES,
    0,
    (size) => spool.read(size),
    null,
    seekable ? (offset, whence) => spool.seek(offset, whence, AVSEEK_SIZE) : null,
  )
  const input: FormatContext = new av.FormatContext()
  input.allocContext()
  input.pb = io
  cleanup.push(() => {
    input.pb = null
    input.closeInputSync()
    io.freeContext()
  })
  // Without IGNIDX an MP4 is read to its end for further indexes before the first packet.
  input.setFlags(AVFMT_FLAG_CUSTOM_IO, AVFMT_FLAG_IGNIDX)
  input.setOption('format_whitelist', DEMUXERS.join(','))
  input.setOption('protocol_whitelist', 'none')
  check(input.openInputSync('', format), 'open')
  return input
}

/** The first sound track and its length in seconds, 0 when the file does not say. */
function chooseTrack(input: FormatContext, maxSeconds: number): { track: Stream; seconds: number } {
  let track: Stream | undefined
  for (const stream of input.streams) {
    if (!track && stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO) track = stream
    else stream.discard = AVDISCARD_ALL
  }
  if (!track) throw new Refusal('no_sound', 'no audio track')
  const { num, den } = track.timeBase
  const seconds = track.duration > 0n ? (Number(track.duration) * num) / den : 0
  if (seconds > maxSeconds) throw new Refusal('too_long', `${Math.round(seconds)} s`)
  return { track, seconds }
}

function openDecoder(track: Stream, cleanup: Cleanup): CodecContext {
  const codec = av.Codec.findDecoder(track.codecpar.codecId)
  if (!codec || !DECODERS.includes(codec.name ?? '')) {
    throw new Refusal('not_media', `codec ${codec?.name ?? track.codecpar.codecId}`)
  }
  const decoder: CodecContext = new av.CodecContext()
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
  const format = av.avGetSampleFmtName(frame.format as AVSampleFormat)
  const rate = frame.sampleRate
  const layout = mask === 0n ? `${nbChannels}c` : `${mask}`
  return `time_base=1/${rate}:sample_rate=${rate}:sample_fmt=${format}:channel_layout=${layout}`
}

type Shaper = { shape: string; graph: FilterGraph; source: FilterContext; sink: FilterContext }

/** Brings decoded sound into what LAME takes: its rates, one or two channels, its frame size. */
function openShaper(shape: string, rates: string, layouts: string): Shaper {
  const graph: FilterGraph = new av.FilterGraph()
  graph.alloc()
  graph.nbThreads = 1
  const description = [
    `abuffer@in=${shape}`,
    `aformat=sample_fmts=fltp:sample_rates=${rates}:channel_layouts=${layouts}`,
    `asetnsamples=n=${MP3_FRAME}:p=0`,
    'abuffersink@out',
  ].join(',')
  const parsed = graph.parsePtr(description)
  const configured = parsed < 0 ? parsed : graph.configSync()
  const source = graph.getFilter('abuffer@in')
  const sink = graph.getFilter('abuffersink@out')
  if (configured < 0 || !source || !sink) {
    graph.free()
    throw new Refusal('not_media', `cannot shape ${shape}`)
  }
  return { shape, graph, source, sink }
}

type Output = { encoder: CodecContext; write(packet: Packet): void; finish(): void }

function openOutput(shaper: Shaper, job: ChildJob, cleanup: Cleanup): Output {
  const codec = av.Codec.findEncoderByName('libmp3lame' as FFEncoderCodec)
  if (!codec) throw new Refusal('crashed', 'this build of FFmpeg has no LAME')
  const rate = shaper.sink.buffersinkGetSampleRate()
  const encoder: CodecContext = new av.CodecContext()
  encoder.allocContext3(codec)
  cleanup.push(() => encoder.freeContext())
  encoder.bitRate = BIT_RATE
  encoder.sampleRate = rate
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP
  encoder.channelLayout = shaper.sink.buffersinkGetChannelLayout()
  encoder.timeBase = new av.Rational(1, rate)
  encoder.threadCount = 1
  encoder.setOption('compression_level', LAME_LEVEL)
  check(encoder.open2Sync(codec), 'open encoder')

  let open = true
  const io: IOContext = new av.IOContext()
  io.allocContextWithCallbacks(OUTPUT_BYTES, 1, null, (bytes) => {
    if (open) send(TO_PARENT.data, bytes)
    return bytes.length
  })
  const muxer: FormatContext = new av.FormatContext()
  check(muxer.allocOutputContext2(null, 'mp3', null), 'open muxer')
  muxer.pb = io
  muxer.setFlags(AVFMT_FLAG_CUSTOM_IO)
  cleanup.push(() => {
    open = false
    muxer.pb = null
    muxer.freeContext()
    io.freeContext()
  })
  // ID3v2.3 is what every player and file manager reads; it carries any script as UTF-16.
  muxer.setOption('id3v2_version', 3)
  muxer.metadata = av.Dictionary.fromObject({ title: job.title, artist: job.artist })
  const stream = muxer.newStream()
  check(stream.codecpar.fromContext(encoder), 'muxer parameters')
  stream.timeBase = encoder.timeBase
  check(muxer.writeHeaderSync(), 'write header')
  return {
    encoder,
    write: (packet) => check(muxer.writeFrameSync(packet), 'write packet'),
    finish: () => check(muxer.writeTrailerSync(), 'write trailer'),
  }
}

function convert(job: ChildJob, spool: Spool, cleanup: Cleanup): void {
  const input = openInput(spool, cleanup)
  const { track, seconds: promised } = chooseTrack(input, job.maxSeconds)
  const trackIndex = track.index
  const decoder = openDecoder(track, cleanup)
  const packet: Packet = new av.Packet()
  const encoded: Packet = new av.Packet()
  const frame: Frame = new av.Frame()
  const shaped: Frame = new av.Frame()
  for (const held of [packet, encoded, frame, shaped]) {
    held.alloc()
    cleanup.push(() => held.free())
  }
  let shaper: Shaper | undefined
  let output: Output | undefined
  let seconds = 0
  let packets = 0
  cleanup.push(() => shaper?.graph.free())

  const encode = (next: Frame | null): void => {
    if (!output) return
    check(output.encoder.sendFrameSync(next), 'encode')
    while (output.encoder.receivePacketSync(encoded) >= 0) {
      output.write(encoded)
      encoded.unref()
    }
  }
  const shape = (next: Frame | null): void => {
    if (!shaper) return
    check(shaper.source.buffersrcAddFrameSync(next), 'shape')
    output ??= openOutput(shaper, job, cleanup)
    while (shaper.sink.buffersinkGetFrameSync(shaped) >= 0) {
      encode(shaped)
      shaped.unref()
    }
  }
  const decode = (next: Packet | null): void => {
    // One damaged packet is a click in the sound, not a reason to give nothing.
    decoder.sendPacketSync(next)
    while (decoder.receiveFrameSync(frame) >= 0) {
      seconds += frame.nbSamples / frame.sampleRate
      if (seconds > job.maxSeconds) throw new Refusal('too_long', `over ${job.maxSeconds} s`)
      const current = shapeOf(frame)
      if (shaper && shaper.shape !== current) {
        shape(null)
        shaper.graph.free()
        shaper = undefined
      }
      const rates = output ? `${output.encoder.sampleRate}` : '32000|44100|48000'
      const layouts = output ? `${output.encoder.channels}c` : 'mono|stereo'
      shaper ??= openShaper(current, rates, layouts)
      shape(frame)
      frame.unref()
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
  shape(null)
  encode(null)
  if (!output) {
    const silent = packets === 0 && promised === 0
    throw new Refusal(silent ? 'no_sound' : 'not_media', `${packets} packets, no samples`)
  }
  if (seconds < promised - MISSING_SECONDS) {
    throw new Refusal('not_media', `ends at ${seconds.toFixed(1)} s of ${promised.toFixed(1)} s`)
  }
  output.finish()
}

av.Log.setLevel(AV_LOG_QUIET)
for (;;) {
  const { length } = nextHeader()
  const text = Buffer.alloc(length)
  if (!readExactly(text)) process.exit(0)
  const spool = new Spool()
  const cleanup: Cleanup = []
  let failure: ChildFailure | undefined
  try {
    convert(JSON.parse(text.toString('utf8')) as ChildJob, spool, cleanup)
  } catch (error) {
    const reason = error instanceof Refusal ? error.reason : 'crashed'
    failure = { reason, detail: error instanceof Error ? error.message : String(error) }
  }
  for (const undo of cleanup.reverse()) undo()
  if (failure) send(TO_PARENT.failed, Buffer.from(JSON.stringify(failure)))
  else send(TO_PARENT.done, Buffer.alloc(0))
  spool.finish()
}
