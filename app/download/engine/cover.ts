import { readFile } from 'node:fs/promises'
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import { decode as decodePng, init as initPng } from '@jsquash/png/decode.js'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js'
import { type CoverJob, type JobOutput, Refusal } from './engine-job.ts'

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

const QUALITY = 68

/** The packages look for these files on a server; here they are read from their folders. */
const decoders = {
  jpeg: {
    module: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
    init: initJpeg,
    decode: decodeJpeg,
  },
  png: { module: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm', init: initPng, decode: decodePng },
  webp: { module: '@jsquash/webp/codec/dec/webp_dec.wasm', init: initWebp, decode: decodeWebp },
} as const
const encoderModule = '@jsquash/webp/codec/enc/webp_enc_simd.wasm'

const ready = new Map<string, Promise<unknown>>()

function prepare(module: string, init: (module: WebAssembly.Module) => Promise<unknown>) {
  const prepared = ready.get(module) ?? load(module).then(init)
  ready.set(module, prepared)
  return prepared
}

async function load(module: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(import.meta.resolve(module))))
}

/**
 * Writes a JPEG, PNG or WebP as a small WebP: as wide as the job's width but never wider than the
 * picture, never taller than twice its width. Too many pixels don't fit into a decoder's memory.
 */
export async function makeCover(
  { kind, width }: CoverJob,
  picture: Uint8Array<ArrayBuffer>,
  { write }: JobOutput,
): Promise<void> {
  const { module, init, decode } = decoders[kind]
  await prepare(module, init)
  await prepare(encoderModule, initEncoder)
  const bytes = new Uint8Array(picture).buffer
  const pixels: Pixels | null = await decode(bytes)
  if (!pixels) throw new Refusal('not_media', 'no picture')
  const small = shrink(pixels, Math.min(width, pixels.width))
  await write(
    new Uint8Array(
      await encodeWebp(new ImageData(small.data, small.width, small.height), { quality: QUALITY }),
    ),
  )
}

/** Averages the pixels that fall into each new one, on white where they are transparent. */
function shrink(
  { data, width, height }: Pixels,
  newWidth: number,
): Pixels & { data: Uint8ClampedArray<ArrayBuffer> } {
  const usedHeight = Math.min(height, width * 2)
  const newHeight = Math.max(1, Math.round((usedHeight * newWidth) / width))
  const small = new Uint8ClampedArray(newWidth * newHeight * 4)
  for (let y = 0; y < newHeight; y++) {
    const top = Math.floor((y * usedHeight) / newHeight)
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * usedHeight) / newHeight))
    for (let x = 0; x < newWidth; x++) {
      const left = Math.floor((x * width) / newWidth)
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / newWidth))
      const sums = [0, 0, 0, 0] as [number, number, number, number]
      for (let row = top; row < bottom; row++) {
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4) {
          const alpha = data[at + 3] ?? 0
          sums[0] += (data[at] ?? 0) * alpha
          sums[1] += (data[at + 1] ?? 0) * alpha
          sums[2] += (data[at + 2] ?? 0) * alpha
          sums[3] += alpha
        }
      }
      const [red, green, blue, alpha] = sums
      const full = (bottom - top) * (right - left) * 255
      const white = 255 * (1 - alpha / full)
      const color = [red / full + white, green / full + white, blue / full + white, 255]
      small.set(color, (y * newWidth + x) * 4)
    }
  }
  return { data: small, width: newWidth, height: newHeight }
}
