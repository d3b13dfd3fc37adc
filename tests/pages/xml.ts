export type XmlElement = {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** The text directly inside, entities resolved. */
  text: string
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads an XML document without a doctype as strictly as a feed reader does: one root, every tag
 * closed, every attribute quoted and given once, no bare `&` or `<`, no character XML forbids.
 * Throws an Error that says what is wrong.
 */
export function parseXml(source: string): XmlElement {
  if (/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/u.test(source) || !source.isWellFormed()) {
    throw new Error('A character that XML forbids')
  }
  const body = source.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\s*/i, '')
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open: XmlElement[] = [document]
  const token = /<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const match = token.exec(body)
    const parent = open.at(-1)
    if (match === null || parent === undefined)
      throw new Error(`Not XML: ${body.slice(at, at + 80)}`)
    const [, closed, opened, attributes = '', empty, text] = match
    if (text !== undefined) parent.text += unescaped(text)
    else if (closed !== undefined) {
      if (parent.name !== closed) throw new Error(`</${closed}> closes <${parent.name}>`)
      open.pop()
    } else if (opened !== undefined) {
      const element = { name: opened, attributes: attributesOf(attributes), children: [], text: '' }
      parent.children.push(element)
      if (empty === '') open.push(element)
    }
  }
  const [root, ...others] = document.children
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> is not closed`)
  if (root === undefined || others.length > 0) throw new Error('Not exactly one root')
  if (document.text.trim() !== '') throw new Error('Text outside the root')
  return root
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

export function textOf(element: XmlElement, name: string): string | null {
  return childrenOf(element, name)[0]?.text ?? null
}

function attributesOf(source: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of source.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`The attribute ${name} is given twice`)
    attributes[name] = unescaped(value)
  }
  return attributes
}

function unescaped(text: string): string {
  return text.replace(/&([^;&\s]*)(;?)/g, (whole, entity: string, end: string) => {
    const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(entity)
    const character =
      code === null
        ? named[entity]
        : String.fromCodePoint(
            code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16),
          )
    if (end === '' || character === undefined)
      throw new Error(`A bare & or unknown entity: ${whole}`)
    return character
  })
}
