import {
  type LinkRefusal,
  type PostRef,
  type RefusedLink,
  unescaped,
} from '#app/download/platforms/link.ts'
import { parsePlatformUri, postUrl } from '#app/download/platforms/links.ts'
import { linkEnds, parsePostLink } from '#app/posts/post-link.ts'

/** A post's link found in a text, or something like a link that isn't one. */
export type FoundLink =
  | { ok: true; line: number; key: string; ref: PostRef }
  | ({ ok: false; line: number; text: string } & RefusedLink)

/** Ignored beside a post's link in the same line: apps add their own home page's address. */
const besideLink = new Set<LinkRefusal>(['not_platform', 'unknown_path'])

/** Max link candidates read; no batch holds more. */
const mostRead = 500

const lineEnds = /\r\n|[\r\n\u2028\u2029]/
const listMarks = /[,;|]/
const webLink = /https?:\/\//i
const nextWebLink = /(?=https?:\/\/)/i
const openingMarks = /^[^\p{L}\p{N}/]+/u
const hostAndPath = /^[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+(?::\d+)?\//u
const digitsOnly = /^\d+$/

/**
 * Finds all links in a text, in order, each parsed by `parsePostLink`: several in a line, inside
 * shared messages, or bare post ids in a line of their own. Links to the same post count once.
 * Lines count from 1. Never throws.
 */
export function linksIn(text: string): FoundLink[] {
  const found: FoundLink[] = []
  const seen = new Set<string>()
  let left = mostRead
  for (const [index, line] of unescaped(text).split(lineEnds).entries()) {
    const candidates = candidatesIn(line).slice(0, left)
    left -= candidates.length
    const inLine = candidates.map((candidate) => readLink(candidate, index + 1))
    const hasLink = inLine.some(({ ok }) => ok)
    for (const link of inLine) {
      if (!link.ok && hasLink && besideLink.has(link.reason)) continue
      const key = link.ok ? `post ${link.key}` : `text ${link.text}`
      if (seen.has(key)) continue
      seen.add(key)
      found.push(link)
    }
  }
  return found
}

/** Returns a text's post links in order, cleaned and without duplicates. */
export function postLinksIn(text: string): string[] {
  return linksIn(text).flatMap((link) => (link.ok ? [postUrl(link.ref)] : []))
}

/** Identifies a post before its look-up: the id, or the short link's host and code. */
export function linkKey(ref: PostRef): string {
  return ref.kind === 'post' ? ref.postId : `${ref.host}/${ref.code}`
}

function candidatesIn(line: string): string[] {
  const words = line
    .split(linkEnds)
    .flatMap((word) => word.split(listMarks))
    .filter((word) => word !== '')
  if (words.every((word) => digitsOnly.test(word))) return words
  return words.flatMap((word) => word.split(nextWebLink)).filter(isLikeLink)
}

function isLikeLink(word: string): boolean {
  const bare = word.replace(openingMarks, '')
  return webLink.test(word) || hostAndPath.test(bare) || parsePlatformUri(bare) !== null
}

function readLink(text: string, line: number): FoundLink {
  const link = parsePostLink(text)
  return link.ok
    ? { ok: true, line, key: linkKey(link.ref), ref: link.ref }
    : { ...link, line, text }
}

export type LinksProblem =
  | { kind: 'empty' }
  | { kind: 'invalid'; refused: Extract<FoundLink, { ok: false }>[] }
  | { kind: 'too_many_links'; links: number; max: number }

/** Returns a text's links for one batch. Refused ones get rows too if at least one link is good. */
export function batchOfText(
  text: string,
  max: number,
): { ok: true; links: FoundLink[] } | { ok: false; problem: LinksProblem } {
  if (text.trim() === '') return { ok: false, problem: { kind: 'empty' } }
  const links = linksIn(text)
  if (links.length > max) {
    return { ok: false, problem: { kind: 'too_many_links', links: links.length, max } }
  }
  if (links.some(({ ok }) => ok)) return { ok: true, links }
  return { ok: false, problem: { kind: 'invalid', refused: links.filter((link) => !link.ok) } }
}
