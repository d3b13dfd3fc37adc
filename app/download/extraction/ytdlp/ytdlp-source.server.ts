import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import type { Platforms } from '#app/download/extraction/platform-profiles.ts'
import { withBreaker } from '#app/download/extraction/source-breaker.ts'
import type { Extractor, LookupResult } from '#app/posts/extracted-post.server.ts'
import type { PostRef } from '#app/posts/post-link.ts'
import { postUrl } from '#app/posts/post-url.ts'
import type { ConnectProxy } from './connect-proxy.server.ts'
import { createSlots } from './slots.ts'
import { readYtdlpAnswer } from './ytdlp-answer.ts'
import { readMessages } from './ytdlp-messages.ts'
import { type RunEnd, runProgram } from './ytdlp-process.server.ts'
import { isProgram } from './ytdlp-version.server.ts'

export type YtdlpSourceOptions = {
  /** The path of the yt-dlp command. One that cannot be used makes look-ups fail, nothing else. */
  program: string
  platforms: Platforms
  proxy: ConnectProxy
  /** For a whole look-up, waiting included. */
  timeoutMs: () => number
}

export type YtdlpSource = Extractor & {
  /** False for photo posts, which yt-dlp has only the sound of. */
  supports(ref: PostRef): boolean
  /** Ends running programs; later look-ups are refused. */
  close(): Promise<void>
}

const longestRunMs = 25_000
const atOnce = 2
const queueLimit = 20

/**
 * Asks the operator's yt-dlp for a post. The program gets a link that is rebuilt from the post's
 * id, and reaches the platform's pages alone, through our own proxy.
 */
export function createYtdlpSource(options: YtdlpSourceOptions): YtdlpSource {
  const { program, platforms, proxy } = options
  const slots = createSlots(atOnce, queueLimit)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  const supports = (ref: PostRef) => ref.kind === 'short' || ref.media === 'video'

  async function find(
    ref: PostRef,
    visitor: AbortSignal,
    withinMs = longestRunMs,
  ): Promise<LookupResult> {
    const timeoutMs = Math.min(longestRunMs, withinMs, options.timeoutMs())
    const timeout = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs)))
    const signal = AbortSignal.any([visitor, timeout, closing.signal])
    const place = await slots.take(signal)
    if (place === 'full') return queueFull
    if (place === 'aborted') return visitor.aborted ? failed({ kind: 'aborted' }) : timedOut
    const work = ask(ref, signal)
    running.add(work)
    try {
      const end = await work
      if (visitor.aborted) return failed({ kind: 'aborted' })
      return readEnd(end, ref.kind === 'post' ? ref.postId : null)
    } catch {
      // There is no room for its folder, or no port for the proxy.
      return unavailable('program_failed')
    } finally {
      running.delete(work)
      place.leave()
    }
  }

  async function ask(ref: PostRef, signal: AbortSignal): Promise<RunEnd> {
    const lease = await proxy.lease()
    try {
      return await runProgram(program, lookupArguments(ref, lease.url), signal)
    } finally {
      lease.end()
    }
  }

  function readEnd(end: RunEnd, askedId: string | null): LookupResult {
    switch (end.kind) {
      case 'not_started':
        return unavailable('no_program')
      case 'too_large':
        return unavailable('too_large')
      case 'aborted':
        return timedOut
      case 'ended':
        if (end.code === 0) return readYtdlpAnswer(end.stdout, askedId, platforms)
        return end.code === 1 ? failed(readMessages(end.stderr)) : unavailable('program_failed')
    }
  }

  const source = withBreaker(
    {
      name: 'ytdlp',
      mode: 'live',
      lookup: find,
      status: () => ({ breaker: 'closed', queued: slots.waiting, quotaLeft: null }),
    },
    { countsUnreadable: false },
  )

  return {
    ...source,
    supports,
    async lookup(ref, visitor, withinMs) {
      if (visitor.aborted) return failed({ kind: 'aborted' })
      if (!supports(ref)) return failed({ kind: 'not_found', reason: 'unsupported' })
      if (!isProgram(program)) return unavailable('no_program')
      return source.lookup(ref, visitor, withinMs)
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running)
      await proxy.close()
    },
  }
}

const queueFull = unavailable('queue_full', 5)
const timedOut = unavailable('timeout')

/**
 * The arguments that make yt-dlp print what it knows of a post, and do nothing else. `--ies` keeps
 * its generic extractor away, which would ask any address; `--` keeps the link from being an option.
 */
function lookupArguments(ref: PostRef, proxyUrl: string): string[] {
  return [
    ...['--ignore-config', '--no-plugin-dirs', '--no-cache-dir', '--no-update'],
    ...['--no-js-runtimes', '--no-remote-components', '--no-cookies-from-browser'],
    ...['--color', 'never', '--no-warnings', '--no-playlist', '-I', '1'],
    ...['--ies', 'tiktok,vm.tiktok,end'],
    ...['--socket-timeout', '10', '--retries', '1', '--extractor-retries', '1'],
    ...['--proxy', proxyUrl, '-J', '--'],
    postUrl(ref.kind === 'post' ? { ...ref, user: null } : ref),
  ]
}
