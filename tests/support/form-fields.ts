import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const { isElementNode, isTextNode } = defaultTreeAdapter

export type Control = { name: string; attributes: Record<string, string>; value: string }

/** Returns the controls of forms that have a button with the given value, in order. */
export function controlsOf(html: string, button: string): Control[] {
  const forms = all(parse(html)).filter(
    (element) =>
      element.tagName === 'form' &&
      all(element).some(
        (child) => child.tagName === 'button' && attribute(child, 'value') === button,
      ),
  )
  return forms.flatMap(all).flatMap((element) => {
    const name = attribute(element, 'name')
    if (name === undefined || !['input', 'textarea', 'select'].includes(element.tagName)) return []
    const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
    return [{ name, attributes, value: shownIn(element) }]
  })
}

/** Returns what a browser would send if no one touched the form. */
export function untouched(controls: Control[]): URLSearchParams {
  const sent = controls.filter(
    ({ attributes: { type, checked, disabled } }) =>
      disabled === undefined && (type !== 'checkbox' || checked !== undefined),
  )
  return new URLSearchParams(sent.map(({ name, value }) => [name, value]))
}

/** Returns the problem shown beside a control; null without one. */
export function problemOf(html: string, button: string, name: string): string | null {
  const control = controlsOf(html, button).find((control) => control.name === name)
  if (control?.attributes['aria-invalid'] !== 'true') return null
  const ids = (control.attributes['aria-describedby'] ?? '').split(' ')
  const notes = all(parse(html)).filter((element) => ids.includes(attribute(element, 'id') ?? ''))
  const problem = notes.find((note) => attribute(note, 'id')?.endsWith('-problem'))
  return problem === undefined ? null : textOf(problem)
}

export function undoIn(html: string): { action: string; fields: URLSearchParams } | null {
  const form = all(parse(html)).find(
    (element) =>
      element.tagName === 'form' &&
      all(element).some((child) => child.tagName === 'button' && textOf(child).trim() === 'Undo'),
  )
  if (form === undefined) return null
  const inputs = all(form).filter(({ tagName }) => tagName === 'input')
  const fields = inputs.map((input) => [attribute(input, 'name') ?? '', shownIn(input)])
  return { action: attribute(form, 'action') ?? '', fields: new URLSearchParams(fields) }
}

function all(node: Tree.ParentNode): Tree.Element[] {
  return node.childNodes.filter(isElementNode).flatMap((child) => [child, ...all(child)])
}

function attribute(element: Tree.Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}

function shownIn(element: Tree.Element): string {
  if (element.tagName === 'textarea') return textOf(element)
  if (element.tagName !== 'select') return attribute(element, 'value') ?? ''
  const options = all(element).filter(({ tagName }) => tagName === 'option')
  const chosen = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0]
  return chosen === undefined ? '' : (attribute(chosen, 'value') ?? '')
}

function textOf(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) => (isTextNode(child) ? child.value : isElementNode(child) ? textOf(child) : ''))
    .join('')
}
