import type { AskAnswer } from '#app/download/platforms/platform-adapter.ts'
import { keyPaths } from '#app/outbound/key-paths.ts'

const deepest = 24
const mostLines = 600
const headLength = 60
/** Data in a page's scripts. A page of Instagram has about forty. */
const dataScript = /<script\b[^>]*type="application\/(?:ld\+)?json"[^>]*>([\s\S]*?)<\/script>/g
/** The elements of a feed or a manifest. */
const element = /<([a-z][\w:.-]*)((?:\s[\w:.-]+="[^"]*")*)/gi

/**
 * Describes a platform's answer to someone who knows its format: status, type, length, beginning
 * and fields. No values, but for the first characters.
 */
export function describeAnswer(asked: URL, answer: AskAnswer): string[] {
  const names = [...asked.searchParams.keys()]
  const query = names.length === 0 ? '' : `?${names.join('&')}`
  const head = `${asked.origin}${asked.pathname}${query}`
  if (answer.kind === 'failed') return [`${head}  ${answer.failure.cause}`]
  if (answer.kind === 'redirect') {
    const { to, status } = answer
    return [`${head}  ${status} to ${to.origin}${to.pathname}`]
  }
  const { status, text } = answer
  const type = answer.header('content-type') ?? 'no type'
  const wait = answer.retryAfterSeconds
  const retry = wait === null ? '' : `  retry after ${wait} s`
  return [
    `${head}  ${status}  ${type}  ${text.length} characters${retry}`,
    ...(text === '' ? [] : [`  begins ${JSON.stringify(text.slice(0, headLength))}`]),
    ...fieldsOf(text)
      .slice(0, mostLines)
      .map((line) => `  ${line}`),
  ]
}

function fieldsOf(text: string): string[] {
  const data = parsed(text)
  if (data !== undefined) return [...keyPaths(data, deepest)]
  const scripts = [...text.matchAll(dataScript)].flatMap(([, json = '']) => parsed(json) ?? [])
  if (scripts.length > 0) return [...keyPaths(scripts, deepest)]
  return /^\s*<(?:!doctype|html)/i.test(text) ? [] : elementsOf(text)
}

function elementsOf(text: string): string[] {
  const found = new Set<string>()
  for (const [, name = '', attributes = ''] of text.matchAll(element)) {
    found.add(`<${[name, ...(attributes.match(/[\w:.-]+(?==)/g) ?? [])].join(' ')}>`)
  }
  return [...found]
}

function parsed(text: string): unknown {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null ? data : undefined
  } catch {
    return undefined
  }
}

/** Describes a file by its first bytes, which name its format: `00000020 66747970 … "ftypisom"`. */
export function describeHead(bytes: Buffer): string {
  const head = bytes.subarray(0, 16)
  const shown = head.toString('latin1').replace(/[^\x20-\x7e]/g, '.')
  return `${head.toString('hex').replace(/(.{8})(?=.)/g, '$1 ')}  ${JSON.stringify(shown)}`
}
