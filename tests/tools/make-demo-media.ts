/**
 * Makes the sample media of the demo mode, `app/services/demo/*`, from nothing but arithmetic:
 *
 *     node tests/tools/make-demo-media.ts
 *
 * It takes a minute or two and needs no other program. The files are in the repository; run it
 * again only to change them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Decoder, Encoder, FilterAPI, Muxer } from 'node-av/api'
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_ERROR,
  AV_PIX_FMT_RGB24,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
} from 'node-av/constants'
import { type CodecContext, Frame, Log } from 'node-av/lib'
import { renderMelody, SAMPLE_RATE, SECONDS } from './demo-melody.ts'
