import type { Socket } from 'node:net'
import type { createDialer } from './connection.server.ts'
import { failureOf, type GuardedFailure } from './media-reader/exchange.server.ts'

export type Tunnel = { ok: true; socket: Socket } | { ok: false; failure: GuardedFailure }

/** Dials a URL's host without TLS. `signal` only ends the attempt. */
export function openTunnel(
  connect: ReturnType<typeof createDialer>,
  target: URL,
  signal: AbortSignal | undefined,
): { socket: Socket; tunnel: Promise<Tunnel> } {
  const { promise, resolve } = Promise.withResolvers<Tunnel>()
  // Without TLS, which the caller adds.
  const socket = connect(new URL(`http://${hostAndPort(target)}`), (error, ready) => {
    signal?.removeEventListener('abort', cancel)
    resolve(
      ready === null
        ? { ok: false, failure: failureOf(error ?? new Error('No socket')) }
        : { ok: true, socket: ready },
    )
  })
  const cancel = () => {
    resolve({ ok: false, failure: 'aborted' })
    socket.destroy()
  }
  signal?.addEventListener('abort', cancel, { once: true })
  return { socket, tunnel: promise }
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}
