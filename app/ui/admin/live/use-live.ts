import { useEffect, useRef } from 'react'
import { useFetchers, useMatches, useNavigation, useRevalidator } from 'react-router'
import { renewalCookie } from '#app/http/renewal-cookie.ts'
import type { LiveTopic } from '#app/live/live-topics.server.ts'
import { isHeld } from '#app/ui/hold.ts'
import { tellConnection } from './connection.ts'
import { renewalIsLeftOpen, renewPage } from './renewal.ts'
import { useSignIns } from './signed-out.ts'
import { watchTopics } from './watch-topics.ts'

/** A screen's `handle`: reloads it when one of these topics has changed. */
export type LiveHandle = { live: readonly LiveTopic[] }

const leastMs = 1_000
/** Delay before a postponed renewal is retried. */
const againMs = 250

/**
 * Keeps the page up to date, for the layout: every screen's badge, and the topics in the screen's
 * `handle`. `cursor` marks the changes that its data includes.
 */
export function useLive(cursor: string): void {
  const signIns = useSignIns()
  const { revalidate, state: renewing } = useRevalidator()
  const { state } = useNavigation()
  const fetchers = useFetchers()
  const matches = useMatches()
  const page = {
    topics: new Set<unknown>(['badge', ...matches.flatMap(({ handle }) => topicsOf(handle))]),
    shown: matches.flatMap(({ id, loaderData }) => (loaderData === undefined ? [] : id)),
    isBusy:
      state !== 'idle' ||
      (renewing !== 'idle' && !renewalIsLeftOpen()) ||
      fetchers.some((fetcher) => fetcher.state !== 'idle'),
  }
  const latest = useRef(page)
  const first = useRef(cursor)
  useEffect(() => {
    latest.current = page
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a sign-in the server is asked anew
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let renewedAt = Number.NEGATIVE_INFINITY
    const renew = () => {
      if (latest.current.isBusy || isHeld()) {
        timer = setTimeout(renew, againMs)
        return
      }
      timer = undefined
      renewedAt = performance.now()
      void asRenewal(() => renewPage(latest.current.shown, revalidate))
    }
    const stop = watchTopics(
      first.current,
      (topics) => {
        for (const hear of hearers) hear(topics)
        if (!topics.some((topic) => latest.current.topics.has(topic))) return
        timer ??= setTimeout(renew, Math.max(0, renewedAt + leastMs - performance.now()))
      },
      tellConnection,
    )
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [revalidate, signIns])
}

const hearers = new Set<(topics: string[]) => void>()

/**
 * Calls `load` each time a topic has changed, for a separately loaded part of the page, and every
 * `everyMs` while the tab is shown. Doesn't keep the session alive.
 */
export function useTopic(topic: LiveTopic, load: () => Promise<void>, everyMs?: number): void {
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    const renew = () => void asRenewal(() => latest.current())
    const hear = (topics: string[]) => {
      if (topics.includes(topic)) renew()
    }
    hearers.add(hear)
    const pass = () => {
      if (document.visibilityState !== 'hidden') renew()
    }
    const timer = everyMs === undefined ? undefined : setInterval(pass, everyMs)
    return () => {
      hearers.delete(hear)
      clearInterval(timer)
    }
  }, [topic, everyMs])
}

function topicsOf(handle: unknown): unknown[] {
  const has = typeof handle === 'object' && handle !== null && 'live' in handle
  return has && Array.isArray(handle.live) ? handle.live : []
}

/** Marks requests as the page's own, so that they don't keep the operator signed in. */
async function asRenewal(load: () => Promise<void>): Promise<void> {
  const attributes = 'path=/; samesite=strict'
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is too new
  document.cookie = `${renewalCookie}; ${attributes}; max-age=5`
  await load()
  // biome-ignore lint/suspicious/noDocumentCookie: the same
  document.cookie = `${renewalCookie}; ${attributes}; max-age=0`
}
