import type { Server } from 'node:http'
import { secureHeaders } from '#app/http/secure-headers.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import { hasBegunAnswer } from './pipelining.server.ts'
import { refusedPage } from './refused-page.server.ts'

type Refusal = { status: number; text: string }

const slow: Refusal = { status: 408, text: 'Request Timeout' }
const unreadable: Refusal = { status: 400, text: 'Bad Request' }

/** By Node's code for a request that it can't read. All others are unreadable. */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: slow,
  HPE_HEADER_OVERFLOW: { status: 431, text: 'Request Header Fields Too Large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, text: 'Payload Too Large' },
}

/**
 * Answers requests that Node can't read. It does so by itself, but without a text. No answer that
 * has begun is written into.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && !hasBegunAnswer(socket)) {
      socket.write(answerOf(refusals[error.code ?? ''] ?? unreadable))
    }
    socket.destroy(error)
  })
}

/** A browser's head that is too slow hasn't named a language or a type yet. */
function answerOf(refusal: Refusal): string {
  const { status, text } = refusal
  const language = defaultLanguage()
  const body = refusal === slow ? refusedPage(language, 'slow') : text
  const headers = {
    ...secureHeaders,
    ...(refusal === slow
      ? { 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language }
      : { 'Content-Type': 'text/plain; charset=utf-8' }),
    'Content-Length': Buffer.byteLength(body) + 1,
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${text}`, ...lines, '', `${body}\n`].join('\r\n')
}
