import { postForNotice } from '#app/download/lookup/lookup.server.ts'
import type { Landing, LinkRefusal, PostRef } from '#app/download/platforms/link.ts'
import { EmailAddress } from '#app/http/email-address.ts'
import { widestNetworkOf } from '#app/http/ip-address.ts'
import { postOfShortLink } from '#app/posts/post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { declarations } from './declarations.ts'
import {
  mostPosts,
  type NoticeText,
  noticeLimits,
  plainLine,
  plainText,
  typedMargin,
} from './report.ts'

/** Values of the form, as typed. A checkbox counts if it has its statement's version. */
export type NoticeValues = Record<NoticeText, string> & {
  capacity: 'owner' | 'agent' | ''
  goodFaith: boolean
  accuracy: boolean
}
export type NoticeField = keyof NoticeValues

export type BadLine = { line: string; reason: LinkRefusal | Landing | 'short_unresolved' }

export type NoticeProblem =
  | 'required'
  | 'too_long'
  | 'email'
  | 'too_many_posts'
  | 'statements_changed'
  | { badLines: BadLine[] }

export type NoticeProblems = Partial<Record<NoticeField, NoticeProblem>>

/** A complete notice. Its links can still be short ones. */
export type Notice = Omit<Record<NoticeText, string>, 'links'> & {
  capacity: 'owner' | 'agent'
  links: { line: string; ref: PostRef }[]
}

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

/** Each unknown short link costs a request to the platform. */
const mostUnknownShortLinks = 10
const resolveTimeoutMs = 25_000

export function typedIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns a form's texts as typed; the first of repeated fields. */
export function typedTexts<Name extends NoticeText>(form: FormData, names: readonly Name[]) {
  const texts = names.map((name) => [
    name,
    typedIn(form, name).slice(0, noticeLimits[name] + typedMargin),
  ])
  return Object.fromEntries(texts) as Record<Name, string>
}

/** Normalizes texts, and finds those that are missing or too long. Sworn text is never cut off. */
export function readTexts<Name extends NoticeText>(
  values: Record<Name, string>,
  names: readonly Name[],
) {
  const texts = Object.fromEntries(
    names.map((name) => [name, (severalLines.has(name) ? plainText : plainLine)(values[name])]),
  ) as Record<Name, string>
  const problems: Partial<Record<Name, NoticeProblem>> = {}
  for (const name of names) {
    if (texts[name] === '' && !optional.has(name)) problems[name] = 'required'
    else if (texts[name].length > noticeLimits[name]) problems[name] = 'too_long'
  }
  return { texts, problems }
}

export function noticeValues(form: FormData): NoticeValues {
  const capacity = typedIn(form, 'capacity')
  return {
    ...typedTexts(form, textNames),
    capacity: capacity === 'owner' || capacity === 'agent' ? capacity : '',
    goodFaith: typedIn(form, 'goodFaith') === declarations.version,
    accuracy: typedIn(form, 'accuracy') === declarations.version,
  }
}

/** Checks all elements of a notice at once. `declared` is the version that the form showed. */
export function readNotice(
  values: NoticeValues,
  declared: string,
): { notice: Notice | null; problems: NoticeProblems } {
  const { texts, ...read } = readTexts(values, textNames)
  const problems: NoticeProblems = read.problems
  const email = EmailAddress.safeParse(texts.email)
  if (email.success) texts.email = email.data
  else problems.email ??= 'email'
  if (values.capacity === '') problems.capacity = 'required'
  if (values.capacity === 'agent' && texts.ownerName === '') problems.ownerName = 'required'
  for (const name of ['goodFaith', 'accuracy'] as const) {
    if (declared !== declarations.version) problems[name] = 'statements_changed'
    else if (!values[name]) problems[name] = 'required'
  }
  const { links, problem } = readLinks(texts.links)
  if (problem !== null) problems.links ??= problem
  if (Object.keys(problems).length > 0 || values.capacity === '') return { notice: null, problems }
  const { links: _, ...elements } = texts
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

/** Splits a line with several links, so that none is lost. */
function linesOfLinks(text: string): string[] {
  const starts = [...text.matchAll(/(?<![^\s,;])https?:\/\//gi)].map(({ index }) => index)
  const ends = [...starts.slice(1), text.length]
  const pieces =
    starts.length < 2 ? [text] : ends.map((end, n) => text.slice(n === 0 ? 0 : starts[n], end))
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}

/**
 * Returns the posts named by a notice, without duplicates. Only the platform knows where a short
 * link leads, so unknown ones go through the look-up.
 */
export async function resolvePosts(
  links: Notice['links'],
  signal: AbortSignal,
  clientAddress: string,
): Promise<{ ok: true; posts: NamedPost[] } | { ok: false; badLines: BadLine[] }> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(resolveTimeoutMs)])
  const posts = new Map<string, NamedPost>()
  const badLines: BadLine[] = []
  let asked = 0
  for (const { line, ref } of links) {
    let postId = ref.kind === 'post' ? ref.postId : await knownPost(ref)
    let reason: BadLine['reason'] = 'short_unresolved'
    if (postId === null && ref.kind === 'short' && asked < mostUnknownShortLinks) {
      asked += 1
      const outcome = await postForNotice(ref, limit, {
        network: widestNetworkOf(clientAddress),
      })
      if (!outcome.ok && outcome.problem.kind === 'not_found') {
        reason = outcome.problem.landing ?? reason
      }
      postId = await knownPost(ref)
    }
    if (postId === null) badLines.push({ line, reason })
    else if (!posts.has(postId)) posts.set(postId, { postId, line })
  }
  if (badLines.length > 0) return { ok: false, badLines }
  return { ok: true, posts: [...posts.values()] }
}

function knownPost(ref: Extract<PostRef, { kind: 'short' }>): Promise<string | null> {
  return postOfShortLink(`${ref.host}/${ref.code}`)
}
