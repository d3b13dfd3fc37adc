import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { GuardedClient } from './fetch.server.ts'

type TextReading =
  | { ok: true; text: string }
  | { ok: false; cause: 'too_large' | 'bad_answer' | 'timeout'; retry: boolean }

/** Reads a text body of at most `maxBytes`, both compressed and decompressed. Never throws. */
export async function readText(
  client: GuardedClient,
  body: Readable,
  encoding: string | null,
  maxBytes: number,
): Promise<TextReading> {
  const read = await client.readBounded(body, maxBytes)
  if (!read.ok) {
    if (read.reason === 'too_large') return { ok: false, cause: 'too_large', retry: false }
    return { ok: false, cause: read.reason === 'cut' ? 'bad_answer' : 'timeout', retry: true }
  }
  const plain = await decompress(read.bytes, encoding, maxBytes)
  return plain.ok ? { ok: true, text: new TextDecoder().decode(plain.bytes) } : plain
}

const decoders = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
} as const

/** Decompresses a body of at most `maxOutputLength` bytes. Some servers compress unasked. */
async function decompress(
  bytes: Buffer,
  encoding: string | null,
  maxOutputLength: number,
): Promise<{ ok: true; bytes: Buffer } | Extract<TextReading, { ok: false }>> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity' || name === '') return { ok: true, bytes }
  if (!Object.hasOwn(decoders, name)) return { ok: false, cause: 'bad_answer', retry: true }
  try {
    return {
      ok: true,
      bytes: await decoders[name as keyof typeof decoders](bytes, { maxOutputLength }),
    }
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    return { ok: false, cause: isTooLarge ? 'too_large' : 'bad_answer', retry: !isTooLarge }
  }
}
