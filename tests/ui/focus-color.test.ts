// @module-tag module
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Scheme = ReadonlyMap<string, string>

const sheet = readFileSync('app/css/colors.css', 'utf8')

/** The colors that a block of the sheet sets. */
function colorsOf(block: string): Scheme {
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  )
}

const [light = '', rest = ''] = sheet.slice(sheet.indexOf(':root {')).split('@variant dark {', 2)
const band = sheet.slice(sheet.indexOf('.band {'))
const schemes: [string, Scheme][] = [
  ['light', colorsOf(light)],
  ['dark', colorsOf(rest)],
  ['band', colorsOf(band.slice(0, band.indexOf('}')))],
]

const channels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

/** As WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** In degrees. */
function hue(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex)
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

test.each(schemes)('%s: what has the focus is seen, and not taken for a fault', (_, scheme) => {
  const color = (name: string) => scheme.get(name) ?? `no ${name}`
  for (const ground of ['page', 'surface', 'sunken']) {
    expect(contrast(color('focus'), color(ground)), ground).toBeGreaterThanOrEqual(3)
  }
  for (const fault of ['bad', 'accent', 'link']) {
    const apart = Math.abs(hue(color('focus')) - hue(color(fault)))
    expect(Math.min(apart, 360 - apart), fault).toBeGreaterThan(90)
  }
})
