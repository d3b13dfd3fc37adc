import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { colours, mark, wordmark, wordmarkWidth } from './brand-shapes.ts'

/**
 * Draws the logo and the icons into public/. Run it after a change of the shapes, with CHROMIUM_PATH
 * set where Playwright has no browser of its own: `node tests/tools/make-brand-assets.ts`
 */

const folder = path.resolve('public')

const svg = (viewBox: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>\n`

const logo = (ink: string) =>
  svg(
    `0 0 ${wordmarkWidth} 32`,
    `<title>Cleanclip</title>${mark}<path fill="${ink}" d="${wordmark}"/>`,
  )

/** The mark in the middle of a square, as large a part of its side as `part` says. */
function icon(part: number, background: string | null): string {
  const side = 28 / part
  const start = 16 - side / 2
  const box = `${start} ${start} ${side} ${side}`
  const ground =
    background === null
      ? ''
      : `<rect x="${start}" y="${start}" width="${side}" height="${side}" fill="${background}"/>`
  return svg(box, ground + mark)
}

async function picture(
  browser: Browser,
  html: string,
  size: { width: number; height: number },
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: size })
  await page.setContent(html)
  const bytes = await page.screenshot({ omitBackground: true })
  await page.close()
  return bytes
}

const drawing = (image: string) =>
  `<!doctype html><style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${image}`

/** An ICO file may hold a PNG as it is, behind a directory of one entry. */
function ico(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const save = (name: string, bytes: Buffer | string) => writeFileSync(path.join(folder, name), bytes)

const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const square = (image: string, side: number) =>
  picture(browser, drawing(image), { width: side, height: side })

save('favicon.svg', svg('0 0 32 32', mark))
save('logo.svg', logo(colours.ink))
save('logo-on-dark.svg', logo(colours.paper))
const logoSize = { width: wordmarkWidth * 8, height: 32 * 8 }
save('logo.png', await picture(browser, drawing(logo(colours.ink)), logoSize))
save('logo-on-dark.png', await picture(browser, drawing(logo(colours.paper)), logoSize))
save('favicon.ico', ico(await square(icon(1, null), 32), 32))
save('apple-touch-icon.png', await square(icon(0.66, colours.paper), 180))
save('icon-192.png', await square(icon(0.9, null), 192))
save('icon-512.png', await square(icon(0.9, null), 512))
save('icon-maskable-512.png', await square(icon(0.56, colours.paper), 512))
await browser.close()
