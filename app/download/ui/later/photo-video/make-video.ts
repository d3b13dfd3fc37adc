import { BufferTarget, CanvasSource, Mp4OutputFormat, Output } from 'mediabunny'
import {
  frameSize,
  framesPerSecond,
  type Pace,
  placeInside,
  type Size,
  slideStarts,
} from './slide-plan.ts'
import { openSound, type SoundTrack } from './sound-track.ts'
import { VideoError } from './video-error.ts'

const bitrate = 5_000_000
const longestSeconds = 600
/** The muxer holds the file twice at its end, which must fit a phone's memory. */
const mostBytes = 100 * 2 ** 20

type Slides = {
  pictures: readonly Blob[]
  sound: Blob | null
  pace: Pace
  signal: AbortSignal
  /** Called for each frame, with the number of its picture and what part of the video is done. */
  onProgress: (number: number, share: number) => void
}

/**
 * Makes an MP4 of H.264 pictures and their sound, which is repeated or cut to the pictures' time.
 * One picture is decoded at a time. Returns the file and its sound's codec, null without sound.
 * Throws a VideoError, the signal's reason, or what the browser's encoder throws.
 */
export async function makeVideo(
  slides: Slides,
): Promise<{ file: Blob; soundCodec: string | null }> {
  const sizes: Size[] = []
  for (const picture of slides.pictures) {
    slides.signal.throwIfAborted()
    sizes.push(await decoded(picture, ({ width, height }) => ({ width, height })))
  }
  const sound = slides.sound === null ? null : await openSound(slides.sound)
  try {
    const file = await encode(slides, frameSize(sizes), sound)
    return { file, soundCodec: sound?.codec ?? null }
  } finally {
    sound?.close()
  }
}

async function encode(
  { pictures, pace, signal, onProgress }: Slides,
  frame: Size,
  sound: SoundTrack | null,
): Promise<Blob> {
  const starts = slideStarts(pictures.length, pace, sound?.seconds ?? null)
  const frames = starts.at(-1) ?? 0
  const seconds = frames / framesPerSecond
  if (seconds > longestSeconds) throw new VideoError('long')
  const canvas = new OffscreenCanvas(frame.width, frame.height)
  let bytes = 0
  const video = new CanvasSource(canvas, {
    codec: 'avc',
    bitrate,
    onEncodedPacket: ({ byteLength }) => {
      bytes += byteLength
    },
  })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  output.addVideoTrack(video, { frameRate: framesPerSecond })
  if (sound !== null) output.addAudioTrack(sound.source)
  try {
    await output.start()
    await sound?.fill(seconds, signal)
    for (const [index, picture] of pictures.entries()) {
      await draw(picture, canvas, frame)
      const [first = 0, next = frames] = [starts[index], starts[index + 1]]
      for (let number = first; number < next; number++) {
        signal.throwIfAborted()
        if (bytes > mostBytes) throw new VideoError('large')
        const at = number / framesPerSecond
        await video.add(at, 1 / framesPerSecond, { keyFrame: number === first })
        onProgress(index + 1, (number + 1) / frames)
      }
    }
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
  signal.throwIfAborted()
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'video/mp4' })
}

async function draw(picture: Blob, canvas: OffscreenCanvas, frame: Size): Promise<void> {
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('This browser gives no canvas')
  context.imageSmoothingQuality = 'high'
  context.fillRect(0, 0, frame.width, frame.height)
  await decoded(picture, (bitmap) => {
    const { x, y, width, height } = placeInside(bitmap, frame)
    context.drawImage(bitmap, x, y, width, height)
  })
}

/** Decodes a picture for `use` only, so that no two are in memory. */
async function decoded<T>(picture: Blob, use: (bitmap: ImageBitmap) => T): Promise<T> {
  const bitmap = await createImageBitmap(picture).catch(() => {
    throw new VideoError('image')
  })
  try {
    return use(bitmap)
  } finally {
    bitmap.close()
  }
}
