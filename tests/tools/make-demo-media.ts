/**
 * Makes the sample media of the demo mode, `app/download/extraction/demo/*`, from nothing but arithmetic:
 *
 *     node tests/tools/make-demo-media.ts
 *
 * It takes some minutes and needs no other program. The files are in the repository; run it
 * again only to change them.
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Encoder, FilterAPI, Muxer } from 'node-av/api'
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_ERROR,
  AV_PIX_FMT_RGB24,
  AV_SAMPLE_FMT_FLT,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
} from 'node-av/constants'
import { type CodecContext, Dictionary, FFmpegError, Frame, Log } from 'node-av/lib'
import { renderMelody, SAMPLE_RATE, SECONDS } from './demo-melody.ts'
import { paintClip } from './demo-scenes.ts'
import { SLIDE_HEIGHT, SLIDE_WIDTH, slides } from './demo-slides.ts'

const TARGET = fileURLToPath(new URL('../../app/download/extraction/demo/', import.meta.url))
/** Files move to their place when all are done: an app that runs never serves half of one. */
const FOLDER = `${TARGET}.making/`
const FRAMES_PER_SECOND = 30
const COVER_AT_SECONDS = 7
const AUDIO_FRAME = 1024

type Size = { width: number; height: number }

/** Codec options one by one: node-av 6.1.1 frees a dictionary given at the opening twice. */
function set(options: Record<string, string>): (context: CodecContext) => void {
  return (context) => {
    for (const [name, value] of Object.entries(options)) {
      FFmpegError.throwIfError(context.setOption(name, value), name)
    }
  }
}

function pictureFrame(rgb: Buffer, { width, height }: Size, index = 0): Frame {
  const timeBase = { num: 1, den: FRAMES_PER_SECOND }
  const format = AV_PIX_FMT_RGB24
  return Frame.fromVideoBuffer(rgb, { width, height, format, timeBase, pts: BigInt(index) })
}

function writeJpeg(name: string, rgb: Buffer, size: Size, quality: number): void {
  const filter = FilterAPI.create('scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p')
  const [frame] = filter.processAllSync(pictureFrame(rgb, size))
  if (!frame) throw new Error(`no picture for ${name}`)
  const encoder = Encoder.createSync(FF_ENCODER_MJPEG, {
    configure: set({ flags: '+qscale', global_quality: `${quality * 118}` }),
  })
  const packets = [...encoder.encodeAllSync(frame), ...encoder.encodeAllSync(null)]
  writeFileSync(FOLDER + name, packets[0]?.data ?? Buffer.alloc(0))
  encoder.close()
  filter.close()
}

/** The tune in frames of both channels, sample by sample in turn. */
function soundFrames(): Frame[] {
  const [left, right] = renderMelody()
  return Array.from({ length: Math.ceil(left.length / AUDIO_FRAME) }, (_, index) => {
    const from = index * AUDIO_FRAME
    const count = Math.min(AUDIO_FRAME, left.length - from)
    const both = Buffer.alloc(count * 8)
    for (let sample = 0; sample < count; sample++) {
      both.writeFloatLE(left[from + sample] ?? 0, sample * 8)
      both.writeFloatLE(right[from + sample] ?? 0, sample * 8 + 4)
    }
    return Frame.fromAudioBuffer(both, {
      nbSamples: count,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate: SAMPLE_RATE,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: { num: 1, den: SAMPLE_RATE },
      pts: BigInt(from),
    })
  })
}

async function writeSound(name: string, title: string): Promise<void> {
  const encoder = Encoder.createSync(FF_ENCODER_LIBMP3LAME, {
    bitrate: 128_000,
    autoResample: true,
  })
  const muxer = await Muxer.open(FOLDER + name, { configure: (file) => tag(file, title) })
  const track = muxer.addStream(encoder)
  for (const frame of [...soundFrames(), null]) {
    for (const packet of encoder.encodeAllSync(frame)) await muxer.writePacket(packet, track)
  }
  await muxer.close()
  encoder.close()
}

function tag(file: { metadata: Dictionary | null }, title: string): void {
  file.metadata = Dictionary.fromObject({ title, artist: 'Cleanclip' })
}

/** An MP4 that plays while it loads, its colors declared so that every player shows the same. */
async function writeClip(name: string, size: Size, quality: number): Promise<void> {
  const colours = 'color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv'
  const filter = FilterAPI.create(
    `scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=${colours}`,
  )
  const picture = Encoder.createSync(FF_ENCODER_LIBX264, {
    bitrate: 0,
    gopSize: FRAMES_PER_SECOND * 4,
    maxBFrames: 3,
    configure: set({ preset: 'slow', crf: `${quality}`, profile: 'main', refs: '3' }),
  })
  const sound = Encoder.createSync(FF_ENCODER_AAC, { bitrate: 128_000, autoResample: true })
  const muxer = await Muxer.open(FOLDER + name, {
    options: { movflags: '+faststart' },
    configure: (file) => tag(file, 'Cleanclip sample'),
  })
  const pictureTrack = muxer.addStream(picture)
  const soundTrack = muxer.addStream(sound)
  const waiting = soundFrames()
  const writeSoundUntil = async (seconds: number): Promise<void> => {
    while (waiting[0] && Number(waiting[0].pts) / SAMPLE_RATE <= seconds) {
      for (const packet of sound.encodeAllSync(waiting.shift() ?? null)) {
        await muxer.writePacket(packet, soundTrack)
      }
    }
  }
  const writePicture = async (frame: Frame | null): Promise<void> => {
    for (const packet of picture.encodeAllSync(frame)) {
      await muxer.writePacket(packet, pictureTrack)
    }
  }
  for (let index = 0; index < SECONDS * FRAMES_PER_SECOND; index++) {
    const rgb = paintClip(size.width, size.height, index / FRAMES_PER_SECOND)
    for (const frame of filter.processAllSync(pictureFrame(rgb, size, index))) {
      await writePicture(frame)
    }
    await writeSoundUntil(index / FRAMES_PER_SECOND)
  }
  await writePicture(null)
  await writeSoundUntil(SECONDS)
  for (const packet of sound.encodeAllSync(null)) await muxer.writePacket(packet, soundTrack)
  await muxer.close()
  sound.close()
  picture.close()
  filter.close()
}

Log.setLevel(AV_LOG_ERROR)
mkdirSync(FOLDER, { recursive: true })
for (const [index, paint] of slides.entries()) {
  writeJpeg(`slide-${index + 1}.jpg`, paint(), { width: SLIDE_WIDTH, height: SLIDE_HEIGHT }, 3)
}
const cover = { width: 720, height: 1280 }
writeJpeg('cover.jpg', paintClip(cover.width, cover.height, COVER_AT_SECONDS), cover, 3)
await writeSound('sound.mp3', 'Cleanclip sample')
await writeClip('clip.mp4', { width: 540, height: 960 }, 21)
await writeClip('clip-hd.mp4', { width: 1080, height: 1920 }, 21)
for (const name of readdirSync(FOLDER)) renameSync(FOLDER + name, TARGET + name)
rmdirSync(FOLDER)
