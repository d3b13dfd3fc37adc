import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import {
  type BreakerOptions,
  type GuardedSource,
  withBreaker,
} from '#app/download/extraction/source-breaker.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import type { TiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { theSite } from '#app/outbound/lookup-asker.ts'
import type { LookupResult, LookupTerms } from '#app/posts/extracted-post.server.ts'
import type { ConnectProxy } from './connect-proxy.server.ts'
import { createSlots } from './slots.ts'
import { readYtdlpAnswer } from './ytdlp-answer.ts'
import { readMessages } from './ytdlp-messages.ts'
import { type RunEnd, runProgram } from './ytdlp-process.server.ts'
import { isProgram } from './ytdlp-version.server.ts'

export type YtdlpSourceOptions = {
  /** The path of the yt-dlp command. An unusable one only makes look-ups fail. */
  program: string
  hosts: TiktokHosts
  proxy: ConnectProxy
  /** For a whole look-up, waiting included. */
  timeoutMs: () => number
  breaker?: BreakerOptions
}

export type YtdlpSource = GuardedSource & {
  /** False for photo posts, of which yt-dlp has only the sound. */
  supports(ref: PostRef): boolean
  /** Ends running programs; later look-ups are refused. */
  close(): Promise<void>
}

const longestRunMs = 25_000
const atOnce = 2
const usualRunSeconds = 5

/** Approximate capacity: posts per minute. */
export const runsPerMinute = (60 / usualRunSeconds) * atOnce

const queueLimit = 20

/**
 * Asks the operator's yt-dlp for a post. The program gets a link rebuilt from the post's id, and
 * reaches only the platform's pages, through our own proxy.
 */
export function createYtdlpSource(options: YtdlpSourceOptions): YtdlpSource {
  const { program, hosts, proxy } = options
  const slots = createSlots(atOnce, queueLimit)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  const supports = (ref: PostRef) => ref.kind === 'short' || ref.media === 'video'

  async function find(
    ref: PostRef,
    visitor: AbortSignal,
    { withinMs = longestRunMs, asker = theSite }: LookupTerms = {},
  ): Promise<LookupResult> {
    const timeoutMs = Math.min(longestRunMs, withinMs, options.timeoutMs())
    const timeout = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs)))
    const signal = AbortSignal.any([visitor, timeout, closing.signal])
    const place = await slots.take(signal, asker)
    if (place === 'full') return queueFull
    if (place === 'aborted') return visitor.aborted ? failed({ kind: 'aborted' }) : timedOut
    const work = ask(ref, signal)
    running.add(work)
    try {
      const end = await work
      if (visitor.aborted) return failed({ kind: 'aborted' })
      return readEnd(end, ref.kind === 'post' ? ref.postId : null)
    } catch {
      // No disk space for its folder, or no port for the proxy.
      return unavailable('program_failed')
    } finally {
      running.delete(work)
      place.leave()
    }
  }

  async function ask(ref: PostRef, signal: AbortSignal): Promise<RunEnd> {
    const lease = await proxy.lease()
    try {
      // In the environment, since every account on the machine can read a process's arguments.
      const proxies = { http_proxy: lease.url, https_proxy: lease.url }
      return await runProgram(program, lookupArguments(ref), proxies, signal)
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
        if (end.code === 0) return readYtdlpAnswer(end.stdout, askedId, hosts)
        return end.code === 1
          ? failed(readMessages(end.stderr, hosts))
          : unavailable('program_failed')
    }
  }

  const source = withBreaker(
    {
      name: 'ytdlp',
      mode: 'live',
      lookup: find,
      status: () => ({ breaker: 'closed', queued: slots.waiting, quotaLeft: null }),
    },
    options.breaker,
  )

  return {
    ...source,
    supports,
    async lookup(ref, visitor, terms) {
      if (visitor.aborted) return failed({ kind: 'aborted' })
      if (!supports(ref)) return failed({ kind: 'not_found', reason: 'unsupported' })
      if (!isProgram(program)) return unavailable('no_program')
      return source.lookup(ref, visitor, terms)
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
 * Returns the arguments that make yt-dlp print a post's data and nothing else. `--ies` disables its
 * generic extractor, which would request any address; `--` keeps the link from being an option.
 */
function lookupArguments(ref: PostRef): string[] {
  return [
    '--ignore-config',
    '--no-plugin-dirs',
    '--no-cache-dir',
    '--no-update',
    '--no-js-runtimes',
    '--no-remote-components',
    '--no-cookies-from-browser',
    '--color',
    'never',
    '--no-warnings',
    '--no-playlist',
    '-I',
    '1',
    '--ies',
    'tiktok,vm.tiktok,end',
    '--socket-timeout',
    '10',
    '--retries',
    '1',
    '--extractor-retries',
    '1',
    // Lists captions, which are left out otherwise. Nothing is written with -J.
    '--write-subs',
    '-J',
    '--',
    postUrl(ref.kind === 'post' ? { ...ref, user: null } : ref),
  ]
}
