import { type ParsedLink, refuse, unescaped } from '#app/download/platforms/link.ts'
import {
  linksAt,
  otherSite,
  parsePlatformLink,
  parsePlatformUri,
  parsePostKey,
} from '#app/download/platforms/links.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import { sameText } from '#app/http/same-text.ts'

const maxBytes = 2048

// Each pattern is anchored or a plain class, so it runs in linear time on any text.
const controlCharacter = /(?![\t\r\n])\p{Cc}/u
/** Messengers wrap links in invisible direction marks (Cf); markup has quotes and brackets. */
export const linkEnds = /[\s\p{Cf}"'`<>[\]|，。、]+/u
const lineBreaks = /[\t\r\n]+/g
const webLinkStart = /https?:\/\//i
const schemeStart = /^([a-z][a-z\d+.-]*):(\/\/)?/i
const refusedSchemes = new Set([
  'about',
  'blob',
  'data',
  'file',
  'filesystem',
  'javascript',
  'vbscript',
  'view-source',
])
const openingMarks = /^[^\p{L}\p{N}/]+/u
const closingCharacter = /[\w/=-]/
const digitsOnly = /^\d+$/

/**
 * Parses what a visitor pasted: a link with or without scheme, a text with a link in it (the first
 * one counts), or a post's key, which for TikTok is the bare id. Compares host names only as the
 * URL parser returns them. Never throws.
 */
export function parsePostLink(text: string): ParsedLink {
  const trimmed = unescaped(text).trim()
  if (trimmed === '') return refuse('empty')
  if (text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes) {
    return refuse('too_long')
  }
  if (controlCharacter.test(text)) return refuse('control_characters')

  const found = parseFirstLink(trimmed)
  if (found.ok) return found
  // A link wrapped over two lines: URL parsers drop the break, so visitors expect it to work.
  const joined = trimmed.replace(lineBreaks, '')
  const retried = joined === trimmed ? found : parseFirstLink(joined)
  // Browsers leave the rest to the server, so that pages stay small.
  if (retried.ok || import.meta.env?.SSR === false) return retried.ok ? retried : found
  // Keyboards write full width, and messengers put what can't be seen into a word.
  const seen = sameText(joined).replace(/(\w)。(?=\w)/g, '$1.')
  const last = seen === joined ? found : parseFirstLink(seen)
  return last.ok ? last : found
}

/** Returns the platform of what a visitor pasted. Null if it is no post's link. */
export function platformOfLink(text: string): Platform | null {
  const link = parsePostLink(text)
  return link.ok ? link.ref.platform : null
}

function parseFirstLink(text: string): ParsedLink {
  const words = text.split(linkEnds).filter((word) => word !== '')
  const [only] = words
  if (words.length === 1 && only !== undefined) {
    const ref = parsePostKey(only)
    if (ref !== null) return { ok: true, ref }
    if (digitsOnly.test(only)) return refuse('bad_id')
  }

  let homePageSeen = false
  for (const word of words) {
    const ofPlatform = parsePlatformUri(withoutTail(word.replace(openingMarks, '')))
    if (ofPlatform !== null) return ofPlatform
    if (hasOtherScheme(word)) return refuse('not_platform')
    const start = word.search(webLinkStart)
    if (start >= 0) return parseLink(word.slice(start))

    const bare = `https://${word.replace(openingMarks, '')}`
    const url = plainUrl(bare)
    if (url === null || !isNamed(url.hostname)) continue
    // "from tiktok.com: https://…": the name alone isn't the link yet.
    if (url.pathname === '/' && url.search === '') homePageSeen = true
    else return parseLink(bare)
  }
  return refuse(homePageSeen ? 'unknown_path' : 'not_platform')
}

/** Only a scheme's end counts: URL fields drop line breaks, so 'this' + 'https://…' is one word. */
function hasOtherScheme(word: string): boolean {
  const match = schemeStart.exec(word)
  const scheme = match?.[1]?.toLowerCase()
  if (scheme === undefined) return false
  const web = scheme.endsWith('http') || scheme.endsWith('https')
  return refusedSchemes.has(scheme) || (match?.[2] !== undefined && !web)
}

/** Cuts closing brackets, full stops and text of other scripts: no post link ends with them. */
function withoutTail(link: string): string {
  let end = link.length
  while (end > 0 && !closingCharacter.test(link.charAt(end - 1))) end -= 1
  return link.slice(0, end)
}

function parseLink(link: string): ParsedLink {
  const url = plainUrl(link)
  return url === null ? refuse('not_platform') : parsePlatformLink(url)
}

/** True for the hosts of platforms, and of other sites that are refused by name. */
function isNamed(host: string): boolean {
  return linksAt(host) !== null || otherSite(host) !== null
}

/** Returns null for what isn't a URL, and for one with a port or credentials. */
function plainUrl(link: string): URL | null {
  let url: URL
  try {
    url = new URL(withoutTail(link))
  } catch {
    return null
  }
  return url.username === '' && url.password === '' && url.port === '' ? url : null
}
