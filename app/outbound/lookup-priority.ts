import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Asked each time that a turn is given. A look-up of a batch lets others go first, until a visitor
 * asks for the same post on its own.
 */
export type LetsOthersFirst = () => boolean

/** Around a look-up, since the queues are many calls below whoever knows how urgent it is. */
const priority = new AsyncLocalStorage<LetsOthersFirst>()

/** Does work whose turns in queues come after those of all other work while `letsFirst` is true. */
export function withPriority<T>(letsFirst: LetsOthersFirst, work: () => T): T {
  return priority.run(letsFirst, work)
}

/** How urgent the work at hand is; anything outside `withPriority` is urgent. */
export function currentPriority(): LetsOthersFirst {
  return priority.getStore() ?? (() => false)
}
