import { stripVTControlCharacters } from 'node:util'
import { viteNonce } from '#app/http/secure-headers.server.ts'

/** Lets Vite insert styles into a page under its CSP. */
export const viteStyles = `<meta property="csp-nonce" nonce="${viteNonce}">`
export const devClient = '<script type="module" src="/app/server/dev-client.ts"></script>'

/** Returns a page that shows an error to a developer. It reloads as soon as a file is saved. */
export function failurePage(error: unknown): string {
  const [first = '', ...rest] = failureText(error).split('\n')
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<title>${escaped(first)}</title>${viteStyles}${devClient}`,
    `<style nonce="${viteNonce}">body{margin:2rem;font:1rem/1.5 system-ui}pre{overflow:auto;white-space:pre-wrap}vite-error-overlay{display:none}</style>`,
    `<h1>${escaped(first)}</h1><pre>${escaped(rest.join('\n'))}</pre>`,
    '<p>This page reloads when you save a file.</p></html>',
  ].join('\n')
}

/** Returns the error's message, code frame and stack, if present, without colors. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return stripVTControlCharacters(String(error))
  const { id, loc, frame } = error as Error & {
    id?: string
    loc?: { file?: string; line: number; column: number }
    frame?: string
  }
  const place = loc === undefined ? id : `${loc.file ?? id}:${loc.line}:${loc.column}`
  const hint =
    error.constructor.name === 'DatabaseStartError'
      ? 'If you don’t need its data, stop the server, run rm -r data, and start it again.'
      : undefined
  const parts = [error.message, hint, place, frame, stackLines(error)]
  return stripVTControlCharacters(parts.filter(Boolean).join('\n'))
}

/** Returns the stack's lines in the app. Other errors keep all lines, except Vite's own. */
function stackLines({ stack = '' }: Error): string {
  const all = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const own = all.filter((line) => !line.includes('/node_modules/'))
  const byVite = all.every((line) => line.includes('/node_modules/vite/'))
  return (own.length > 0 || byVite ? own : all).join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
