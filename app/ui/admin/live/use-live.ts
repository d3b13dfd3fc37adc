import { useEffect, useRef } from 'react'
import { useFetchers, useMatches, useNavigation, useRevalidator } from 'react-router'
import { renewalCookie } from '#app/http/renewal-cookie.ts'
import type { LiveTopic } from '#app/observe/live-topics.server.ts'
import { keepShown } from '#app/ui/admin/forms/no-answer.ts'
import { watchTopics } from './watch-topics.ts'

/** What a screen exports as its `handle` to be reloaded when one of these topics has changed. */
export type LiveHandle = { live: readonly LiveTopic[] }

const leastMs = 1_000
/** How soon a renewal that would be in the way is tried again. */
const againMs = 250
/** A pointer that moved over a table's rows so lately is about to press something there. */
const aimingMs = 2_000

/**
 * Keeps the page up to date: the badge of every screen, and what the screen's `handle` names. For the
 * layout. `cursor` names the changes that its data has seen.
 */
export function useLive(cursor: string): void {
  const { revalidate, state: renewing } = useRevalidator()
  const { state } = useNavigation()
  const fetchers = useFetchers()
  const matches = useMatches()
  const page = {
    topics: new Set<unknown>(['badge', ...matches.flatMap(({ handle }) => topicsOf(handle))]),
    data: Object.fromEntries(matches.map(({ id, loaderData }) => [id, loaderData])),
    isBusy:
      state !== 'idle' ||
      renewing !== 'idle' ||
      fetchers.some((fetcher) => fetcher.state !== 'idle'),
  }
  const latest = useRef(page)
  const first = useRef(cursor)
  useEffect(() => {
    latest.current = page
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let renewedAt = Number.NEGATIVE_INFINITY
    const aim = watchAim()
    const renew = () => {
      if (latest.current.isBusy || showsAnswer() || aim.isAiming()) {
        timer = setTimeout(renew, againMs)
        return
      }
      timer = undefined
      renewedAt = performance.now()
      void loadAnew(revalidate, latest.current.data)
    }
    const stop = watchTopics(first.current, (topics) => {
      for (const hear of hearers) hear(topics)
      if (!topics.some((topic) => latest.current.topics.has(topic))) return
      timer ??= setTimeout(renew, Math.max(0, renewedAt + leastMs - performance.now()))
    })
    return () => {
      stop()
      aim.stop()
      clearTimeout(timer)
    }
  }, [revalidate])
}

/**
 * Whether the page shows what a form was answered with, which a renewal would take away: what was
 * wrong, or with `data-answer` what is shown this once, such as a recovery code.
 */
function showsAnswer(): boolean {
  const fields = document.querySelector('#content :is([aria-invalid="true"], [data-answer])')
  const alerts = document.querySelectorAll('#content [role="alert"]')
  return fields !== null || [...alerts].some((alert) => alert.textContent !== '')
}

const hearers = new Set<(topics: string[]) => void>()

/**
 * Calls `load` each time a topic has changed, for a part of the page that is loaded by itself, and
 * every `everyMs` while the tab is seen. What it loads isn't taken for a use of the session.
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

function loadAnew(revalidate: () => Promise<void>, data: Record<string, unknown>): Promise<void> {
  return asRenewal(() => keepShown(data, revalidate))
}

/** Marks requests as made by the page itself, so that they don't keep the operator signed in. */
async function asRenewal(load: () => Promise<void>): Promise<void> {
  const attributes = 'path=/; samesite=strict'
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is too new
  document.cookie = `${renewalCookie}; ${attributes}; max-age=5`
  await load()
  // biome-ignore lint/suspicious/noDocumentCookie: the same
  document.cookie = `${renewalCookie}; ${attributes}; max-age=0`
}

/** Knows whether rows must not move: the pointer is after one of them, or a menu of theirs is open. */
function watchAim(): { isAiming: () => boolean; stop: () => void } {
  let movedAt = Number.NEGATIVE_INFINITY
  const move = ({ target }: PointerEvent) => {
    const isOverRow = target instanceof Element && target.closest('tbody') !== null
    movedAt = isOverRow ? performance.now() : Number.NEGATIVE_INFINITY
  }
  document.addEventListener('pointermove', move, { passive: true })
  return {
    isAiming: () =>
      performance.now() - movedAt < aimingMs ||
      document.querySelector('tbody details[open]') !== null,
    stop: () => document.removeEventListener('pointermove', move),
  }
}
