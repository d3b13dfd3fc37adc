import { isObject, type JsonObject, parseJson } from '#app/download/platforms/answer-json.ts'

const mostFound = 10
const longestObject = 1_000_000
/** Each object around the data is parsed with what is in it, so nesting costs most. */
const mostParsed = 20_000_000

/**
 * Yields the outermost objects in JSON that have one of the names somewhere within. The script
 * itself needn't be JSON: data is an argument of its calls.
 */
export function* dataObjects(script: string, names: readonly string[]): Generator<JsonObject> {
  /** Where the objects around the current place begin. */
  const begun: number[] = []
  /** The number of objects around the last one that was read. Null if there is none to extend. */
  let depth: number | null = null
  let outermost: JsonObject | null = null
  let found = 0
  let left = mostParsed
  for (let at = 0; at < script.length && found < mostFound; at += 1) {
    const character = script[at]
    if (character === '"') {
      const end = endOfText(script, at)
      if (names.includes(script.slice(at + 1, end))) depth ??= begun.length
      at = end
    } else if (character === '{') {
      begun.push(at)
    } else if (character === '}') {
      const start = begun.pop()
      if (depth === null || start === undefined || begun.length >= depth) continue
      const length = at + 1 - start
      const isShort = length <= Math.min(longestObject, left)
      if (isShort) left -= length
      const parsed = isShort ? parseJson(script.slice(start, at + 1)) : undefined
      if (isObject(parsed)) {
        outermost = parsed
        depth = begun.length
      } else {
        if (outermost !== null) yield outermost
        found += 1
        outermost = null
        depth = null
      }
    }
  }
  if (outermost !== null) yield outermost
}

/** Returns where the text that begins at a quotation mark ends. */
function endOfText(script: string, start: number): number {
  let at = start + 1
  while (at < script.length && script[at] !== '"') at += script[at] === '\\' ? 2 : 1
  return at
}
