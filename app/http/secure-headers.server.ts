import { createHash } from 'node:crypto'
import { env } from '#app/env.server.ts'
import { adSandbox } from './ad-sandbox.ts'
import { themeScript } from './theme-script.ts'

const fixedHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
  ...(env.APP_URL.startsWith('https:') && {
    // By default for this host alone, since other hosts of its domain needn't be this site's.
    'Strict-Transport-Security': `max-age=31536000${env.HSTS_SUBDOMAINS === 'on' ? '; includeSubDomains' : ''}`,
  }),
}

/** Nonce of Vite's style elements in development. */
export const viteNonce = 'vite'

const policyHeader = 'Content-Security-Policy'

const themeScriptHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`

/**
 * Headers of every response: pages, files, streams and errors. Inline scripts are allowed by hash,
 * since a cached page would reveal a nonce.
 */
export const secureHeaders: Readonly<Record<string, string>> = {
  ...fixedHeaders,
  [policyHeader]: contentSecurityPolicy(),
}

export function allowScripts(headers: Headers, hashes: readonly string[]): void {
  allowSources(headers, { script: hashes })
}

export type PolicySources = Partial<Record<'script' | 'connect' | 'img', readonly string[]>>

/** Adds hosts to a response's policy, or to the default one if it has none yet. */
export function allowSources(headers: Headers, added: PolicySources): void {
  const policy = headers.get(policyHeader) ?? contentSecurityPolicy()
  const directives = policy.split('; ').map((directive) => {
    const sources = Object.entries(added).find(([kind]) =>
      directive.startsWith(`${kind}-src `),
    )?.[1]
    return [directive, ...(sources ?? [])].join(' ')
  })
  headers.set(policyHeader, directives.join('; '))
}

function contentSecurityPolicy(): string {
  const development = import.meta.env?.DEV === true
  // Only the development server's pages have Vite's nonce.
  const nonce = development ? ` 'nonce-${viteNonce}'` : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${themeScriptHash}`,
    "worker-src 'self'",
    `style-src 'self'${nonce}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Headers of an ad's document. It can load and run anything from other sites, since its sandbox
 * gives it an origin of its own: it can't reach the surrounding page, or cookies.
 */
export const adHeaders: Record<string, string> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src https: 'unsafe-inline'",
    "style-src https: 'unsafe-inline'",
    'img-src https: data:',
    'media-src https:',
    'font-src https: data:',
    'connect-src https:',
    'frame-src https:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    `sandbox ${adSandbox}`,
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
  // In its own tab, a sandboxed document fails to load with any other value.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  // The surrounding page's address can contain a link or a token.
  'Referrer-Policy': 'strict-origin',
}
