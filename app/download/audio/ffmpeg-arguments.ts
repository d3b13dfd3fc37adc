import { MAX_PIXELS, PICTURE_QUALITY, pictureFilters } from '#app/download/covers/picture-limits.ts'
import type { SoundKind } from '#app/download/media/source-inspector.ts'
import type { PictureJob, SoundJob } from './audio-child.server.ts'

/** All that a short video or its sound needs, as in `audio-input.ts`. */
const DECODERS = 'aac,mp3float,mp3,alac,ac3,eac3,flac,opus'
const DEMUXERS: Record<SoundKind, string> = { mp4: 'mov', mp3: 'mp3', aac: 'aac' }
const PICTURE_DECODERS: Record<PictureJob['picture'], string> = {
  jpeg: 'mjpeg',
  png: 'png',
  webp: 'webp',
}

/** One thread, and of the outside world nothing but its pipes. */
const BOUNDS = [
  ...['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', '-filter_threads', '1'],
  ...['-protocol_whitelist', 'pipe'],
]

/** The arguments that make an MP3 of a sound. */
export function soundArguments(job: SoundJob, kind: SoundKind): string[] {
  return [
    ...[...BOUNDS, '-format_whitelist', 'mov,mp3,aac'],
    ...['-codec_whitelist', DECODERS, '-nofind_stream_info', '-f', DEMUXERS[kind]],
    ...['-i', 'pipe:0', '-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-metadata', `title=${job.title}`, '-metadata', `artist=${job.artist}`],
    '-af',
    'aformat=sample_fmts=fltp:sample_rates=32000|44100|48000:channel_layouts=mono|stereo',
    ...['-c:a', 'libmp3lame', '-b:a', '192k', '-compression_level', '7'],
    ...['-id3v2_version', '3', '-f', 'mp3', 'pipe:1'],
  ]
}

/** The arguments that make a small WebP of a picture. Its kind is known, so no demuxer is guessed. */
export function pictureArguments({ picture, width }: PictureJob): string[] {
  const demuxer = `${picture}_pipe`
  return [
    ...[...BOUNDS, '-format_whitelist', demuxer, '-codec_whitelist', PICTURE_DECODERS[picture]],
    ...['-max_pixels', String(MAX_PIXELS), '-f', demuxer, '-i', 'pipe:0', '-map', '0:v:0'],
    ...['-map_metadata', '-1', '-frames:v', '1', '-vf', pictureFilters(width)],
    ...['-c:v', 'libwebp', '-quality', String(PICTURE_QUALITY), '-f', 'image2pipe', 'pipe:1'],
  ]
}
