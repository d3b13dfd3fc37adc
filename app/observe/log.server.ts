import pino from 'pino'
import { env } from '#app/env.server.ts'
import { keepLine, readableLine } from './log-tail.server.ts'

/** Characters that JSON doesn't escape and that terminals obey: C1 codes, line ends, directions. */
const controls = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

function harmless(text: string): string {
  return text.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The most characters that wait for a slow reader. Further lines are lost. */
const mostUnread = 4 * 1024 ** 2
/** Retries of the last lines when the process ends, a tenth of a second apart. */
let patience = Infinity

// Not `sync`: that blocks the event loop when the reader of a pipe falls behind.
const lines = pino.destination({
  sync: false,
  maxLength: mostUnread,
  retryEAGAIN: () => patience-- > 0,
})
// Lines that can't be written, such as on a full disk, are lost. They must not end the process.
lines.on('error', () => {})

/**
 * Lines are written together after this time. Pino's own minLength and periodicFlush take 1.1
 * instead of 0.2 µs per line, and write 50 empty chunks a second when idle.
 */
const delayMs = 20
const mostWaiting = 65_536
let waiting = ''
let isTimed = false

function say(line: string): void {
  keepLine(line.trimEnd())
  waiting += import.meta.hot ? readableLine(line) : line
  if (waiting.length >= mostWaiting) writeWaiting()
  if (isTimed) return
  isTimed = true
  setTimeout(() => {
    isTimed = false
    writeWaiting()
  }, delayMs)
}

function writeWaiting(): void {
  const text = waiting
  waiting = ''
  if (text !== '') lines.write(text)
}

function writeLast(): void {
  patience = 10
  try {
    writeWaiting()
    lines.flushSync()
  } catch {
    // The reader has gone.
  }
}

process.once('exit', writeLast)
import.meta.hot?.dispose(() => {
  process.off('exit', writeLast)
  writeWaiting()
})

let now = 0
let nowText = ''

/** Pino's `isoTime`, formatted once per millisecond. */
function time(): string {
  const at = Date.now()
  if (at !== now) {
    now = at
    nowText = `,"time":"${new Date(at).toISOString()}"`
  }
  return nowText
}

/** Distinguishes the lines of several processes, which can share a machine. */
const named = env.POSTGRES_URL === null ? null : { pid: process.pid, port: env.PORT }
const namedText = named === null ? '' : `,"pid":${named.pid},"port":${named.port}`

/**
 * Writes one JSON line per event to standard output. Never log addresses, cookies, tokens or
 * queries.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: named,
    timestamp: time,
    redact: ['*.password', '*.cookie', '*.authorization', '*.token'],
  },
  { write: (line: string) => say(harmless(line)) },
)

const { info } = log.levels.values
const logsRequests = log.isLevelEnabled('info')

/** The facts of a request's line. */
type AnsweredRequest = {
  id: string
  method: string
  path: string
  status: number
  /** False if the answer was cut off. */
  whole: boolean
  ms: number
}

/** Logs an answered request: the same line as `log.info` in a third of the time. */
export function logRequest({ id, method, path, status, whole, ms }: AnsweredRequest): void {
  if (!logsRequests) return
  // Only the path is a visitor's text: Node's parser accepts no unknown methods.
  const asked = `"method":"${method}","path":${harmless(JSON.stringify(path))}`
  const answered = `"status":${status},"whole":${whole},"ms":${ms}`
  say(`{"level":${info}${time()}${namedText},"id":"${id}",${asked},${answered}}\n`)
}
