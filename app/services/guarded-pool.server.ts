/** One connection to one origin, for one request at a time. */
export type Connection = {
  /** Whether an earlier request has already used it: then it may have died while it was idle. */
  reused: boolean
  /** Whether bytes came that belong to no answer. */
  hasExcess(): boolean
  /** Ends it now, even while it is still being made, and leaves no socket behind. */
  destroy(): void
}

export type ConnectionPool<C extends Connection> = {
  /** A connection to an origin: one that was used before, where `reuse` allows it and there is one. */
  take(origin: string, trusted: boolean, reuse: boolean): Promise<C>
  /** Gives back a connection whose answer was read to its end. */
  release(origin: string, connection: C): void
  close(): void
}

/** Opens a connection; `ended` is to be called, with the connection, as soon as it is no more. */
export type MakeConnection<C extends Connection> = (
  origin: string,
  trusted: boolean,
  ended: (connection: C) => void,
) => Promise<C>

/** How long a connection waits for its next request. */
export const IDLE_MS = 4_000
const IDLE_PER_ORIGIN = 8

/**
 * Connections kept for their next request. undici's own pool is not used: it keeps no hold of a
 * socket that is still being made, and does not tell which connection an answer came over. Here an
 * abort ends the one connection of its request at any stage, and stray bytes are seen.
 */
export function createConnectionPool<C extends Connection>(
  make: MakeConnection<C>,
): ConnectionPool<C> {
  const idle = new Map<string, C[]>()
  const all = new Set<C>()

  async function create(origin: string, trusted: boolean): Promise<C> {
    const connection = await make(origin, trusted, (ended) => {
      all.delete(ended)
      const others = idle.get(origin)?.filter((other) => other !== ended) ?? []
      if (others.length === 0) idle.delete(origin)
      else idle.set(origin, others)
    })
    all.add(connection)
    return connection
  }

  return {
    async take(origin, trusted, reuse) {
      const connection = reuse ? idle.get(origin)?.pop() : undefined
      if (connection === undefined) return create(origin, trusted)
      connection.reused = true
      return connection
    },
    release(origin, connection) {
      const waiting = idle.get(origin) ?? []
      if (!all.has(connection) || waiting.length >= IDLE_PER_ORIGIN) return connection.destroy()
      idle.set(origin, [...waiting, connection])
    },
    close() {
      for (const connection of [...all]) connection.destroy()
    },
  }
}
