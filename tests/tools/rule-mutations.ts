import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** One change to a rule: the text between two offsets of a file becomes another. */
export type Mutation = {
  file: string
  line: number
  start: number
  end: number
  to: string
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}

/**
 * Returns what can be changed in a file's rules: edges of comparisons, and and or, negations,
 * conditions, and returned booleans and nulls. Numbers and texts stay as they are, since tests that
 * notice every size and wording only repeat the code.
 */
export function mutationsOf(file: string): Mutation[] {
  const source = readFileSync(file, 'utf8')
  const found: Mutation[] = []

  function change(start: number, end: number, to: string): void {
    found.push({ file, line: source.slice(0, start).split('\n').length, start, end, to })
  }

  function visit(node: Node): void {
    const { type, start, end, left, right, operator, argument, test } = node
    if (type.startsWith('TS') && /Type|Interface/.test(type)) return
    if (isNode(left) && isNode(right) && typeof operator === 'string') {
      const to = operators[operator]
      if (to !== undefined) {
        const at = source.indexOf(operator, left.end)
        change(at, at + operator.length, to)
      }
    }
    if (type === 'UnaryExpression' && operator === '!') change(start, start + 1, '')
    if (type === 'IfStatement' && isNode(test) && test.type !== 'UnaryExpression') {
      change(test.start, test.end, `!(${source.slice(test.start, test.end)})`)
    }
    if (type === 'ReturnStatement' && isNode(argument) && argument.type === 'Literal') {
      if (typeof argument.value === 'boolean') {
        change(argument.start, argument.end, String(!argument.value))
      }
      if (argument.value === null) change(start, end, '')
    }
    for (const child of Object.values(node)) {
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one)
    }
  }

  const { program } = parseSync(file, source)
  if (isNode(program)) visit(program)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
