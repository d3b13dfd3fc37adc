import { elementsOf, type HtmlElement } from './html.ts'

type Crawl = {
  get: (address: string) => Promise<Response>
  /** Whether a link is followed. Asked once for each address. */
  follows?: (address: string) => boolean
}

/**
 * Follows all links, files and fragments of pages on their own host. Returns the pages' HTML by
 * their address, and what leads to nothing.
 */
export async function crawl(
  starts: readonly string[],
  { get, follows = () => true }: Crawl,
): Promise<{ pages: Map<string, string>; broken: string[] }> {
  const { origin } = new URL(starts[0] ?? '')
  const waiting = [...starts]
  const from = new Map<string, string>()
  const refused = new Set<string>()
  const pages = new Map<string, string>()
  const ids = new Map<string, Set<string>>()
  const anchors: { from: string; page: string; id: string }[] = []
  const broken = new Set<string>()
  for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
    if (ids.has(page)) continue
    const response = await get(page)
    const isSaved = response.headers.get('content-disposition')?.startsWith('attachment') === true
    const isPage =
      response.headers.get('content-type')?.startsWith('text/html') === true && !isSaved
    const body = await response.text()
    const elements = isPage ? elementsOf(body) : []
    if (isPage) pages.set(page, body)
    if (response.status !== 200) broken.add(`${page} (${response.status}) on ${from.get(page)}`)
    ids.set(page, new Set(elements.map(({ attributes }) => attributes.id ?? '')))
    for (const { tag, target } of elements.flatMap((element) => targetsOf(element, page))) {
      const [whole = '', id = ''] = target.href.split('#')
      if (target.origin !== origin || refused.has(whole)) continue
      if (!ids.has(whole) && !from.has(whole)) {
        if (!follows(whole)) {
          refused.add(whole)
          continue
        }
        from.set(whole, page)
        waiting.push(whole)
      }
      // The drawings' file is no page.
      if (id !== '' && tag !== 'use') {
        anchors.push({ from: page, page: whole, id: decodeURIComponent(id) })
      }
    }
  }
  for (const { from: where, page, id } of anchors) {
    if (ids.get(page)?.has(id) !== true) broken.add(`${page}#${id} on ${where}`)
  }
  return { pages, broken: [...broken] }
}

function targetsOf({ tag, attributes }: HtmlElement, page: string) {
  return [attributes.href, attributes.src].flatMap((address) =>
    address !== undefined && URL.canParse(address, page)
      ? [{ tag, target: new URL(address, page) }]
      : [],
  )
}
