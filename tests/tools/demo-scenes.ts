import {
  type Canvas,
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
import { BEAT, melody, SECONDS } from './demo-melody.ts'

type Wave = { tone: Colour; base: number; swing: number; turns: number; drift: number }

const TURN = 2 * Math.PI

/** The y of a wave's edge, in shares of the height; it comes back to itself after the tune. */
function edgeOf(wave: Wave, index: number, x: number, loop: number): number {
  const slow = Math.sin(TURN * (wave.turns * x + wave.drift * loop) + index * 1.7)
  const fast = Math.sin(TURN * (wave.turns * 1.9 * x - wave.drift * loop) + index * 2.9)
  return wave.base + wave.swing * (0.72 * slow + 0.28 * fast)
}

/** Paper-cut waves, each throwing a shadow on the one behind it. */
export function paintWaves(canvas: Canvas, waves: readonly Wave[], loop: number): void {
  const { width, height } = canvas
  const reach = height * 0.045
  for (let x = 0; x < width; x++) {
    for (const [index, wave] of waves.entries()) {
      const edge = edgeOf(wave, index, x / width, loop) * height
      const next = edgeOf(wave, index, (x + 1) / width, loop) * height
      const steep = Math.hypot(1, next - edge)
      const light = mix(wave.tone, PAPER, 0.09)
      for (let y = Math.max(0, Math.floor(edge - reach)); y < height; y++) {
        const inside = (y + 0.5 - edge) / steep
        if (inside < 0.5) {
          const far = Math.max(0, -inside / reach)
          canvas.blend(x, y, INK, 0.24 * (1 - far) ** 2)
        }
        const sheen = 1 - Math.min(1, Math.max(0, inside) / (height * 0.1))
        canvas.blend(x, y, mix(wave.tone, light, sheen), inside + 0.5)
        // Deeper down the next wave covers it anyway.
        if (inside > height * 0.22) break
      }
    }
  }
}

const nightWaves: Wave[] = [
  { tone: PLUM, base: 0.545, swing: 0.035, turns: 0.8, drift: 1 },
  { tone: WINE, base: 0.6, swing: 0.034, turns: 1.0, drift: -1 },
  { tone: CORAL, base: 0.662, swing: 0.032, turns: 0.9, drift: 1 },
  { tone: PEACH, base: 0.722, swing: 0.03, turns: 1.2, drift: -1 },
  { tone: MINT, base: 0.782, swing: 0.029, turns: 0.85, drift: 2 },
  { tone: TEAL, base: 0.848, swing: 0.027, turns: 1.1, drift: -1 },
  { tone: DEEP, base: 0.912, swing: 0.024, turns: 0.95, drift: 1 },
]

/** The sky: ink above, with a last warm light where the waves begin. */
function paintSky(canvas: Canvas): void {
  const rows = Array.from({ length: canvas.height }, (_, y) => {
    const depth = y / canvas.height
    return mix(INK, mix(PLUM, WINE, 0.35), smoothstep(0.12, 0.66, depth) * 0.85)
  })
  canvas.fill((_, y) => rows[y] ?? INK)
}

/** A disc with a soft light of its own, brightest towards its top left. */
export function paintDisc(
  canvas: Canvas,
  disc: { x: number; y: number; radius: number; low: Colour; high: Colour; glow: number },
): void {
  const { x: centreX, y: centreY, radius, low, high, glow } = disc
  const reach = radius * 2.6
  const fromY = Math.max(0, Math.floor(centreY - reach))
  const toY = Math.min(canvas.height, Math.ceil(centreY + reach))
  const fromX = Math.max(0, Math.floor(centreX - reach))
  const toX = Math.min(canvas.width, Math.ceil(centreX + reach))
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      const far = Math.hypot(x + 0.5 - centreX, y + 0.5 - centreY)
      const halo = 1 - Math.min(1, Math.max(0, far - radius) / (reach - radius))
      if (far > radius - 1) canvas.blend(x, y, low, glow * halo ** 3)
      if (far < radius + 1) {
        const light = smoothstep(-1, 1, (centreX - x + (centreY - y) * 1.6) / (radius * 1.9))
        canvas.blend(x, y, mix(low, high, light), radius - far + 0.5)
      }
    }
  }
}

function paintRing(
  canvas: Canvas,
  ring: { x: number; y: number; radius: number; width: number; tone: Colour; share: number },
): void {
  const outer = ring.radius + ring.width
  for (let y = Math.max(0, Math.floor(ring.y - outer)); y < ring.y + outer; y++) {
    if (y >= canvas.height) return
    const half = Math.sqrt(Math.max(0, outer ** 2 - (y - ring.y) ** 2))
    const from = Math.max(0, Math.floor(ring.x - half))
    for (let x = from; x < Math.min(canvas.width, ring.x + half); x++) {
      const away = Math.abs(Math.hypot(x + 0.5 - ring.x, y + 0.5 - ring.y) - ring.radius)
      canvas.blend(x, y, ring.tone, ring.share * (ring.width / 2 + 0.5 - away))
    }
  }
}

/** How much of a note can be seen `beats` after it was struck. */
function struck(beats: number): number {
  return beats < 0 ? 0 : Math.min(1, beats / 0.08) * Math.exp(-beats * 0.9)
}

/** One picture of the clip, `seconds` into its loop: a sun over waves, and the tune as stars. */
export function paintClip(width: number, height: number, seconds: number): Buffer {
  const canvas = createCanvas(width, height)
  const loop = seconds / SECONDS
  const beat = seconds / BEAT
  const beats = SECONDS / BEAT
  const since = (at: number): number => (beat - at + beats) % beats
  paintSky(canvas)

  const sun = {
    x: width / 2,
    y: height * (0.4 + 0.012 * Math.sin(TURN * loop)),
    radius: width * (0.245 + 0.006 * struck(since(Math.floor(beat / 4) * 4))),
  }
  for (let bar = 0; bar < 5; bar++) {
    const age = since(bar * 4) / 8
    if (age < 1) {
      const radius = sun.radius * (1 + age * 1.5)
      const share = 0.3 * (1 - age) ** 1.5
      paintRing(canvas, { ...sun, radius, width: width * 0.003, tone: PEACH, share })
    }
  }
  paintDisc(canvas, { ...sun, low: CORAL, high: mix(PEACH, PAPER, 0.25), glow: 0.32 })

  // Each note has its place: time from left to right, pitch upwards.
  for (const note of melody) {
    const light = struck(since(note.at))
    const x = width * (0.09 + 0.82 * (note.at / beats))
    const y = height * (0.2 - (note.pitch - 78) * 0.0085)
    const radius = width * (0.0042 + 0.0075 * light * note.loud)
    const tone = mix(PAPER, MINT, light)
    const dot = { x, y, radius, low: tone, high: tone, glow: 0.25 * light }
    if (light < 0.02) paintRing(canvas, { x, y, radius: 0, width: radius * 2, tone, share: 0.4 })
    else paintDisc(canvas, dot)
  }

  const orbit = TURN * (loop + 0.08)
  paintDisc(canvas, {
    x: sun.x + width * 0.36 * Math.cos(orbit),
    y: sun.y + height * 0.035 - width * 0.13 * Math.sin(orbit),
    radius: width * 0.036,
    low: MINT,
    high: mix(MINT, PAPER, 0.6),
    glow: 0.18,
  })
  paintWaves(canvas, nightWaves, loop)
  return canvas.toRgb()
}
