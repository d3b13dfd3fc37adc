import { open, stat } from 'node:fs/promises'
import path from 'node:path'

/** A file of `public/`, as it is on the disk. */
export type PublicFile = {
  bytes: number
  /** Of a PNG; null for other files. */
  pixels: { width: number; height: number } | null
}

/** Where the server hands static files out from. */
const folder = path.resolve(import.meta.env?.DEV === true ? 'public' : 'build/client')

/** These files change with the program alone, so each is looked at once. */
const known = new Map<string, Promise<PublicFile | null>>()

/**
 * The size of a static file by its address (`/press/logo.png`), null when there is none.
 * For addresses that the program itself names, never for a visitor's.
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
