import { createServer } from 'node:net'

/**
 * Below the ports that systems assign to outgoing connections and unnamed servers, and above 10080,
 * the last one that browsers refuse.
 */
const firstPort = 11_000
const portsOfAWorker = 2_000

const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 10
let next = process.pid % portsOfAWorker

/**
 * Finds a port that a process can listen on a moment later. Each test worker has its own range, so
 * that nothing else takes the port in between.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portsOfAWorker; tries += 1) {
    const port = firstPort + worker * portsOfAWorker + next
    next = (next + 1) % portsOfAWorker
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
