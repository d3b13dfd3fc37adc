/** A picture in memory and the few brush strokes the demo pictures are made of. */

export type Colour = readonly [red: number, green: number, blue: number]

export function colour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function mix(from: Colour, to: Colour, share: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const x = Math.min(Math.max((value - from) / (to - from), 0), 1)
  return x * x * (3 - 2 * x)
}

/** The brand's colors, and the shades between them. */
export const INK = colour('#12131a')
export const CORAL = colour('#ff5a4d')
export const MINT = colour('#35d0a5')
export const PAPER = colour('#faf7f2')
export const PLUM = colour('#3b1c31')
export const WINE = colour('#8f2c45')
export const PEACH = colour('#ffb596')
export const TEAL = colour('#157a6c')
export const DEEP = colour('#0d3b40')

export type Canvas = {
  readonly width: number
  readonly height: number
  /** Lays `share` (0 to 1) of a color over one pixel. */
  blend(x: number, y: number, tone: Colour, share: number): void
  fill(toneAt: (x: number, y: number) => Colour): void
  /** Lays colors over every pixel inside a shape given by its signed distance in pixels. */
  shape(distance: (x: number, y: number) => number, tone: Colour, share?: number): void
  /** A shape's soft shadow, `blur` pixels wide. */
  shadow(distance: (x: number, y: number) => number, blur: number, share: number): void
  /** 3 bytes a pixel, dithered so that slow gradients do not show steps. */
  toRgb(): Buffer
}

export function createCanvas(width: number, height: number): Canvas {
  const pixels = new Float32Array(width * height * 3)

  const blend = (x: number, y: number, tone: Colour, share: number): void => {
    if (share <= 0) return
    const at = (y * width + x) * 3
    for (let channel = 0; channel < 3; channel++) {
      const old = pixels[at + channel] ?? 0
      pixels[at + channel] = old + ((tone[channel] ?? 0) - old) * Math.min(share, 1)
    }
  }

  const forEach = (visit: (x: number, y: number) => void): void => {
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) visit(x, y)
  }

  return {
    width,
    height,
    blend,
    fill: (toneAt) => forEach((x, y) => blend(x, y, toneAt(x, y), 1)),
    shape: (distance, tone, share = 1) =>
      forEach((x, y) => blend(x, y, tone, share * (0.5 - distance(x + 0.5, y + 0.5)))),
    shadow: (distance, blur, share) =>
      forEach((x, y) =>
        blend(x, y, INK, share * (1 - smoothstep(-blur / 2, blur, distance(x + 0.5, y + 0.5)))),
      ),
    toRgb() {
      const bytes = Buffer.allocUnsafe(pixels.length)
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          // Interleaved gradient noise: as even as a pattern, as invisible as grain.
          const noise = (52.9829189 * ((0.06711056 * x + 0.00583715 * y) % 1)) % 1
          const at = (y * width + x) * 3
          for (let channel = 0; channel < 3; channel++) {
            bytes[at + channel] = Math.min(255, Math.floor((pixels[at + channel] ?? 0) + noise))
          }
        }
      }
      return bytes
    },
  }
}
