/** A page sent instead of a redirect is short; longer ones have links of their own. */
const longestPage = 256 * 1024
const mostTags = 300
const mostScripts = 20
const tags = /<(meta|a|link)\s([^<>]{1,2500})/gi
const refresh = /^[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i
const scripted =
  /\blocation(?:\.href)?\s{0,9}(?:=|\.(?:replace|assign)\s{0,9}\()\s{0,9}["'`]([^"'`\s]{1,2500})["'`]/gi
const ofApp = /og:url|al:[a-z]+:url|twitter:app:url/i
const argument = /app-argument\s*=\s*([^\s,]+)/i

type Found = Record<'refresh' | 'script' | 'head' | 'body', string[]>

/**
 * Returns where a page leads that is sent instead of a redirect: by its `refresh`, else by a script
 * that goes to a page, else by the links to apps and pages in its head, else by its first link.
 * Relative ones are resolved with `base`.
 */
export function linksInPage(html: string, base: URL): URL[] {
  const { refresh, script, head, body } = findLinks(html)
  return urlsOf([...refresh, ...script, ...head, ...body.slice(0, 1)], base)
}

/** Returns where a page's `refresh` leads, which is a redirect, whatever else the page holds. */
export function refreshInPage(html: string, base: URL): URL[] {
  return urlsOf(findLinks(html).refresh, base)
}

function findLinks(html: string): Found {
  const found: Found = { refresh: [], script: [], head: [], body: [] }
  if (html.length > longestPage) return found
  for (const [, link = ''] of html.matchAll(scripted)) {
    found.script.push(unescaped(link))
    if (found.script.length === mostScripts) break
  }
  let read = 0
  for (const [, name = '', attributes = ''] of html.matchAll(tags)) {
    read += 1
    if (read > mostTags) break
    const tag = name.toLowerCase()
    const link = attributeOf(attributes, tag === 'meta' ? 'content' : 'href')
    if (link === null) continue
    if (tag === 'a') found.body.push(link)
    else if (tag === 'link') {
      if (/rel\s*=\s*["']?canonical/i.test(attributes)) found.head.push(link)
    } else if (/http-equiv\s*=\s*["']?refresh/i.test(attributes)) {
      found.refresh.push(refresh.exec(link)?.[1] ?? '')
    } else if (ofApp.test(attributes)) found.head.push(link)
    else if (attributes.includes('apple-itunes-app')) {
      found.head.push(argument.exec(link)?.[1] ?? '')
    }
  }
  return found
}

function urlsOf(links: readonly string[], base: URL): URL[] {
  return links.flatMap((link) => {
    const url = link === '' ? null : URL.parse(link, base)
    return url === null ? [] : [url]
  })
}

/** Undoes the escapes of a script's text, such as `\/` and `\u0026`. */
function unescaped(text: string): string {
  return text
    .replaceAll('\\/', '/')
    .replace(/\\(?:u00|x)([2-7][\da-f])/gi, (_, code) => fromCode(Number.parseInt(code, 16)))
}

const fromCode = (code: number) => String.fromCharCode(code)

function attributeOf(attributes: string, name: 'href' | 'content'): string | null {
  const pattern = new RegExp(
    `(?:^|[\\s"'])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    'i',
  )
  const [, double, single, bare] = pattern.exec(attributes) ?? []
  const value = double ?? single ?? bare
  return value === undefined
    ? null
    : value
        .replaceAll(/&quot;|&#34;|&#39;/gi, "'")
        .replaceAll(/&#x([2-7][\da-f]);/gi, (_, code) => fromCode(Number.parseInt(code, 16)))
        .replaceAll(/&#(\d{2,3});/g, (_, code) => fromCode(Number(code)))
        .replaceAll('&amp;', '&')
}
