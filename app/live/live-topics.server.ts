import { afterCommit } from '#db/after-commit.ts'

/** A change after which open pages of the back office load their data again. */
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
  'webhooks',
  /** Each process raises it for itself, now and then: their figures change all the time. */
  'processes',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/** A change is announced after this delay, together with those that follow it. */
const settleMs = 100
/** The least time between two announcements of a topic, longer for what visitors change often. */
const restMs = 1_000
const longRestMs = 5_000
const resting: Partial<Record<LiveTopic, number>> = {
  badge: longRestMs,
  downloads: longRestMs,
  dashboard: longRestMs,
}

/** Marks this process's cursors, since each process counts from the start. */
const run = Date.now().toString(36)
let turn = 0
const announced = new Map<LiveTopic, { turn: number; at: number }>()
/** Changes to announce soon. `isOurs`: this process made them, and passes them on to the others. */
const waiting = new Map<LiveTopic, { isOurs: boolean }>()
const listeners = new Set<() => void>()

/**
 * Announces to the listeners of every process that a topic has changed: soon, several changes at
 * once, and only after the change's transaction has committed.
 */
export function topicChanged(topic: LiveTopic): void {
  afterCommit(() => announceSoon(topic, true))
}

/** The same for a change that another process has announced. */
export function topicChangedElsewhere(topic: LiveTopic): void {
  announceSoon(topic, false)
}

let announceElsewhere: (topic: LiveTopic) => void = () => {}

/** Sets the function that passes this process's changes on to the others. */
export function shareTopics(pass: (topic: LiveTopic) => void): void {
  announceElsewhere = pass
}

function announceSoon(topic: LiveTopic, isOurs: boolean): void {
  const known = waiting.get(topic)
  if (known !== undefined) {
    known.isOurs ||= isOurs
    return
  }
  const change = { isOurs }
  waiting.set(topic, change)
  const restsUntil = (announced.get(topic)?.at ?? -Infinity) + (resting[topic] ?? restMs)
  const announce = () => {
    waiting.delete(topic)
    if (change.isOurs) announceElsewhere(topic)
    turn += 1
    announced.set(topic, { turn, at: performance.now() })
    for (const listener of listeners) listener()
  }
  setTimeout(announce, Math.max(settleMs, restsUntil - performance.now())).unref()
}

/** Returns a cursor for the changes announced so far. */
export function liveCursor(): string {
  return `${run}.${turn}`
}

/**
 * Returns the topics announced since a cursor, or all topics if the cursor isn't this process's. A
 * prefix that ends in a point is ignored: routes put their own in front of a cursor.
 */
export function topicsSince(cursor: string): LiveTopic[] {
  const [seen, ofRun] = cursor.split('.').reverse()
  if (ofRun !== run) return [...liveTopics]
  return liveTopics.filter((topic) => (announced.get(topic)?.turn ?? 0) > Number(seen))
}

/** Calls `listener` at each announcement, until the returned function is called. */
export function onTopicTold(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
