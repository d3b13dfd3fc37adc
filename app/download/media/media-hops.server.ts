import type { MediaHosts } from '#app/download/platforms/hosts.ts'
import type { GuardedClient } from '#app/outbound/fetch.server.ts'
import type { GuestSession, ProfileName } from '#app/posts/extracted-post.server.ts'

export type MediaWay = { profile: ProfileName; session: GuestSession | null }

type Opened = Awaited<ReturnType<GuardedClient['open']>>

const mostHops = 3
const documentMs = 10_000
const mostDocumentBytes = 64 * 1024
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Opens a platform's file and follows redirects by hand, because each hop gets its own headers: a
 * host outside the profile gets neither cookie nor Referer. An address can also be a document's
 * that names the file's host.
 */
export async function openByProfile(
  { client, hostsOf }: { client: GuardedClient; hostsOf: MediaHosts },
  address: string,
  { profile, session }: MediaWay,
  range: Record<string, string>,
  signal: AbortSignal,
): Promise<Opened> {
  const hosts = profile === 'plain' ? null : hostsOf(profile)
  if (hosts === null) return { ok: false, failure: 'blocked_address' }
  let target = new URL(address)
  for (let hop = 0; ; hop += 1) {
    const own = { url: target.href, profile }
    const isKnown = hosts.profileOf(target.href) !== null
    const url = hosts.fileUrl(target)
    if (url === null) return { ok: false, failure: 'blocked_address' }
    if (hosts.documents?.isDocument(target) === true) {
      // Nothing may redirect there: a document is asked about the file that its address names.
      if (hop > 0) return { ok: false, failure: 'blocked_address' }
      const text = await readDocument(client, url, hosts.headersFor(target, own, session), signal)
      const found = text === null ? null : hosts.documents.fileIn(target, text)
      if (found === null) return { ok: false, failure: 'protocol' }
      target = found
      continue
    }
    const answer = await client.open(url, {
      headers: {
        ...hosts.headersFor(target, own, session),
        ...range,
      },
      signal,
      allowHost: () => isKnown,
    })
    const location = answer.ok ? answer.headers.location : undefined
    if (!answer.ok || !redirects.has(answer.status) || typeof location !== 'string') return answer
    answer.flow.abort()
    if (hop >= mostHops) return { ok: false, failure: 'too_many_redirects' }
    if (!URL.canParse(location, target)) return { ok: false, failure: 'protocol' }
    target = new URL(location, target)
  }
}

/** Returns the text of a document that names a file's host. Null if it can't be had. */
async function readDocument(
  client: GuardedClient,
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await client.request(url, {
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(documentMs)]),
  })
  if (!answer.ok) return null
  const read = answer.status === 200 && (await client.readBounded(answer.body, mostDocumentBytes))
  answer.body.destroy()
  return read !== false && read.ok ? read.bytes.toString() : null
}
