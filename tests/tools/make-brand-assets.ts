import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { colours, mark, wordmark, wordmarkWidth } from './brand-shapes.ts'

/**
 * Draws the logo, the icons and the card of shared links into public/. Run it after a change of the
 * shapes, with CHROMIUM_PATH set where Playwright has no browser of its own:
 * `node tests/tools/make-brand-assets.ts`
 */

const folder = path.resolve('public')
const font = readFileSync('app/fonts/bricolage-display.woff2').toString('base64')

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

const clip = 'M34 0h118l88 88v302a34 34 0 0 1-34 34H34a34 34 0 0 1-34-34V34A34 34 0 0 1 34 0Z'

/** The picture of the home page's hero, on ink. */
const art = `
<g fill="${colours.ink}" stroke="#3a3d4d" stroke-width="2">
  <path d="${clip}" transform="translate(348 54) scale(.56)"/>
  <path d="${clip}" transform="translate(246 20) scale(.74)"/>
  <path d="${clip}" transform="translate(136 -4) scale(.88)"/>
</g>
<path d="${clip}" fill="${colours.paper}"/>
<path d="M92 158v92a9 9 0 0 0 13.6 7.8l77-46a9 9 0 0 0 0-15.6l-77-46A9 9 0 0 0 92 158Z" fill="${colours.coral}"/>
<g fill="${colours.ink}"><rect x="30" y="334" width="104" height="12" rx="6"/>
<rect x="30" y="360" width="168" height="12" rx="6" opacity=".55"/>
<rect x="30" y="386" width="72" height="12" rx="6" opacity=".3"/></g>
<path d="M150-26 272 96" stroke="${colours.paper}" stroke-width="2.5" stroke-dasharray="3 9" stroke-linecap="round"/>
<path d="M176-24h56a34 34 0 0 1 34 34v56Z" fill="${colours.mint}"/>
<g transform="rotate(45 224 22)" fill="${colours.ink}"><circle cx="200" cy="12" r="6"/><rect x="211" y="8" width="40" height="8" rx="4"/></g>`

const card = `<!doctype html><style>
@font-face { font-family: Display; src: url(data:font/woff2;base64,${font}) }
* { margin: 0 }
body { position: relative; width: 1200px; height: 630px; overflow: hidden; background: ${colours.ink} }
h1 { position: absolute; left: 72px; top: 176px; color: ${colours.paper};
  font: 108px/0.94 Display; letter-spacing: -0.034em }
p { position: absolute; left: 76px; top: 522px; color: #b9bac7; font: 31px/1.3 Display;
  letter-spacing: 0 }
.logo { position: absolute; left: 72px; top: 64px; height: 60px }
.art { position: absolute; left: 800px; top: 118px; overflow: visible }
</style>
<svg class="logo" viewBox="0 0 ${wordmarkWidth} 32">${mark}<path fill="${colours.paper}" d="${wordmark}"/></svg>
<h1>Keep the clip.<br>Cut the<br>watermark.</h1>
<p>TikTok videos in HD or MP3. Free, unlimited.</p>
<svg class="art" width="240" height="424" viewBox="0 0 240 424" fill="none">${art}</svg>`

async function picture(
  browser: Browser,
  html: string,
  size: { width: number; height: number },
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: size })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
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
save('social-card.png', await picture(browser, card, { width: 1200, height: 630 }))
await browser.close()
