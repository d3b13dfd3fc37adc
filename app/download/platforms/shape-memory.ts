import { keyPaths } from '#app/outbound/key-paths.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { parseJson } from './answer-json.ts'
import { scriptsIn } from './page-scripts.ts'

/**
 * The names of an answer's fields, without their values: what an unreadable answer lacks that the
 * last good one had, and what it has instead.
 */
export type ShapeDifference = { missing: string[]; added: string[] }

const depth = 24
const mostScripts = 5
const mostListed = 30
const keptMs = 60 * minuteMs
const gapMs = 10 * minuteMs
/** Names of fields; others can hold what people wrote. */
const plainName = /^[\w$-]{1,40}$/

/** Creates one platform's memory. The first good answer of each hour is remembered. */
export function createShapeMemory() {
  let good = new Set<string>()
  let goodAt = Number.NEGATIVE_INFINITY
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    /** Remembers the answers that a post was read from. */
    keep(answers: readonly string[], id: string): void {
      if (steadyNow() - goodAt < keptMs) return
      goodAt = steadyNow()
      good = fieldsOf(answers, id)
    },
    /** Compares unreadable answers. Returns null if it did so less than ten minutes ago. */
    differenceOf(answers: readonly string[], id: string): ShapeDifference | null {
      if (steadyNow() - toldAt < gapMs) return null
      toldAt = steadyNow()
      const now = fieldsOf(answers, id)
      const missing = [...good].filter((field) => !now.has(field))
      const added = [...now].filter((field) => !good.has(field))
      return { missing: missing.slice(0, mostListed), added: added.slice(0, mostListed) }
    },
  }
}

/** Returns fields with the two around them, of JSON or of the scripts that name the post. */
function fieldsOf(answers: readonly string[], id: string): Set<string> {
  const all = answers
    .flatMap((answer) => dataIn(answer, id))
    .flatMap((data) => [...keyPaths(data, depth)])
  return new Set(
    all.map((path) =>
      path
        .split('.')
        .filter((name) => name !== '' && name !== '[]')
        .map((name) => (plainName.test(name) ? name : '*'))
        .slice(-3)
        .join('.'),
    ),
  )
}

function dataIn(answer: string, id: string): unknown[] {
  const whole = parseJson(answer)
  if (whole !== undefined) return [whole]
  const found: unknown[] = []
  for (const { content } of scriptsIn(answer)) {
    if (found.length >= mostScripts) break
    const data = content.includes(id) ? parseJson(content) : undefined
    if (data !== undefined) found.push(data)
  }
  return found
}
