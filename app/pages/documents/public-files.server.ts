import { open, stat } from 'node:fs/promises'
import path from 'node:path'

export type PublicFile = {
  bytes: number
  /** Of a PNG. Null for other files. */
  pixels: { width: number; height: number } | null
}

const folder = path.resolve(import.meta.env?.DEV === true ? 'public' : 'build/client')

/** These files change only with the program, so each is read once. */
const known = new Map<string, Promise<PublicFile | null>>()

/**
 * Returns a static file's size by its address (`/press/logo.png`), or null if there is none. Only
 * for addresses in our code, never a visitor's.
 */
export function publicFile(address: string): Promise<PublicFile | null> {
  const earlier = known.get(address)
  if (earlier !== undefined) return earlier
  const file = readFacts(path.join(folder, address))
  known.set(address, file)
  return file
}

async function readFacts(file: string): Promise<PublicFile | null> {
  try {
    const { size } = await stat(file)
    return { bytes: size, pixels: file.endsWith('.png') ? await pngPixels(file) : null }
  } catch {
    return null
  }
}

/** Width and height are in the first chunk of every PNG (PNG specification, 11.2.1). */
async function pngPixels(file: string): Promise<PublicFile['pixels']> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(24), 0, 24, 0)
    if (bytesRead < 24 || buffer.toString('latin1', 12, 16) !== 'IHDR') return null
    return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) }
  } finally {
    await handle.close()
  }
}
