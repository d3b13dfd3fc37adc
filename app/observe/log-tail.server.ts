/** The newest lines of the log, kept in memory for operators. They are redacted, as in the log. */

const mostLines = 500
/** A line with a long stack is cut for the tail. */
const longestLine = 4_000
/** Lines from this level on are kept apart, since under load the last lines are all requests. */
const warning = 40
const levelAt = '{"level":'.length

type Ring = { lines: string[]; next: number }

const all: Ring = { lines: [], next: 0 }
const problems: Ring = { lines: [], next: 0 }

/** Keeps a line of JSON, without its line end. */
export function keepLine(line: string): void {
  const kept = line.length > longestLine ? line.slice(0, longestLine) : line
  add(all, kept)
  if (Number.parseInt(line.slice(levelAt, levelAt + 2), 10) >= warning) add(problems, kept)
}

function add(ring: Ring, line: string): void {
  ring.lines[ring.next] = line
  ring.next = (ring.next + 1) % mostLines
}

/** A line of the log. `at` is in unix milliseconds. */
export type LogLine = {
  at: number
  level: 'info' | 'warning' | 'error'
  /** The line's text, or its request. */
  text: string
  /** The other facts as `name=value`, and a stack. */
  facts: string
}

/** Returns the lines that contain `search`, ignoring case, newest first. */
export function logTail({
  search,
  level,
}: {
  search: string
  level: 'all' | 'warning' | 'error'
}): LogLine[] {
  const term = search.toLowerCase()
  return newestFirst(level === 'all' ? all : problems)
    .filter((line) => term === '' || line.toLowerCase().includes(term))
    .map(lineOf)
    .filter((line) => level !== 'error' || line.level === 'error')
}

function newestFirst({ lines, next }: Ring): string[] {
  return [...lines.slice(next), ...lines.slice(0, next)].reverse()
}

function lineOf(line: string): LogLine {
  const { level, time, msg, err, ...facts } = parse(line)
  const isRequest = msg === undefined && facts.method !== undefined
  const { method, path, status, ms, whole, ...rest } = facts
  const shown = isRequest ? { ...rest, ms, ...(whole === false && { answer: 'cut off' }) } : facts
  return {
    at: Date.parse(String(time)) || 0,
    level: Number(level) >= 50 ? 'error' : Number(level) >= warning ? 'warning' : 'info',
    text: isRequest ? `${method} ${path} ${status}` : String(msg ?? line),
    facts: [namedFacts(shown).join(' '), stackOf(err)].filter((text) => text !== '').join('\n'),
  }
}

function namedFacts(facts: Record<string, unknown>): string[] {
  return Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}

/** Turns a log line of JSON into one for a developer's terminal: time, level, text, facts. */
export function readableLine(line: string): string {
  const { level, time, msg, err, ...facts } = parse(line)
  const { method, path, status, ms, whole: _, id: __, ...others } = facts
  const isRequest = msg === undefined && method !== undefined
  const clock = String(time).slice('2026-01-01T'.length, -'.000Z'.length)
  const urgency = Number(level) >= 50 ? 'ERROR' : Number(level) >= warning ? 'WARN' : ''
  const text = isRequest ? `${method} ${path} ${status} ${ms} ms` : (msg ?? '')
  const words = [clock, urgency, text, ...namedFacts(isRequest ? others : facts)]
  const stack = stackOf(err)
  return `${words.filter((word) => word !== '').join(' ')}${stack && '\n'}${stack}\n`
}

/** A line that was cut is no longer JSON, so it's shown as it is. */
function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line)
  } catch {
    const level = line.slice(levelAt, levelAt + 2)
    return { level, time: /"time":"([^"]*)"/.exec(line)?.[1], msg: line }
  }
}

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  if ('stack' in err) return String(err.stack)
  return 'message' in err ? String(err.message) : ''
}
