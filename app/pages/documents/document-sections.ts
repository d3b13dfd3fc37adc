import {
  defaultTreeAdapter,
  parseFragment,
  serializeOuter,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'

/** A part that answers one question. `html` includes its heading, if there is one. */
type SectionEntry = { html: string; text: string }

/** The content below one `h2`. `id` is the heading's own, or null. */
export type DocumentSection = { id: string | null; title: string; entries: SectionEntry[] }

const { isElementNode, isTextNode, getAttrList } = defaultTreeAdapter

/** Splits HTML at its `h2`s, and sections at their `h3`s. `intro` is the HTML before the first. */
export function splitSections(html: string): { intro: string; sections: DocumentSection[] } {
  let intro = ''
  const sections: DocumentSection[] = []
  for (const node of parseFragment(html).childNodes) {
    const tag = isElementNode(node) ? node.tagName : null
    if (isElementNode(node) && tag === 'h2') {
      const id = getAttrList(node).find(({ name }) => name === 'id')?.value ?? null
      sections.push({ id, title: textOf(node).trim(), entries: [] })
      continue
    }
    const section = sections.at(-1)
    if (section === undefined) {
      intro += serializeOuter(node)
      continue
    }
    const { entries } = section
    if (tag === 'h3' || entries.length === 0) {
      if (isTextNode(node) && node.value.trim() === '') continue
      entries.push({ html: '', text: '' })
    }
    const entry = entries.at(-1)
    if (entry === undefined) continue
    entry.html += serializeOuter(node)
    entry.text += ` ${textOf(node)}`
  }
  return { intro, sections }
}

function textOf(node: Tree.ChildNode): string {
  if (isTextNode(node)) return node.value
  return isElementNode(node) ? node.childNodes.map(textOf).join('') : ''
}
