import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** The catalogues have a test of their own, and most are in other languages. */
const sources = globSync('app/**/*.{ts,tsx}', {
  exclude: ['app/i18n/{,documents/}??.ts', 'app/accounts/credentials/common-passwords.ts'],
})

/** A code that the database holds, and messages that the specification gives word for word. */
const fixed = new Set([
  'not sent whole',
  "The page you're looking for doesn't exist or has been moved.",
  'Failed to login',
  'Failed to login. Please check your credentials.',
  'No user returned from login',
  'An unknown error occurred during login',
])

type Node = { type: string; start: number; [name: string]: unknown }

/** Every string, template part and JSX text in `app` that has two words, with its file and line. */
export function appStrings(): { where: string; text: string }[] {
  return sources.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return textsIn(parseSync(file, code).program as unknown as Node).map(({ start, text }) => ({
      where: `${file}:${code.slice(0, start).split('\n').length}`,
      text,
    }))
  })
}

function textsIn(node: unknown): { start: number; text: string }[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (!isNode(node) || isForMachines(node)) return []
  const text = textOf(node)?.replace(/\s+/g, ' ').trim() ?? ''
  const isProse = /\p{L}[\p{P}]? \p{L}/u.test(text) && !fixed.has(text)
  const own = isProse ? [{ start: node.start, text }] : []
  return [...own, ...Object.values(node).flatMap(textsIn)]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Class names and the names of imported files. */
function isForMachines(node: Node): boolean {
  if (node.type === 'ImportDeclaration') return true
  return node.type === 'JSXAttribute' && (node.name as { name?: unknown }).name === 'className'
}

function textOf(node: Node): string | undefined {
  const { type, value } = node
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return value
  return type === 'TemplateElement' ? (value as { cooked: string }).cooked : undefined
}
