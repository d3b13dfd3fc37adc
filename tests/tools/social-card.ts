import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import type { Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { coverOf } from '#app/pages/documents/cover.ts'
import { metaContent, parseDocument } from '#app/pages/documents/document.ts'
import { siteCardPath } from '#app/ui/site/head/site-card.ts'
import { colours, mark, wordmark, wordmarkWidth } from './brand-shapes.ts'

export const cardSize = { width: 1200, height: 630 }

/** A social card: the PNG that shows it, and the page that the PNG is a picture of. */
type SocialCard = { file: string; html: string; stamp: string }

const font = readFileSync('app/fonts/bricolage-display.woff2').toString('base64')
const covers = readFileSync('app/pages/blog/covers.svg', 'utf8')
const styles = readFileSync('app/css/covers.css', 'utf8').replaceAll(/\s*\/\*.*?\*\//gs, '')

/** One card for each English article. */
export function articleCards(): SocialCard[] {
  return globSync('pages-content/blog/*.html').map((source) =>
    socialCard(
      `public/blog-cards/${path.basename(source, '.html')}.png`,
      articleHtml(readFileSync(source, 'utf8')),
    ),
  )
}

/** The card of all other pages in each language. */
export function siteCards(): SocialCard[] {
  return languages.map((language) =>
    socialCard(`public${siteCardPath(language)}`, siteHtml(language)),
  )
}

function socialCard(file: string, html: string): SocialCard {
  return { file, html, stamp: createHash('sha256').update(html).digest('hex') }
}

function articleHtml(source: string): string {
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

/** In two short sentences, since a card is shown small. */
const offers: Record<Language, string> = {
  en: 'TikTok videos in HD or MP3. Free, unlimited.',
  es: 'Videos de TikTok en HD o MP3. Gratis y sin límite.',
  fr: 'Vidéos TikTok en HD ou en MP3. Gratuit, illimité.',
  de: 'TikTok-Videos in HD oder als MP3. Kostenlos, unbegrenzt.',
  pt: 'Vídeos do TikTok em HD ou MP3. Grátis e sem limite.',
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

function siteHtml(language: Language): string {
  const lines = catalogue(language).home.headline.map((line) => `<span>${line}</span>`)
  return `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Display; src: url(data:font/woff2;base64,${font}) }
* { margin: 0 }
body { position: relative; width: 1200px; height: 630px; overflow: hidden; background: ${colours.ink} }
main { position: absolute; bottom: 66px; left: 72px; width: 700px }
h1 { color: ${colours.paper}; font: 108px/0.94 Display; letter-spacing: -0.034em }
h1 span { display: block; text-wrap: balance }
p { margin: 40px 0 0 4px; color: #b9bac7; font: 31px/1.3 Display }
.logo { position: absolute; left: 72px; top: 64px; height: 60px }
.art { position: absolute; left: 800px; top: 118px; overflow: visible }
</style>
<svg class="logo" viewBox="0 0 ${wordmarkWidth} 32">${mark}<path fill="${colours.paper}" d="${wordmark}"/></svg>
<main><h1>${lines.join('')}</h1><p>${offers[language]}</p></main>
<svg class="art" width="240" height="424" viewBox="0 0 240 424" fill="none">${art}</svg>`
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
