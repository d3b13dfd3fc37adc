import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Whether work has low priority; called each time that a queue moves on. A batch's look-up has, until
 * a visitor asks for the same post on its own.
 */
export type IsLowPriority = () => boolean

/** Set around a look-up, since only its caller knows the priority, many calls above the queues. */
const priority = new AsyncLocalStorage<IsLowPriority>()

/** Runs work that waits behind all other work in queues while `isLow` returns true. */
export function withPriority<T>(isLow: IsLowPriority, work: () => T): T {
  return priority.run(isLow, work)
}

/** Returns the current work's priority. Work outside `withPriority` never has a low one. */
export function currentPriority(): IsLowPriority {
  return priority.getStore() ?? (() => false)
}
