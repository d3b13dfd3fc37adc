// @module-tag whole
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { closing } from '#tests/support/closing.ts'
import { findServer, librariesOf, startServer } from '#tests/support/debian-server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { poolerBetween } from '#tests/support/pooler-between.ts'
import { dropDatabase, makeDatabase } from '#tests/support/postgres.ts'

const haproxy = { packages: ['haproxy'], program: 'usr/sbin/haproxy' }
const root = findServer(haproxy)

type Name = 'one' | 'two'

/** Answers as Patroni does on the machine of a server: 200 to `/primary` on the primary alone. */
async function startPatroni(isPrimary: () => boolean): Promise<number> {
  const server = http.createServer((request, response) => {
    response.writeHead(isPrimary() && request.url === '/primary' ? 200 : 503).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Runs the example in front of two servers. Returns its port. */
async function startBalancer(servers: Record<Name, { port: number; patroni: number }>) {
  const home = mkdtempSync(path.join(tmpdir(), 'cleanclip-haproxy-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const port = await freePort()
  const lines = readFileSync('docs/balancers/haproxy-postgres.cfg', 'utf8')
    .replace('bind :5432', `bind 127.0.0.1:${port}`)
    .replaceAll(/server (one|two) db-[12]:5432/g, (_, name: Name) => {
      const { port, patroni } = servers[name]
      return `server ${name} 127.0.0.1:${port} port ${patroni}`
    })
  const config = path.join(home, 'config')
  writeFileSync(config, lines)
  const program = path.join(root ?? '/', haproxy.program)
  closing(await startServer(program, ['-db', '-f', config], port, librariesOf(root ?? '/')))
  return port
}

test.skipIf(root === null)(
  'through the balancer of the manual, a process would stay with a server that is no longer the primary',
  async () => {
    const url = await makeDatabase()
    onTestFinished(() => dropDatabase(url))
    let primary: Name = 'one'
    const reached: Name[] = []
    const start = async (name: Name) => {
      const between = await poolerBetween(url, { refuses: () => void reached.push(name) })
      const port = Number(new URL(between).port)
      return { port, patroni: await startPatroni(() => primary === name) }
    }
    const port = await startBalancer({ one: await start('one'), two: await start('two') })
    const balanced = new URL(url)
    balanced.host = `127.0.0.1:${port}`
    const connect = async () => {
      const client = new pg.Client({ connectionString: balanced.href })
      client.on('error', () => {})
      onTestFinished(() => client.end())
      await client.connect()
      return client
    }
    // All servers count as up until their first check.
    await expect
      .poll(async () => {
        await connect()
        return reached.at(-1)
      })
      .toBe('one')
    const early = await connect()
    const cut = new Promise<void>((resolve) => early.once('end', resolve))
    primary = 'two'
    await cut
    await expect
      .poll(async () => {
        await connect().catch(() => {})
        return reached.at(-1)
      })
      .toBe('two')
  },
)
