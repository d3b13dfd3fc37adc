import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { coverOf } from '#app/pages/documents/cover.ts'
import { metaContent, parseDocument } from '#app/pages/documents/document.ts'
import { colours, mark, wordmark, wordmarkWidth } from './brand-shapes.ts'

export const cardSize = { width: 1200, height: 630 }

/** An article's social card: the PNG that shows it, and the page that the PNG is a picture of. */
export type ArticleCard = { file: string; html: string; stamp: string }

const font = readFileSync('app/fonts/bricolage-display.woff2').toString('base64')
const covers = readFileSync('app/pages/blog/covers.svg', 'utf8')
const styles = readFileSync('app/css/covers.css', 'utf8')

/** One card for each English article. */
export function articleCards(): ArticleCard[] {
  return globSync('pages-content/blog/*.html').map((source) => {
    const html = cardHtml(readFileSync(source, 'utf8'))
    const stamp = createHash('sha256').update(html).digest('hex')
    return { file: `public/blog-cards/${path.basename(source, '.html')}.png`, html, stamp }
  })
}

function cardHtml(source: string): string {
  const document = parseDocument(source)
  if (document === null) throw new Error('An article has no content')
  const { motif, ground } = coverOf(metaContent(document.metas, 'cleanclip:cover'))
  const [drawing = ''] = new RegExp(`<symbol id="${motif}".*</symbol>`).exec(covers) ?? []
  const text = ground === 'ink' ? colours.paper : colours.ink
  const title = document.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Display; src: url(data:font/woff2;base64,${font}) }
${styles}
* { margin: 0 }
body { width: 1200px; height: 630px; overflow: hidden; background: ${colours.paper}; color: ${text} }
.cover { --ratio: 1.9048; width: 1200px; height: 630px }
.cover, .cover::after { border-radius: 0 }
.cover .art { top: 150px; left: 712px; width: 430px; height: 430px }
.cover .logo { top: 64px; left: 72px; width: 262px; height: 60px }
h1 { position: absolute; bottom: 66px; left: 72px; width: 640px;
  font: ${title.length > 40 ? 70 : 84}px/1 Display; letter-spacing: -0.03em; text-wrap: balance }
</style>
<svg style="display: none">${drawing}</svg>
<div class="cover cover-${ground}">
<svg class="logo" viewBox="0 0 ${wordmarkWidth} 32">${inColours(text)}<path fill="${text}" d="${wordmark}"/></svg>
<h1>${title}</h1>
<svg class="art" viewBox="0 0 400 400"><use href="#${motif}"/></svg>
</div>`
}

/** The mark in two colors, since its own may be the ground's. */
function inColours(text: string): string {
  const { ink, coral, mint } = colours
  return mark
    .replace(`fill="${ink}"`, 'fill="var(--ground)"')
    .replace(`fill="${coral}"`, `fill="${text}"`)
    .replace(`fill="${mint}"`, 'fill="var(--cover-corner)"')
}

const keyword = 'Source\0'

/** Writes into a PNG which page it shows (a `tEXt` chunk), before its last chunk. */
export function stamped(png: Buffer, stamp: string): Buffer {
  const body = Buffer.from(`tEXt${keyword}${stamp}`, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)])
}

/** The stamp that `stamped` wrote, or null. */
export function stampOf(png: Buffer): string | null {
  const start = png.lastIndexOf(`tEXt${keyword}`, 'latin1')
  if (start === -1) return null
  return png.toString('latin1', start + 4 + keyword.length, start + png.readUInt32BE(start - 4) + 4)
}
