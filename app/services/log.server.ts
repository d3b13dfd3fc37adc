import pino from 'pino'
import { env } from '#app/env.server.ts'

/** What JSON leaves as it is, and terminals and viewers obey: C1 codes, line ends, directions. */
const commands = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

function harmless(line: string): string {
  return line.replace(commands, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const lines = pino.destination({ sync: true, minLength: 8192 })
let isWaiting = false

/** Lines go out together, this much later: a write for each costs more than making it. */
const delayMs = 20
const output = {
  write(line: string) {
    lines.write(harmless(line))
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      lines.flushSync()
    }, delayMs)
  },
}
process.once('exit', () => lines.flushSync())

/** One JSON line per event on standard output. Never pass it addresses, cookies, tokens or queries. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.cookie', '*.authorization', '*.token'],
  },
  output,
)

/** For what is logged of every request: a few plain fields, in which there is nothing to look for. */
export const requestLog = log.child({}, { redact: [] })
