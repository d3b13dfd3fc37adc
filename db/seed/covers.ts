import { crc32, deflateSync } from 'node:zlib'

/** Drawn covers for the demo data: small scenes of few colors, the same ones every time. */

const width = 240
const height = 320
const scenes = 36

type Colour = readonly number[]

/** Sky from top to bottom, disc, far and near hill. */
const moods = [
  '12131a 3b1c31 ffb596 8f2c45 ff5a4d',
  '0d3b40 157a6c faf7f2 35d0a5 12131a',
  'ffb596 faf7f2 ff5a4d 8f2c45 3b1c31',
  '3b1c31 8f2c45 ffb596 12131a 35d0a5',
  '35d0a5 faf7f2 ff5a4d 157a6c 0d3b40',
  '12131a 0d3b40 35d0a5 157a6c ffb596',
]
const bands = 9

/** PNGs of about 1 kB each, to be shared out among the posts by their number. */
export function drawCovers(): Buffer[] {
  return Array.from({ length: scenes }, (_, scene) => drawScene(scene))
}

function drawScene(scene: number): Buffer {
  const mood = moods[scene % moods.length] ?? ''
  const colours: Colour[] = mood.split(' ').map((hex) => [...Buffer.from(hex, 'hex')])
  const [top = [], bottom = [], disc = [], far = [], near = []] = colours
  const sky = Array.from({ length: bands }, (_, n) => blend(top, bottom, n / (bands - 1)))
  const palette = [...sky, disc, far, near]
  const centre = { x: 50 + ((scene * 53) % 140), y: 78 + ((scene * 31) % 70) }
  const radius = 26 + ((scene * 17) % 34)
  const phase = scene * 1.7
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const onFar = y > 172 + 24 * Math.sin(x / 37 + phase) + 9 * Math.sin(x / 11 + phase)
      const onNear = y > 214 + 20 * Math.sin(x / 52 + phase * 2)
      const onDisc = Math.hypot(x - centre.x, y - centre.y) < radius
      const band = Math.floor((y * bands) / height)
      // Each row begins with the number of its filter, which is none.
      rows[y * (width + 1) + x + 1] = onNear ? bands + 2 : onFar ? bands + 1 : onDisc ? bands : band
    }
  }
  return png(palette, rows)
}

function blend(from: Colour, to: Colour, share: number): Colour {
  return from.map((value, channel) => Math.round(value + ((to[channel] ?? 0) - value) * share))
}

function png(palette: readonly Colour[], rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits a pixel, each the number of a color.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(content.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
