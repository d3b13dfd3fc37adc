import { env } from '#app/env.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { colon } from '#app/i18n/format.ts'
import { settings } from '#app/settings/settings.server.ts'

type MailPart = string | { button: string; href: string } | { quote: string } | MailTable

/** Each row's first cell names it; the others are figures. */
export type MailTable = {
  title?: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  text: string
}

export type MailBody = {
  /** English if left out. */
  language?: Language
  /** Left out for an operator's own letter. */
  title?: string
  parts: readonly MailPart[]
  /** The reason for the mail, or how to unsubscribe. */
  footer?: string
  footerLink?: { text: string; href: string }
}

/**
 * Returns a mail's plain text and HTML, both signed with the site's name and address. Throws a
 * RangeError if a button's or the footer's link leads off the site.
 */
export function renderMail(body: MailBody): { text: string; html: string } {
  for (const part of body.parts) {
    if (typeof part === 'object' && 'href' in part) checkAddress(part.href)
  }
  if (body.footerLink !== undefined) checkAddress(body.footerLink.href)
  return { text: textOf(body), html: htmlOf(body) }
}

function checkAddress(address: string): void {
  if (URL.canParse(address) && new URL(address).origin === new URL(env.APP_URL).origin) return
  throw new RangeError('An email links to this site only')
}

function textOf({ language = 'en', title, parts, footer, footerLink }: MailBody): string {
  const { siteName } = settings()
  const paragraphs = parts.map((part) => {
    if (typeof part === 'string') return part.trim()
    if ('quote' in part) return part.quote.replace(/^/gm, '> ').replace(/ +$/gm, '')
    if ('rows' in part) return part.text
    return `${part.button}${colon(language)}\n${part.href}`
  })
  return [
    ...(title === undefined ? [] : [title]),
    ...paragraphs,
    ...(footer === undefined ? [] : [footer]),
    ...(footerLink === undefined
      ? []
      : [`${footerLink.text}${colon(language)}\n${footerLink.href}`]),
    `${siteName}\n${env.APP_URL}\n`,
  ].join('\n\n')
}

/**
 * The site's look as inline styles, since many mail programs drop style elements. Dark colors are
 * an extra for those that keep them. Nothing is loaded from anywhere.
 */
const style = {
  page: 'margin:0;padding:24px 12px;background:#faf7f2;color:#12131a;font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif',
  frame: 'max-width:560px;margin:0 auto',
  site: 'margin:0 0 12px;font-size:20px;font-weight:800;color:#12131a',
  mark: 'display:inline-block;width:12px;height:16px;margin-right:8px;background:#ff5a4d;border-radius:3px;vertical-align:-1px',
  card: 'padding:24px;background:#ffffff;border:1px solid #ddd5c8;border-radius:12px',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:800',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  quote:
    'margin:0 0 16px;padding:2px 0 2px 14px;border-left:4px solid #ff5a4d;color:#5a5b69;overflow-wrap:anywhere',
  subtitle: 'margin:24px 0 4px;font-size:16px;line-height:1.25;font-weight:800',
  table: 'width:100%;margin:0 0 20px;border-collapse:collapse;font-size:14px',
  head: 'padding:6px 0 6px 12px;text-align:right;font-size:13px;font-weight:400;color:#5a5b69',
  name: 'padding:6px 0;border-top:1px solid #ddd5c8;text-align:left;font-weight:400',
  cell: 'padding:6px 0 6px 12px;border-top:1px solid #ddd5c8;text-align:right;vertical-align:top;font-variant-numeric:tabular-nums',
  action: 'margin:0 0 20px',
  button:
    'display:inline-block;padding:12px 20px;background:#ff5a4d;color:#12131a;border-radius:12px;font-weight:700;text-decoration:none',
  address: 'margin:-8px 0 20px;font-size:13px;color:#5a5b69;overflow-wrap:anywhere',
  link: 'color:#b3291b',
  footer: 'margin:16px 0 0;font-size:13px;color:#5a5b69;overflow-wrap:anywhere',
} as const

const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:#12131a!important;color:#faf7f2!important}
.site,.title{color:#faf7f2!important}
.card{background:#1b1d27!important;border-color:#343747!important}
.line{border-color:#343747!important}
.muted{color:#b4b6c4!important}
.link{color:#ff8d83!important}
}`

function htmlOf({ language = 'en', title, parts, footer, footerLink }: MailBody): string {
  const site = escapeHtml(settings().siteName)
  const home = escapeHtml(env.APP_URL)
  const heading =
    title === undefined
      ? ''
      : `<h1 class="title" style="${attribute(style.title)}" dir="auto">${escapeHtml(title)}</h1>\n`
  const why =
    footer === undefined
      ? ''
      : `<p class="muted" style="${style.footer}" dir="auto">${lines(footer)}</p>\n`
  const below =
    footerLink === undefined
      ? ''
      : `<p class="muted" style="${style.footer}" dir="auto"><a class="link" style="${style.link}" href="${escapeHtml(footerLink.href)}">${escapeHtml(footerLink.text)}</a></p>\n`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title ?? settings().siteName)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="${attribute(style.page)}">
<div style="${style.frame}">
<p class="site" style="${style.site}"><span style="${style.mark}"></span>${site}</p>
<div class="card" style="${style.card}">
${heading}${parts.map(partHtml).join('\n')}
</div>
${why}${below}<p class="muted" style="${style.footer}">${site}<br><a class="link" style="${style.link}" href="${home}/">${home}</a></p>
</div>
</body>
</html>
`
}

function partHtml(part: MailPart): string {
  if (typeof part === 'string') {
    // Blank lines within a letter separate paragraphs.
    const paragraphs = part.trim().split(/\n{2,}/)
    return paragraphs
      .map((text) => `<p style="${style.paragraph}" dir="auto">${lines(text)}</p>`)
      .join('\n')
  }
  if ('quote' in part) {
    return `<blockquote class="muted" style="${style.quote}" dir="auto">${lines(part.quote)}</blockquote>`
  }
  if ('rows' in part) return tableHtml(part)
  const address = escapeHtml(part.href)
  return `<p style="${style.action}"><a style="${style.button}" href="${address}">${escapeHtml(part.button)}</a></p>
<p class="muted" style="${style.address}">${address}</p>`
}

function tableHtml({ title, columns, rows }: MailTable): string {
  const heading =
    title === undefined
      ? ''
      : `<h2 class="title" style="${style.subtitle}" dir="auto">${escapeHtml(title)}</h2>\n`
  const heads = columns.map((column, index) => {
    const look = index === 0 ? `${style.head};padding-left:0;text-align:left` : style.head
    return `<th class="muted" scope="col" style="${look}">${escapeHtml(column)}</th>`
  })
  const body = rows.map(([name = '', ...cells]) => {
    const figures = cells.map(
      (cell) => `<td class="line" style="${style.cell}">${escapeHtml(cell)}</td>`,
    )
    // Short names never break within a word.
    const look = name.length > 20 ? `${style.name};overflow-wrap:anywhere` : style.name
    return `<tr><th class="line" scope="row" style="${look}" dir="auto">${escapeHtml(name)}</th>${figures.join('')}</tr>`
  })
  return `${heading}<table style="${style.table}">
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table>`
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n')
}

/** Escapes the quoted font names of a style for its attribute. */
function attribute(value: string): string {
  return value.replaceAll('"', "'")
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
