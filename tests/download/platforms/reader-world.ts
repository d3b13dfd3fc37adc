import { createMediaSource } from '#app/download/media/media.server.ts'
import { openFirst } from '#app/download/media/media-mirrors.server.ts'
import { createAsk } from '#app/download/platforms/ask.server.ts'
import { createHosts } from '#app/download/platforms/hosts.ts'
import { createPlatformSource } from '#app/download/platforms/platform-source.server.ts'
import type { Registration } from '#app/download/platforms/platforms.ts'
import type { Resolver } from '#app/outbound/connection.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import type { LookupResult, MediaFile } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import type { PlayedHosts } from '#tests/fakes/platforms/played-hosts.ts'
import { closing } from '#tests/support/closing.ts'

/**
 * A platform's reader in front of a server that plays the platform, without its pace. Names of other
 * hosts are resolved with `resolve`.
 */
export function readerOf(
  registration: Omit<Registration, 'intervalMs'>,
  fake: PlayedHosts,
  resolve?: Resolver,
) {
  const trustedUpstreams = [fake.hostPort]
  const client = closing(createGuardedClient({ trustedUpstreams, resolve }))
  const { platform } = registration.hosts
  const hosts = createHosts(registration.hosts, fake.origin)
  const source = createPlatformSource({
    id: platform,
    adapter: registration.adapter,
    ask: createAsk({ client, hosts, restMs: registration.restMs, intervalMs: () => 0 }),
    timeoutMs: () => 600_000,
  })
  const media = createMediaSource({
    client,
    allowedHosts: () => [],
    serviceOrigins: () => [],
    hostsOf: (profile) => (profile === platform ? hosts : null),
    maxBytes: () => 2 * 1024 ** 3,
    minBytesPerSecond: 1,
    idleMs: () => 20_000,
    sampleFolder: '',
  })
  return {
    source,
    media,
    async lookup(link: string, signal = new AbortController().signal): Promise<LookupResult> {
      const parsed = parsePostLink(link)
      if (!parsed.ok) throw new Error(`Not a link: ${parsed.reason}`)
      return source.lookup(parsed.ref, signal)
    },
    /** Opens a file as a save would, and returns its kind, or why it can't be had. */
    async open(file: MediaFile, accept: 'video' | 'image' | 'captions' = 'video'): Promise<string> {
      const signal = new AbortController().signal
      const opened = await openFirst(media, file, null, { method: 'GET', accept, signal })
      if (!opened.ok) return opened.failure
      opened.media.body.destroy()
      return opened.media.kind
    },
    /** Reads a video whole, and returns its bytes. Throws as its body does. */
    async read(file: MediaFile): Promise<number> {
      const signal = new AbortController().signal
      const opened = await openFirst(media, file, null, { method: 'GET', accept: 'video', signal })
      if (!opened.ok) throw new Error(opened.failure)
      let bytes = 0
      for await (const chunk of opened.media.body) bytes += chunk.length
      return bytes
    },
  }
}

/** A result in short: `ok`, the reason why there is no post, or why the platform failed. */
export function outcomeOf(result: LookupResult): string {
  if (result.ok) return 'ok'
  const { failure } = result
  if (failure.kind === 'not_found') return failure.reason
  return failure.kind === 'unavailable' ? failure.cause : failure.kind
}

export function postOf(result: LookupResult) {
  if (!result.ok) throw new Error(`No post: ${JSON.stringify(result.failure)}`)
  return result.post
}
