import { z } from 'zod'
import { lookUpLink } from '#app/download/lookup.server.ts'
import { postOfShortLink } from '#app/posts/post.server.ts'
import { type LinkRefusal, type PostRef, parsePostLink } from '#app/posts/post-link.ts'
import { postUrl } from '#app/posts/post-url.ts'
import { declarations } from './declarations.ts'
import {
  mostPosts,
  type NoticeText,
  noticeLimits,
  plainLine,
  plainText,
  typedMargin,
} from './report.ts'

/** What the form sends, as it was typed. A tick counts when it carries the version of its statement. */
export type NoticeValues = Record<NoticeText, string> & {
  capacity: 'owner' | 'agent' | ''
  goodFaith: boolean
  accuracy: boolean
}
export type NoticeField = keyof NoticeValues

/** A line that names no post, and why. */
export type BadLine = { line: string; reason: LinkRefusal | 'short_unresolved' }

export type NoticeProblem =
  | 'required'
  | 'too_long'
  | 'email'
  | 'too_many_posts'
  | 'statements_changed'
  | { badLines: BadLine[] }

export type NoticeProblems = Partial<Record<NoticeField, NoticeProblem>>

/** A notice whose every element is there. Its links may still be short ones. */
export type Notice = Omit<Record<NoticeText, string>, 'links'> & {
  capacity: 'owner' | 'agent'
  links: { line: string; ref: PostRef }[]
}

/** A post that a notice names, by the line that did. */
export type NamedPost = { postId: string; line: string }

const severalLines = new Set<NoticeText>([
  'postalAddress',
  'workDescription',
  'workAddresses',
  'links',
  'remarks',
])
const optional = new Set<NoticeText>(['company', 'workAddresses', 'remarks', 'ownerName'])
const textNames = Object.keys(noticeLimits) as NoticeText[]

/** Short links that the platform has to be asked about; each takes a call to the outside. */
const mostUnknownShortLinks = 10
const resolveTimeoutMs = 25_000

/** The values of the form that was sent; of a field that comes twice the first counts. */
export function noticeValues(form: FormData): NoticeValues {
  const typed = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const texts = Object.fromEntries(
    textNames.map((name) => [name, typed(name).slice(0, noticeLimits[name] + typedMargin)]),
  ) as Record<NoticeText, string>
  const capacity = typed('capacity')
  return {
    ...texts,
    capacity: capacity === 'owner' || capacity === 'agent' ? capacity : '',
    goodFaith: typed('goodFaith') === declarations.version,
    accuracy: typed('accuracy') === declarations.version,
  }
}

/** Checks every element of a notice at once. `declared` is the version that the form showed. */
export function readNotice(
  values: NoticeValues,
  declared: string,
): { notice: Notice | null; problems: NoticeProblems } {
  const problems: NoticeProblems = {}
  const texts = { ...values }
  for (const name of textNames) {
    texts[name] = (severalLines.has(name) ? plainText : plainLine)(values[name])
    if (texts[name] === '' && !optional.has(name)) problems[name] = 'required'
    else if (texts[name].length > noticeLimits[name]) problems[name] = 'too_long'
  }
  if (problems.email === undefined && !z.email().safeParse(texts.email).success) {
    problems.email = 'email'
  }
  if (values.capacity === '') problems.capacity = 'required'
  if (values.capacity === 'agent' && texts.ownerName === '') problems.ownerName = 'required'
  for (const name of ['goodFaith', 'accuracy'] as const) {
    if (declared !== declarations.version) problems[name] = 'statements_changed'
    else if (!values[name]) problems[name] = 'required'
  }
  const { links, problem } = readLinks(texts.links)
  if (problem !== null) problems.links ??= problem
  if (Object.keys(problems).length > 0 || values.capacity === '') return { notice: null, problems }
  const { goodFaith: _, accuracy: __, links: ___, ...elements } = texts
  const ownerName = values.capacity === 'agent' ? texts.ownerName : ''
  return { notice: { ...elements, ownerName, capacity: values.capacity, links }, problems }
}

function readLinks(text: string): { links: Notice['links']; problem: NoticeProblem | null } {
  const lines = text.split('\n').flatMap(linesOfLinks)
  const links: Notice['links'] = []
  const badLines: BadLine[] = []
  for (const line of lines.slice(0, 4 * mostPosts)) {
    const parsed = parsePostLink(line)
    if (parsed.ok) links.push({ line, ref: parsed.ref })
    else badLines.push({ line, reason: parsed.reason })
  }
  if (badLines.length > 0) return { links, problem: { badLines } }
  if (lines.length > mostPosts) return { links, problem: 'too_many_posts' }
  return { links, problem: links.length === 0 ? 'required' : null }
}

/** One line may hold several links: none may be lost. */
function linesOfLinks(text: string): string[] {
  const starts = [...text.matchAll(/(?<![^\s,;])https?:\/\//gi)].map(({ index }) => index)
  const ends = [...starts.slice(1), text.length]
  const pieces =
    starts.length < 2 ? [text] : ends.map((end, n) => text.slice(n === 0 ? 0 : starts[n], end))
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}

/**
 * The posts that a notice names, each once. Only the platform knows where a short link leads, so it
 * is asked through the look-up, unless someone has looked the link up before.
 */
export async function resolvePosts(
  links: Notice['links'],
  signal: AbortSignal,
): Promise<{ ok: true; posts: NamedPost[] } | { ok: false; badLines: BadLine[] }> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(resolveTimeoutMs)])
  const posts = new Map<string, NamedPost>()
  const badLines: BadLine[] = []
  let asked = 0
  for (const { line, ref } of links) {
    let postId = ref.kind === 'post' ? ref.postId : await knownPost(ref)
    if (postId === null && ref.kind === 'short' && asked < mostUnknownShortLinks) {
      asked += 1
      await lookUpLink(postUrl(ref), limit)
      postId = await knownPost(ref)
    }
    if (postId === null) badLines.push({ line, reason: 'short_unresolved' })
    else if (!posts.has(postId)) posts.set(postId, { postId, line })
  }
  if (badLines.length > 0) return { ok: false, badLines }
  return { ok: true, posts: [...posts.values()] }
}

function knownPost(ref: Extract<PostRef, { kind: 'short' }>): Promise<string | null> {
  return postOfShortLink(`${ref.host}/${ref.code}`)
}
