import { createHash } from 'node:crypto'
import { env } from '#app/env.server.ts'
import { themeScript } from '#app/ui/site/head/theme-script.ts'
import { adSandbox } from './ad-sandbox.ts'

const fixedHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
  ...(env.APP_URL.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
}

/** What Vite's style elements have while developing. */
export const viteNonce = 'vite'

const policyHeader = 'Content-Security-Policy'

/** The one inline script that every page has. */
const themeScriptHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`

/**
 * The headers that every answer carries: pages, files, streams and errors alike. There is no nonce
 * that a cache could give away: a page with inline scripts of its own has their hashes.
 */
export const secureHeaders: Readonly<Record<string, string>> = {
  ...fixedHeaders,
  [policyHeader]: contentSecurityPolicy(),
}

/** Allows a page's own inline scripts, by their hashes. */
export function allowScripts(headers: Headers, hashes: readonly string[]): void {
  allowSources(headers, { script: hashes })
}

export type PolicySources = Partial<Record<'script' | 'connect' | 'img', readonly string[]>>

/** Adds hosts to the policy that an answer has so far, or else to the usual policy. */
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
  return [
    "default-src 'none'",
    `script-src 'self' ${themeScriptHash}`,
    "worker-src 'self'",
    // The element that tells Vite its nonce is in pages of the development server alone.
    `style-src 'self'${development ? ` 'nonce-${viteNonce}'` : ''}`,
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
 * The headers of an advertisement's document. It may load and run what it likes from elsewhere,
 * since the sandbox gives it an origin of its own: it reaches neither the page around it nor cookies.
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
  // A sandboxed document that is opened by itself could not be shown with another.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  // The page around it may have a link or a token in its address.
  'Referrer-Policy': 'strict-origin',
}
