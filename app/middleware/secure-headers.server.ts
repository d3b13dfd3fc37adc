import { env } from '#app/env.server.ts'
import { adSandbox } from '#app/utils/ad-sandbox.ts'
import { type TagKind, tagSources } from '#app/utils/third-party-tags.ts'

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

/**
 * The headers that every answer carries: pages, files, streams and errors alike. No page has inline
 * scripts, so there is no nonce that a cache could give away.
 */
export const secureHeaders: Readonly<Record<string, string>> = {
  ...fixedHeaders,
  'Content-Security-Policy': contentSecurityPolicy({}),
}

/** The policy of a page with tags of other companies: theirs are the only hosts that are added. */
export function taggedPagePolicy(kinds: readonly TagKind[]): string {
  const sources = kinds.map((kind) => tagSources[kind])
  return contentSecurityPolicy({
    script: sources.flatMap(({ script }) => script),
    connect: sources.flatMap(({ connect }) => connect),
    image: sources.flatMap(({ image }) => image),
  })
}

type Sources = { script?: string[]; connect?: string[]; image?: string[] }

function contentSecurityPolicy({ script = [], connect = [], image = [] }: Sources): string {
  const development = import.meta.env?.DEV === true
  return [
    "default-src 'none'",
    ["script-src 'self'", ...script].join(' '),
    // Vite puts styles into the page while developing; a build has one style sheet.
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    ["img-src 'self' data:", ...image].join(' '),
    "media-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...connect, ...(development ? ['ws:'] : [])].join(' '),
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
