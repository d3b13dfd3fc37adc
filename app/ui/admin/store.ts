import { useSyncExternalStore } from 'react'

type Store<Value> = ReturnType<typeof createStore<Value>>

/** A value outside of React: see `useStore`. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    initial,
    read: () => value,
    write(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Returns a store's value; its first one on the server and before hydration. */
export function useStore<Value>({ subscribe, read, initial }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, read, () => initial)
}
