import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export type HtmlElement = {
  tag: string
  attributes: Record<string, string>
  /** The text inside, with white space collapsed. */
  text: string
}

const { isElementNode, isTextNode } = defaultTreeAdapter

/** Returns every element in source order, parsed like a browser. */
export function elementsOf(html: string): HtmlElement[] {
  const found: HtmlElement[] = []
  const visit = (node: Tree.ParentNode) => {
    for (const child of node.childNodes) {
      if (!isElementNode(child)) continue
      found.push(elementOf(child))
      visit(child)
    }
  }
  visit(parse(html))
  return found
}

/** Its text is put together when it's first read: few tests read that of a whole page's elements. */
function elementOf(node: Tree.Element): HtmlElement {
  let text: string | undefined
  return {
    tag: node.tagName,
    attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
    get text() {
      text ??= line(textOf(node))
      return text
    },
  }
}

export function rowLinks(elements: HtmlElement[]): HtmlElement[] {
  return elements.flatMap(({ tag, attributes }, index) => {
    if (tag !== 'th' || attributes.scope !== 'row') return []
    return elements.slice(index).find((element) => element.tag === 'a') ?? []
  })
}

export function select(
  elements: HtmlElement[],
  tag: string,
  attributes: Record<string, string> = {},
): HtmlElement[] {
  return elements.filter(
    (element) =>
      element.tag === tag &&
      Object.entries(attributes).every(([name, value]) => element.attributes[name] === value),
  )
}

function textOf(node: Tree.ParentNode): string {
  let text = ''
  for (const child of node.childNodes) {
    if (isTextNode(child)) text += child.value
    else if (isElementNode(child)) text += textOf(child)
  }
  return text
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
