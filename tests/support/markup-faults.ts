import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const { isElementNode, isTextNode } = defaultTreeAdapter

/** What validators and screen readers trip over in a page as it's served, with the element’s start. */
export function markupFaults(html: string): string[] {
  return inside(parse(html)).flatMap((element) =>
    faultsOf(element).map((fault) => `${fault}: ${startOf(element)}`),
  )
}

function faultsOf(element: Tree.Element): string[] {
  const { tagName } = element
  const has = (name: string) => (attributeOf(element, name) ?? '').trim() !== ''
  const children = inside(element)
  const isTicked = /^(checkbox|radio)$/.test(attributeOf(element, 'type') ?? '')
  const isNamed = has('aria-label') || has('aria-labelledby')
  const hasCaption = children.some((child) => child.tagName === 'caption')
  return [
    tagName === 'track' && !has('src') && 'a track without a file',
    isTicked && has('autocomplete') && 'autocomplete of what isn’t typed',
    tagName === 'th' && nameOf(element) === '' && 'a nameless header cell',
    tagName === 'form' && !children.some(isControl) && !isUsedElsewhere(element) && 'an empty form',
    attributeOf(element, 'tabindex') === '0' &&
      !isControl(element) &&
      !(isNamed && (has('role') || tagName === 'table')) &&
      !hasCaption &&
      'a nameless stop for the keyboard',
  ].filter((fault) => fault !== false)
}

const isControl = ({ tagName, attrs }: Tree.Element) =>
  /^(a|button|select|textarea|summary)$/.test(tagName) ||
  (tagName === 'input' && !attrs.some(({ name, value }) => name === 'type' && value === 'hidden'))

/** A form that controls elsewhere on the page belong to. */
const isUsedElsewhere = (form: Tree.Element) => (attributeOf(form, 'id') ?? '') !== ''

function nameOf(element: Tree.Element): string {
  const parts = element.childNodes.map((node) =>
    isTextNode(node) ? node.value : isElementNode(node) ? nameOf(node) : '',
  )
  const own = attributeOf(element, 'aria-label') ?? attributeOf(element, 'alt') ?? ''
  return `${own}${parts.join('')}`.trim()
}

function attributeOf(element: Tree.Element, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null
}

function inside(node: Tree.ParentNode): Tree.Element[] {
  return node.childNodes.flatMap((child) => (isElementNode(child) ? [child, ...inside(child)] : []))
}

function startOf({ tagName, attrs }: Tree.Element): string {
  return `<${[tagName, ...attrs.map(({ name, value }) => `${name}="${value}"`)].join(' ').slice(0, 100)}>`
}
