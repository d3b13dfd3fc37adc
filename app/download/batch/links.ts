import { type LinkRefusal, linkEnds, type PostRef, parsePostLink } from '#app/posts/post-link.ts'
import { postUrl } from '#app/posts/post-url.ts'

/** What a text has in one place: a post's link, or something like a link that isn't one. */
export type FoundLink =
  | { ok: true; line: number; key: string; ref: PostRef }
  | { ok: false; line: number; text: string; reason: LinkRefusal }

/** Of text beside a link in the same line: apps add the address of their own home page. */
const besideLink = new Set<LinkRefusal>(['not_platform', 'unknown_path'])

/** What looks like a link beyond so many isn't read: no batch has as many. */
const mostRead = 500

const lineEnds = /\r\n|[\r\n\u2028\u2029]/
const listMarks = /[,;|]/
const webLink = /https?:\/\//i
const nextWebLink = /(?=https?:\/\/)/i
const openingMarks = /^[^\p{L}\p{N}/]+/u
const hostAndPath = /^[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+(?::\d+)?\//u
const digitsOnly = /^\d+$/

/**
 * Reads every link out of a text, in order, each as `parsePostLink` reads a single one: several in a
 * line, shared messages around them, or bare post ids, alone in their lines. Links to the same post
 * count once. Words that look like no link are left out. Lines count from 1. Never throws.
 */
export function linksIn(text: string): FoundLink[] {
  const found: FoundLink[] = []
  const seen = new Set<string>()
  let left = mostRead
  for (const [index, line] of text.split(lineEnds).entries()) {
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

/** The links to posts in a text, cleaned, each once, in their order. */
export function postLinksIn(text: string): string[] {
  return linksIn(text).flatMap((link) => (link.ok ? [postUrl(link.ref)] : []))
}

/** What tells posts apart before anything is looked up: the id, or the short link's code. */
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
  return webLink.test(word) || hostAndPath.test(word.replace(openingMarks, ''))
}

function readLink(text: string, line: number): FoundLink {
  const link = parsePostLink(text)
  return link.ok
    ? { ok: true, line, key: linkKey(link.ref), ref: link.ref }
    : { ok: false, line, text, reason: link.reason }
}

/** Why a text makes no batch: nothing in it, no post's link, or too many. */
export type LinksProblem =
  | { kind: 'empty' }
  | { kind: 'invalid'; refused: Extract<FoundLink, { ok: false }>[] }
  | { kind: 'too_many_links'; links: number; max: number }

/** The links of a text for one batch. Refused ones have rows too, as long as there is a good one. */
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
