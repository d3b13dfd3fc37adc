/** A page sent instead of a redirect is short; longer ones have links of their own. */
const longestPage = 256 * 1024
const mostTags = 200
const tags = /<(meta|a)\s([^<>]{1,2500})/gi
const refresh = /^[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i

/**
 * Returns where a page leads that is sent instead of a redirect: by its `refresh`, else by the links
 * to apps and pages in its head, else by its first link. Relative ones are resolved with `base`.
 */
export function linksInPage(html: string, base: URL): URL[] {
  if (html.length > longestPage) return []
  const found: Record<'refresh' | 'head' | 'body', string[]> = { refresh: [], head: [], body: [] }
  let read = 0
  for (const [, name = '', attributes = ''] of html.matchAll(tags)) {
    read += 1
    if (read > mostTags) break
    const link = attributeOf(attributes, name.toLowerCase() === 'a' ? 'href' : 'content')
    if (link === null) continue
    if (name.toLowerCase() === 'a') found.body.push(link)
    else if (/http-equiv\s*=\s*["']?refresh/i.test(attributes)) {
      found.refresh.push(refresh.exec(link)?.[1] ?? '')
    } else if (/og:url|al:[a-z]+:url/i.test(attributes)) found.head.push(link)
  }
  return [...found.refresh, ...found.head, ...found.body.slice(0, 1)].flatMap((link) => {
    const url = link === '' ? null : URL.parse(link, base)
    return url === null ? [] : [url]
  })
}

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
        .replaceAll(/&#x2f;|&#47;/gi, '/')
        .replaceAll(/&quot;|&#34;|&#39;/gi, "'")
        .replaceAll('&amp;', '&')
}
