/** The newest lines of the log, kept in memory for operators; as they are written, so redacted. */

const mostLines = 500
/** A line with a long stack is cut for the tail. */
const longestLine = 4_000
/** From this level on a line is kept apart: under load the last lines are all requests. */
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

/** A line of the log; `at` in unix milliseconds. */
export type LogLine = {
  at: number
  level: 'info' | 'warning' | 'error'
  /** What it says, or the request that it is about. */
  text: string
  /** The rest of it, `name=value`, and a stack. */
  facts: string
}

/** Returns the newest lines first that contain `search`, in any letter case. */
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
  const { method, path, status, ms, ...rest } = facts
  const shown = isRequest ? { ...rest, ms } : facts
  return {
    at: Date.parse(String(time)) || 0,
    level: Number(level) >= 50 ? 'error' : Number(level) >= warning ? 'warning' : 'info',
    text: isRequest ? `${method} ${path} ${status}` : String(msg ?? line),
    facts: [
      Object.entries(shown)
        .map(
          ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join(' '),
      stackOf(err),
    ]
      .filter((text) => text !== '')
      .join('\n'),
  }
}

/** A line that was cut is no JSON any more: it is shown as it is. */
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
