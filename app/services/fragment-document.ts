import {
  defaultTreeAdapter,
  parse,
  serializeOuter,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'

/** Parts of a page that no document can hold: where they stand, a component is rendered. */
const slotNames = ['downloader', 'bookmarklet', 'dmca-form', 'contact-address'] as const
export type SlotName = (typeof slotNames)[number]

export type Meta = { name: string; content: string } | { property: string; content: string }

export type ContentPiece = { kind: 'html'; html: string } | { kind: 'slot'; name: SlotName }

export type ParsedDocument = {
  title: string
  metas: Meta[]
  /** The inside of the `page-content` element; links are marked, see `withLinks`. */
  pieces: ContentPiece[]
  /** How many words a reader has before them. */
  words: number
}

const maxMetas = 50
const maxMetaLength = 2000

/** Stands before each link and source of the marked HTML; removed from what is read. */
const linkMark = '\u{e000}'

const { isElementNode, isTextNode, getAttrList } = defaultTreeAdapter

/** Reads a whole HTML document; null when it has no element of the class `page-content`. */
export function parseDocument(source: string): ParsedDocument | null {
  const root = parse(source.replaceAll(linkMark, ''))
  const content = find(root, (element) => classesOf(element).includes('page-content'))
  if (content === null) return null
  const title = find(root, (element) => element.tagName === 'title')
  return {
    title: title === null ? '' : textOf(title).replace(/\s+/g, ' ').trim(),
    metas: metasOf(root),
    pieces: piecesOf(content),
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
function piecesOf(content: Tree.Element): ContentPiece[] {
  const pieces: ContentPiece[] = []
  let html = ''
  const endHtml = () => {
    if (html.trim() !== '') pieces.push({ kind: 'html', html: html.trim() })
    html = ''
  }
  for (const child of content.childNodes) {
    const name = isElementNode(child) ? attribute(child, 'data-slot') : null
    const slot = slotNames.find((known) => known === name)
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

const notRead = new Set(['script', 'style', 'template'])

function textOf(node: Tree.ParentNode): string {
  let text = ''
  for (const child of node.childNodes) {
    if (isTextNode(child)) text += child.value
    else if (isElementNode(child) && !notRead.has(child.tagName)) text += ` ${textOf(child)} `
  }
  return text
}
