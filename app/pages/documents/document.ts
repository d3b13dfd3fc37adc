import {
  defaultTreeAdapter,
  parse,
  serializeOuter,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'

/** Parts of a page that no document can hold: where they stand, a component is rendered. */
const slotNames = [
  'downloader',
  'bookmarklet',
  'dmca-form',
  'contact-address',
  'contact-form',
  'tags',
  'sources',
] as const
/** `contents` is put by us before the first section of a document that has several. */
export type SlotName = (typeof slotNames)[number] | 'contents'

/** A section that can be linked to. */
export type Heading = { id: string; text: string }

export type Meta = { name: string; content: string } | { property: string; content: string }

export type ContentPiece = { kind: 'html'; html: string } | { kind: 'slot'; name: SlotName }

export type ParsedDocument = {
  title: string
  metas: Meta[]
  /** The inside of the `page-content` element; links are marked, see `withLinks`. */
  pieces: ContentPiece[]
  headings: Heading[]
  /** How many words a reader has before them. */
  words: number
}

const maxMetas = 50
const maxMetaLength = 2000
/** With fewer sections no one needs a list of them. */
const minHeadings = 3

/** Stands before each link and source of the marked HTML; removed from what is read. */
const linkMark = '\u{e000}'

const { isElementNode, isTextNode, getAttrList } = defaultTreeAdapter

/** Reads a whole HTML document; null when it has no element of the class `page-content`. */
export function parseDocument(source: string): ParsedDocument | null {
  const root = parse(source.replaceAll(linkMark, ''))
  const content = find(root, (element) => classesOf(element).includes('page-content'))
  if (content === null) return null
  const title = find(root, (element) => element.tagName === 'title')
  const headings = headingsOf(content)
  return {
    title: title === null ? '' : lineOf(title),
    metas: metasOf(root),
    pieces: piecesOf(content, headings),
    headings,
    words: textOf(content)
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
  }
}

/** The HTML with every address of a link or an image, as HTML spells it, passed through `link`. */
export function withLinks(html: string, link: (href: string) => string): string {
  return html.replace(/\u{e000}([^"]*)/gu, (_, href: string) => link(href))
}

/** The content of the meta tag of this name or property, or null. */
export function metaContent(metas: Meta[], name: string): string | null {
  const meta = metas.find((item) => ('name' in item ? item.name : item.property) === name)
  return meta?.content ?? null
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

/** A slot counts where it is a child of the content itself; deeper down it would split an element. */
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

/** What may be wider than a phone and then scrolls by itself, which the keyboard must reach too. */
const scrolling = new Set(['pre', 'table'])

const markingAdapter = {
  ...defaultTreeAdapter,
  getAttrList(element: Tree.Element) {
    const attributes = getAttrList(element).map((item) =>
      item.name === 'href' || item.name === 'src'
        ? { ...item, value: `${linkMark}${item.value}` }
        : item,
    )
    return scrolling.has(element.tagName)
      ? [...attributes, { name: 'tabindex', value: '0' }]
      : attributes
  },
}

/** The sections of a document with several; they are beside each other, right in the content. */
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
