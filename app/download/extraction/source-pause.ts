import type { UnavailableCause } from '#app/posts/extracted-post.server.ts'

/** During a pause a source isn't asked; after `until`, a test look-up decides if it is over. */
export type Pause = {
  /** Unix milliseconds, by `steadyNow`. */
  until: number
  /** The whole length; the next pause is twice as long if the test look-up fails. */
  lengthMs: number
  cause: UnavailableCause
}

export type PauseStore = {
  current(): Pause | null
  /** Begins or prolongs a pause. Null ends it. */
  set(pause: Pause | null): void
  /** Resolves to true if this process is to make the test look-up after a pause. */
  claim(pause: Pause): Promise<boolean>
  /** Calls `listener` after each change, also by another process. */
  onChange(listener: () => void): void
}

export function createPauseStore(): PauseStore {
  let pause: Pause | null = null
  const listeners: (() => void)[] = []
  return {
    current: () => pause,
    set(next) {
      pause = next
      for (const listener of listeners) listener()
    },
    claim: async () => true,
    onChange: (listener) => void listeners.push(listener),
  }
}
