/** Turns a log line of JSON into one for the terminal of a developer: time, level, text, facts. */
export function readableLine(line: string): string {
  const { level, time, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown> & {
    err?: { stack?: string; message?: string }
  }
  const words = [clockTime(String(time)), levelWord(Number(level)), msg ?? requestText(facts)]
  const rest = Object.entries(facts).filter(
    ([name]) => msg !== undefined || !requestFacts.has(name),
  )
  const named = rest.map(([name, value]) => `${name}=${wordOf(value)}`)
  const stack = err === undefined ? '' : `\n${err.stack ?? err.message ?? ''}`
  return `${[...words, ...named].filter((word) => word !== '').join(' ')}${stack}\n`
}

/** What a request's line says without names. */
const requestFacts = new Set(['method', 'path', 'status', 'ms', 'whole', 'id'])

function requestText({ method, path, status, ms }: Record<string, unknown>): string {
  return method === undefined ? '' : `${method} ${path} ${status} ${ms} ms`
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function clockTime(time: string): string {
  return time.slice('2026-01-01T'.length, -'.000Z'.length)
}

function levelWord(level: number): string {
  if (level >= 50) return 'ERROR'
  return level >= 40 ? 'WARN' : ''
}
