import { afterCommit } from '#db/after-commit.ts'

/** What open pages of the back office can refresh once it has changed. */
export const liveTopics = [
  'badge',
  'jobs',
  'backups',
  'checks',
  'outbox',
  'downloads',
  'dashboard',
  'sessions',
  'posts',
  'bulk',
  /** Each process raises it for itself, now and then: their figures change all the time. */
  'processes',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/** A change is told a little later, together with those that follow it. */
const settleMs = 100
/** How long a topic rests after it was told. What visitors change all the time rests longer. */
const restMs = 1_000
const longRestMs = 5_000
const resting: Partial<Record<LiveTopic, number>> = {
  badge: longRestMs,
  downloads: longRestMs,
  dashboard: longRestMs,
}

/** This process's own, since its turns start over. */
const run = Date.now().toString(36)
let turn = 0
const told = new Map<LiveTopic, { turn: number; at: number }>()
/** What is told soon; `isOurs` if this process changed it, and others have to be told too. */
const waiting = new Map<LiveTopic, { isOurs: boolean }>()
const listeners = new Set<() => void>()

/**
 * Tells everyone who listens, at every process, that a topic has changed: soon, several changes at
 * once, and not before the transaction has committed that the change is a part of.
 */
export function topicChanged(topic: LiveTopic): void {
  afterCommit(() => tellSoon(topic, true))
}

/** The same for a change of another process, which has told the others. */
export function topicChangedElsewhere(topic: LiveTopic): void {
  tellSoon(topic, false)
}

let tellOthers: (topic: LiveTopic) => void = () => {}

/** Has `tell` called with each topic that is told because this process has changed it. */
export function shareTopics(tell: (topic: LiveTopic) => void): void {
  tellOthers = tell
}

function tellSoon(topic: LiveTopic, isOurs: boolean): void {
  const known = waiting.get(topic)
  if (known !== undefined) {
    known.isOurs ||= isOurs
    return
  }
  const change = { isOurs }
  waiting.set(topic, change)
  const restsUntil = (told.get(topic)?.at ?? -Infinity) + (resting[topic] ?? restMs)
  const tell = () => {
    waiting.delete(topic)
    if (change.isOurs) tellOthers(topic)
    turn += 1
    told.set(topic, { turn, at: performance.now() })
    for (const listener of listeners) listener()
  }
  setTimeout(tell, Math.max(settleMs, restsUntil - performance.now())).unref()
}

/** Names the changes told so far. */
export function liveCursor(): string {
  return `${run}.${turn}`
}

/**
 * Returns the topics told since a cursor; all of them if it isn't one of this process. Whatever a
 * route puts in front of a cursor, with a point, counts for nothing.
 */
export function topicsSince(cursor: string): LiveTopic[] {
  const [seen, ofRun] = cursor.split('.').reverse()
  if (ofRun !== run) return [...liveTopics]
  return liveTopics.filter((topic) => (told.get(topic)?.turn ?? 0) > Number(seen))
}

/** Calls `listener` each time a topic is told, until the returned function is called. */
export function onTopicTold(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
