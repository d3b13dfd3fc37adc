import pino from 'pino'
import { env } from '#app/env.server.ts'
import { keepLine } from './log-tail.server.ts'
import { readableLine } from './readable-line.ts'

/** Characters that JSON doesn't escape and that terminals obey: C1 codes, line ends, directions. */
const controls = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

function harmless(text: string): string {
  return text.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The most characters that wait for a slow reader. Further lines are lost. */
const mostUnread = 4 * 1024 ** 2
/** How often the last lines are tried again when the process ends, a tenth of a second apart. */
let patience = Infinity

// Not `sync`: that blocks the event loop when the reader of a pipe falls behind.
const lines = pino.destination({
  sync: false,
  maxLength: mostUnread,
  retryEAGAIN: () => patience-- > 0,
})

/**
 * Lines are written together after this time. Pino's own minLength and periodicFlush take 1.1 instead
 * of 0.2 µs per line, and write 50 empty chunks a second when idle.
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
    // No one reads them.
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

/** Writes one JSON line per event to standard output. Never log addresses, cookies, tokens or queries. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: time,
    redact: ['*.password', '*.cookie', '*.authorization', '*.token'],
  },
  { write: (line: string) => say(harmless(line)) },
)

const { info } = log.levels.values
const logsRequests = log.isLevelEnabled('info')

/** What is logged about every request. */
type AnsweredRequest = {
  id: string
  method: string
  path: string
  status: number
  /** Whether all of the answer was sent. */
  whole: boolean
  ms: number
}

/** Logs an answered request. Writes the same line as `log.info` in a third of the time. */
export function logRequest({ id, method, path, status, whole, ms }: AnsweredRequest): void {
  if (!logsRequests) return
  // Only the path is a visitor's own text: Node's parser accepts known methods only.
  const asked = `"method":"${method}","path":${harmless(JSON.stringify(path))}`
  const answered = `"status":${status},"whole":${whole},"ms":${ms}`
  say(`{"level":${info}${time()},"id":"${id}",${asked},${answered}}\n`)
}
