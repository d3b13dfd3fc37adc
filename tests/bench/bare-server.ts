import type { Server } from 'node:http'

/** Starts a yardstick's server on a free port, prints that as JSON, and ends with SIGTERM. */
export function serveBare(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port')
    process.stdout.write(`${JSON.stringify({ port: address.port })}\n`)
  })
  process.on('SIGTERM', () => process.exit(0))
}
