/**
 * One picture to a small WebP, with FFmpeg's synchronous calls. Runs only in the audio worker's
 * child process, since a hostile picture may crash or hang what decodes it.
 */
import {
  AV_PKT_FLAG_KEY,
  FF_DECODER_MJPEG,
  FF_DECODER_PNG,
  FF_DECODER_WEBP,
  FF_ENCODER_LIBWEBP,
} from 'node-av/constants'
import {
  avGetPixFmtName,
  Codec,
  CodecContext,
  FilterGraph,
  Frame,
  Packet,
  Rational,
} from 'node-av/lib'
import {
  MAX_PICTURE_BYTES,
  MAX_PIXELS,
  PICTURE_QUALITY,
  pictureFilters,
} from '#app/download/covers/picture-limits.ts'
import type { PictureJob } from './audio-child.server.ts'
import { type Cleanup, check, Refusal, type Source } from './audio-input.ts'

const DECODERS = { jpeg: FF_DECODER_MJPEG, png: FF_DECODER_PNG, webp: FF_DECODER_WEBP } as const

/**
 * Reads a picture of the job's kind from `source` and hands a WebP of its width to `write`: never
 * wider than the picture, never taller than twice its width. Throws a Refusal for anything else.
 */
export function shrinkPicture(
  job: PictureJob,
  source: Source,
  write: (bytes: Buffer) => void,
): void {
  const cleanup: Cleanup = []
  try {
    write(encode(scale(decode(readAll(source), job, cleanup), job.width, cleanup), cleanup))
  } finally {
    for (const undo of cleanup.reverse()) undo()
  }
}

function readAll(source: Source): Buffer {
  const pieces: Buffer[] = []
  let bytes = 0
  for (let piece = source.read(65_536); piece !== null; piece = source.read(65_536)) {
    // The source reuses its buffer.
    pieces.push(Buffer.from(piece))
    bytes += piece.length
    if (bytes > MAX_PICTURE_BYTES) {
      throw new Refusal('too_long', `over ${MAX_PICTURE_BYTES} bytes`)
    }
  }
  return Buffer.concat(pieces)
}

/** A decoder is given the whole file, and so no demuxer takes part. */
function decode(bytes: Buffer, { picture }: PictureJob, cleanup: Cleanup): Frame {
  const codec = Codec.findDecoderByName(DECODERS[picture])
  if (!codec) throw new Error(`this build of FFmpeg cannot read ${picture}`)
  const decoder = new CodecContext()
  decoder.allocContext3(codec)
  cleanup.push(() => decoder.freeContext())
  decoder.threadCount = 1
  decoder.setOption('max_pixels', MAX_PIXELS)
  check(decoder.open2Sync(codec), 'open decoder')
  const packet = new Packet()
  const frame = new Frame()
  for (const held of [packet, frame]) {
    held.alloc()
    cleanup.push(() => held.free())
  }
  packet.data = bytes
  packet.flags = AV_PKT_FLAG_KEY
  check(decoder.sendPacketSync(packet), 'decode')
  decoder.sendPacketSync(null)
  check(decoder.receiveFrameSync(frame), 'no picture')
  return frame
}

function scale(from: Frame, width: number, cleanup: Cleanup): Frame {
  const graph = new FilterGraph()
  graph.alloc()
  cleanup.push(() => graph.free())
  graph.nbThreads = 1
  const format = avGetPixFmtName(from.format as Parameters<typeof avGetPixFmtName>[0])
  const shape = `video_size=${from.width}x${from.height}:pix_fmt=${format}:time_base=1/1`
  check(graph.parsePtr(`buffer@in=${shape},${pictureFilters(width)},buffersink@out`), 'filters')
  check(graph.configSync(), `cannot scale ${shape}`)
  const source = graph.getFilter('buffer@in')
  const sink = graph.getFilter('buffersink@out')
  if (!source || !sink) throw new Refusal('not_media', `cannot scale ${shape}`)
  check(source.buffersrcAddFrameSync(from), 'scale')
  check(source.buffersrcAddFrameSync(null), 'scale')
  const small = new Frame()
  small.alloc()
  cleanup.push(() => small.free())
  check(sink.buffersinkGetFrameSync(small), 'scale')
  return small
}

function encode(frame: Frame, cleanup: Cleanup): Buffer {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBWEBP)
  if (!codec) throw new Error('this build of FFmpeg cannot write WebP')
  const encoder = new CodecContext()
  encoder.allocContext3(codec)
  cleanup.push(() => encoder.freeContext())
  encoder.width = frame.width
  encoder.height = frame.height
  encoder.pixelFormat = frame.format as CodecContext['pixelFormat']
  encoder.timeBase = new Rational(1, 1)
  encoder.setOption('quality', PICTURE_QUALITY)
  check(encoder.open2Sync(codec), 'open encoder')
  const packet = new Packet()
  packet.alloc()
  cleanup.push(() => packet.free())
  frame.pts = 0n
  check(encoder.sendFrameSync(frame), 'encode')
  check(encoder.sendFrameSync(null), 'encode')
  check(encoder.receivePacketSync(packet), 'encode')
  if (!packet.data) throw new Error('the encoder made nothing')
  return Buffer.from(packet.data)
}
