import pino from 'pino'
import { env } from '#app/env.server.ts'

/** One JSON line per event on standard output. Never pass it addresses, cookies, tokens or queries. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['*.password', '*.cookie', '*.authorization', '*.token'],
})
