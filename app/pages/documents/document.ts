import {
  defaultTreeAdapter,
  parse,
  serializeOuter,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'
import type { Meta } from '#app/ui/site/head/seo.tsx'

/** Parts of a page that no document can hold. Components replace them. */
const slotNames = [
  'downloader',
  'bookmarklet',
  'dmca-form',
  'contact-address',
  'contact-form',
  'tags',
  'sources',
] as const
/** We insert `contents` before the first section of a document with several. */
export type SlotName = (typeof slotNames)[number] | 'contents'

export type Heading = { id: string; text: string }

export type ContentPiece = { kind: 'html'; html: string } | { kind: 'slot'; name: SlotName }

export type ParsedDocument = {
  title: string
  metas: Meta[]
  /** The content of the `page-content` element. Links are marked, see `withLinks`. */
  pieces: ContentPiece[]
  headings: Heading[]
  words: number
}

const maxMetas = 50
const maxMetaLength = 2000
/** Fewer sections need no list. */
const minHeadings = 3

/** Precedes each link and source in marked HTML. Removed from the input. */
const linkMark = '\u{e000}'

const { isElementNode, isTextNode, getAttrList } = defaultTreeAdapter

/** Parses an HTML document. Null if no element has the class `page-content`. */
export function parseDocument(source: string): ParsedDocument | null {
  const root = parse(source.replaceAll(linkMark, ''))
  const content = find(root, (element) => classesOf(element).includes('page-content'))
  if (content === null) return null
  const titleElement = find(root, (element) => element.tagName === 'title')
  const title = titleElement === null ? '' : lineOf(titleElement)
  const headings = headingsOf(content)
  addScrollStops(content, title)
  return {
    title,
    metas: metasOf(root),
    pieces: piecesOf(content, headings),
    headings,
    words: textOf(content)
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
  }
}

/** Maps every address of a link or an image, as HTML spells it, with `link`. */
export function withLinks(html: string, link: (href: string) => string): string {
  return html.replace(/\u{e000}([^"]*)/gu, (_, href: string) => link(href))
}

/** Returns the content of the meta tag with this name or property, or null. */
export function metaContent(metas: Meta[], name: string): string | null {
  const meta = metas.find((item) => ('name' in item ? item.name : item.property) === name)
  return meta?.content ?? null
}

/** Returns when a document was changed by its own metadata, unix ms, or null. */
export function statedChange(metas: Meta[]): number | null {
  const names = ['article:modified_time', 'article:published_time', 'dcterms.modified']
  const times = names.map((name) => Date.parse(metaContent(metas, name) ?? ''))
  return times.find((time) => !Number.isNaN(time)) ?? null
}

function find(node: Tree.ParentNode, fits: (element: Tree.Element) => boolean) {
  for (const element of elementsIn(node)) if (fits(element)) return element
  return null
}

function* elementsIn(node: Tree.ParentNode): Generator<Tree.Element> {
  for (const child of node.childNodes) {
    if (!isElementNode(child)) continue
    yield child
    yield* elementsIn(child)
  }
}

function attribute(element: Tree.Element, name: string): string | null {
  return getAttrList(element).find((item) => item.name === name)?.value ?? null
}

function classesOf(element: Tree.Element): string[] {
  return (attribute(element, 'class') ?? '').split(/\s+/)
}

function metasOf(root: Tree.Document): Meta[] {
  const metas: Meta[] = []
  for (const element of elementsIn(root)) {
    if (element.tagName !== 'meta' || metas.length === maxMetas) continue
    const content = attribute(element, 'content')?.slice(0, maxMetaLength) ?? null
    const property = attribute(element, 'property')
    const name = attribute(element, 'name')
    if (content === null) continue
    if (property !== null) metas.push({ property, content })
    else if (name !== null) metas.push({ name, content })
  }
  return metas
}

/** Slots must be direct children of the content. A deeper one would split an element. */
function piecesOf(content: Tree.Element, headings: Heading[]): ContentPiece[] {
  const first = headings[0]?.id ?? null
  const pieces: ContentPiece[] = []
  let html = ''
  const endHtml = () => {
    if (html.trim() !== '') pieces.push({ kind: 'html', html: html.trim() })
    html = ''
  }
  for (const child of content.childNodes) {
    const name = isElementNode(child) ? attribute(child, 'data-slot') : null
    const slot = slotNames.find((known) => known === name)
    if (first !== null && isElementNode(child) && attribute(child, 'id') === first) {
      endHtml()
      pieces.push({ kind: 'slot', name: 'contents' })
    }
    if (slot === undefined) {
      html += serializeOuter(child, { treeAdapter: markingAdapter })
    } else {
      endHtml()
      pieces.push({ kind: 'slot', name: slot })
    }
  }
  endHtml()
  return pieces
}

const markingAdapter = {
  ...defaultTreeAdapter,
  getAttrList: (element: Tree.Element) =>
    getAttrList(element).map((item) =>
      item.name === 'href' || item.name === 'src'
        ? { ...item, value: `${linkMark}${item.value}` }
        : item,
    ),
}

/**
 * Lets the keyboard reach what can be wider than a phone and then scrolls, named by its caption or
 * the heading above it. browser/frame.ts skips what doesn't scroll.
 */
function addScrollStops(content: Tree.Element, title: string): void {
  let name = title
  for (const element of elementsIn(content)) {
    const { tagName, attrs } = element
    if (/^h[1-6]$/.test(tagName)) name = lineOf(element)
    if (tagName !== 'pre' && tagName !== 'table') continue
    const isNamed = find(element, (child) => child.tagName === 'caption') !== null
    const stop = { tabindex: '0', ...(!isNamed && { 'aria-label': name }) }
    for (const [name, value] of Object.entries(
      tagName === 'pre' ? { role: 'group', ...stop } : stop,
    )) {
      if (attribute(element, name) === null) attrs.push({ name, value })
    }
  }
}

/** Returns the sections of a document with several. They must be direct children. */
function headingsOf(content: Tree.Element): Heading[] {
  const headings: Heading[] = []
  for (const child of content.childNodes) {
    const id = isElementNode(child) && child.tagName === 'h2' ? attribute(child, 'id') : null
    if (isElementNode(child) && id !== null) headings.push({ id, text: lineOf(child) })
  }
  return headings.length < minHeadings ? [] : headings
}

const notRead = new Set(['script', 'style', 'template'])

function lineOf(node: Tree.ParentNode): string {
  return textOf(node).replace(/\s+/g, ' ').trim()
}

function textOf(node: Tree.ParentNode): string {
  let text = ''
  for (const child of node.childNodes) {
    if (isTextNode(child)) text += child.value
    else if (isElementNode(child) && !notRead.has(child.tagName)) text += ` ${textOf(child)} `
  }
  return text
}
