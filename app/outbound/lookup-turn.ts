import { AsyncLocalStorage } from 'node:async_hooks'

type Check = () => Promise<void>

/** Set around a look-up, since only its caller knows what to check, many calls above the queues. */
const check = new AsyncLocalStorage<Check>()

/** Runs work that has `look` called each time that its turn to ask an upstream has come. */
export function withTurnCheck<T>(look: Check, work: () => T): T {
  return check.run(look, work)
}

/** Whether there is something to call: who has none goes on without another turn of promises. */
export function hasTurnCheck(): boolean {
  return check.getStore() !== undefined
}

/** For a queue: whoever has waited looks whether there is still something to ask. */
export async function turnHasCome(): Promise<void> {
  await check.getStore()?.()
}
