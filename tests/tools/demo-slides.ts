import {
  CORAL,
  type Colour,
  createCanvas,
  DEEP,
  INK,
  MINT,
  mix,
  PAPER,
  PEACH,
  PLUM,
  smoothstep,
  TEAL,
  WINE,
} from './demo-canvas.ts'
import { paintDisc, paintWaves } from './demo-scenes.ts'

export const SLIDE_WIDTH = 1080
export const SLIDE_HEIGHT = 1350

const CREAM = mix(PAPER, PEACH, 0.28)

/** Morning: the clip's landscape by day. */
function morning(): Buffer {
  const canvas = createCanvas(SLIDE_WIDTH, SLIDE_HEIGHT)
  canvas.fill((_, y) => mix(PAPER, mix(PEACH, PAPER, 0.35), smoothstep(100, 800, y)))
  paintDisc(canvas, { x: 700, y: 430, radius: 205, low: CORAL, high: PEACH, glow: 0.22 })
  const tones = [PEACH, CORAL, WINE, mix(MINT, PAPER, 0.45), MINT, TEAL, DEEP]
  const waves = tones.map((tone, index) => ({
    tone,
    base: 0.4 + index * 0.09,
    swing: 0.046 - index * 0.003,
    turns: 0.55 + ((index * 3) % 4) * 0.13,
    drift: 1,
  }))
  paintWaves(canvas, waves, 0.31)
  return canvas.toRgb()
}

/** Arches inside arches, each a sheet of paper on the one behind it. */
function arches(): Buffer {
  const canvas = createCanvas(SLIDE_WIDTH, SLIDE_HEIGHT)
  canvas.fill((x, y) => mix(INK, PLUM, smoothstep(1500, 0, Math.hypot(x - 540, y - 1350)) * 0.7))
  const tones = [PLUM, WINE, CORAL, PEACH, PAPER, MINT, TEAL, DEEP, INK]
  for (const [index, tone] of tones.entries()) {
    const radius = 500 - index * 58
    const arch = (x: number, y: number): number =>
      y < 610 ? Math.hypot(x - 540, y - 610) - radius : Math.abs(x - 540) - radius
    canvas.shadow((x, y) => arch(x, y - 14), 34, 0.4)
    canvas.shape(arch, tone)
  }
  const rest = { glow: 0.25, low: CORAL, high: PEACH }
  paintDisc(canvas, { x: 540, y: 1180, radius: 27, ...rest })
  return canvas.toRgb()
}

/** A grid of quarter circles, in the manner of old exhibition posters. */
function mosaic(): Buffer {
  const canvas = createCanvas(SLIDE_WIDTH, SLIDE_HEIGHT)
  const cell = 270
  const tones: Record<string, Colour> = {
    i: INK,
    c: CORAL,
    m: MINT,
    p: PAPER,
    e: PEACH,
    t: TEAL,
    d: DEEP,
    w: WINE,
  }
  // Ground, figure, and its form: a corner 0 to 3, `o` a disc, `l` a leaf, `r` a ring, `-` none.
  const plan = [
    'ic2 pm3 eio cp1',
    'pt1 cwr md0 ip3',
    'mpo ie0 pc2 tml',
    'wc3 em1 ipl pc0',
    'dmr pi2 cp3 eto',
  ]
  const tiles = plan.map((row) => row.split(' '))
  canvas.fill((x, y) => {
    const tile = tiles[Math.floor(y / cell)]?.[Math.floor(x / cell)] ?? 'ii-'
    const ground = tones[tile.charAt(0)] ?? INK
    return mix(ground, INK, (0.05 * (y % cell)) / cell)
  })
  for (const [row, line] of tiles.entries()) {
    for (const [column, tile] of line.entries()) {
      const figure = tones[tile.charAt(1)] ?? PAPER
      const form = tile.charAt(2)
      const inTile = (x: number, y: number): [number, number] => [x - column * cell, y - row * cell]
      const corner = (which: number) => (x: number, y: number) =>
        Math.hypot(x - (which % 2) * cell, y - (which > 1 ? cell : 0)) - cell
      const forms: Record<string, (x: number, y: number) => number> = {
        o: (x, y) => Math.hypot(x - cell / 2, y - cell / 2) - cell * 0.34,
        r: (x, y) => Math.abs(Math.hypot(x - cell / 2, y - cell / 2) - cell * 0.3) - cell * 0.1,
        l: (x, y) => Math.max(corner(1)(x, y), corner(2)(x, y)),
      }
      const distance = forms[form] ?? corner(Number(form))
      for (let y = row * cell; y < (row + 1) * cell; y++) {
        for (let x = column * cell; x < (column + 1) * cell; x++) {
          const [left, top] = inTile(x + 0.5, y + 0.5)
          const tone = mix(mix(figure, PAPER, 0.1), figure, (left + top) / (2 * cell))
          canvas.blend(x, y, tone, 0.5 - distance(left, top))
        }
      }
    }
  }
  return canvas.toRgb()
}

/** Layers of a slow warped landscape, seen from above. */
function layers(): Buffer {
  const canvas = createCanvas(SLIDE_WIDTH, SLIDE_HEIGHT)
  const tones = [INK, PLUM, WINE, CORAL, PEACH, CREAM, mix(MINT, PAPER, 0.55), MINT, TEAL, DEEP]
  const height = (x: number, y: number): number => {
    const u = x / SLIDE_WIDTH
    const v = y / SLIDE_WIDTH
    const across = u - 0.46 + 0.07 * Math.sin(5.2 * v + 0.6) + 0.03 * Math.sin(9.1 * v + 4 * u)
    const down = v - 0.6 + 0.08 * Math.sin(4.6 * u + 1.4) + 0.03 * Math.sin(8.3 * u - 3 * v)
    return 1.04 - 1.28 * Math.hypot(across, down * 0.84)
  }
  canvas.fill((x, y) => {
    const level = Math.min(Math.max(height(x, y), 0), 0.999) * tones.length
    const slope =
      Math.hypot(height(x + 1, y) - height(x, y), height(x, y + 1) - height(x, y)) * tones.length
    const index = Math.floor(level)
    const into = (level - index) / Math.max(slope, 1e-4)
    const tone = tones[index] ?? INK
    const lit = mix(mix(tone, PAPER, 0.1), tone, smoothstep(0, 110, into))
    const toNext = (index + 1 - level) / Math.max(slope, 1e-4)
    const shaded = mix(
      lit,
      INK,
      index + 1 < tones.length ? 0.26 * (1 - smoothstep(0, 46, toNext)) : 0,
    )
    return mix(mix(tones[index - 1] ?? tone, INK, 0.26), shaded, Math.min(1, into + 0.5))
  })
  return canvas.toRgb()
}

/** The slideshow's pictures, in their order. */
export const slides: (() => Buffer)[] = [morning, arches, mosaic, layers]
