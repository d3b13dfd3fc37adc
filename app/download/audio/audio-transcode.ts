/**
 * One media file to MP3, with FFmpeg's synchronous calls. Runs only in the audio worker's child
 * process, where blocking harms no one; see `audio-worker-process.ts`.
 */
import {
  AV_LOG_QUIET,
  AV_SAMPLE_FMT_FLTP,
  AVFMT_FLAG_CUSTOM_IO,
  type AVSampleFormat,
  FF_ENCODER_LIBMP3LAME,
} from 'node-av/constants'
import {
  avGetSampleFmtName,
  Codec,
  CodecContext,
  Dictionary,
  type FilterContext,
  FilterGraph,
  FormatContext,
  Frame,
  IOContext,
  Log,
  Packet,
  Rational,
} from 'node-av/lib'
import type { SoundJob } from './audio-child.server.ts'
import {
  type Cleanup,
  check,
  chooseTrack,
  openDecoder,
  openInput,
  Refusal,
  type Source,
} from './audio-input.ts'

/** Small enough for a first answer after 0.7 s of sound, large enough to be cheap. */
const OUTPUT_BYTES = 16 * 1024
const BIT_RATE = 192_000n
/** Samples in a frame of MPEG-1 Layer III. */
const MP3_FRAME = 1152
/** LAME's own default takes a third longer for no audible gain at this bit rate. */
const LAME_LEVEL = 7
/** A track that ends this many seconds before its own index says was cut off, not finished. */
const MISSING_SECONDS = 1

Log.setLevel(AV_LOG_QUIET)

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
  job: SoundJob,
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
  job: SoundJob,
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
export function transcode(job: SoundJob, source: Source, write: (bytes: Buffer) => void): void {
  const cleanup: Cleanup = []
  try {
    convert(job, source, write, cleanup)
  } finally {
    for (const undo of cleanup.reverse()) undo()
  }
}
