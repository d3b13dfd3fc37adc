import pino from 'pino'
import { env } from '#app/env.server.ts'
import { readableLine } from './readable-line.ts'

/** What JSON leaves as it is, and terminals and viewers obey: C1 codes, line ends, directions. */
const commands = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

function harmless(text: string): string {
  return text.replace(commands, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** While nobody reads them, so many characters wait; what is said after that is lost. */
const mostUnread = 4 * 1024 ** 2
/** How many more times the last lines are tried, a tenth of a second apart, once the process ends. */
let patience = Infinity

// Not `sync`: that sleeps in the event loop whenever the reader of a pipe falls behind.
const lines = pino.destination({
  sync: false,
  maxLength: mostUnread,
  retryEAGAIN: () => patience-- > 0,
})

/** Lines go out together, this much later: a write for each costs more than making it. */
const delayMs = 20
const mostWaiting = 65_536
let waiting = ''
let isTimed = false

function say(line: string): void {
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
    // Nobody reads them.
  }
}

process.once('exit', writeLast)
import.meta.hot?.dispose(() => {
  process.off('exit', writeLast)
  writeWaiting()
})

let now = 0
let nowText = ''

/** Pino's `isoTime`; at thousands of lines per second most have their time with others. */
function time(): string {
  const at = Date.now()
  if (at !== now) {
    now = at
    nowText = `,"time":"${new Date(at).toISOString()}"`
  }
  return nowText
}

/** One JSON line per event on standard output. Never pass it addresses, cookies, tokens or queries. */
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

/** What is logged of every request. */
type AnsweredRequest = {
  id: string
  method: string
  path: string
  status: number
  /** Whether all of the answer went out. */
  whole: boolean
  ms: number
}

/** The line of an answered request, as `log.info` would make it with three times the effort. */
export function logRequest({ id, method, path, status, whole, ms }: AnsweredRequest): void {
  if (!logsRequests) return
  // Only the path is a visitor's own word: the parser lets no method through that it does not know.
  const asked = `"method":"${method}","path":${harmless(JSON.stringify(path))}`
  const answered = `"status":${status},"whole":${whole},"ms":${ms}`
  say(`{"level":${info}${time()},"id":"${id}",${asked},${answered}}\n`)
}
