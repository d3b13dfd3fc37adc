// @module-tag whole
import { expect, test } from 'vitest'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'
import { newerVersion } from './newer-version.ts'

test('R31: processes of an old version would go on after an upgrade, or all leave at once', async () => {
  const cluster = closing(await startCluster())
  // A process that is asked for its health goes on until its balancer has noticed.
  cluster.balancer.askForHealth()
  await cluster.db.run(newerVersion)
  const ended = () => cluster.processes.filter(({ process: child }) => child.exitCode !== null)
  const seen = async () => {
    expect((await fetch(cluster.origin)).status).toBe(200)
    return ended().length
  }
  await expect.poll(seen, { interval: 100 }).toBe(1)
  const [first] = ended()
  expect(first?.process.exitCode).toBe(0)
  expect(first?.lines.join('\n')).toContain('a newer version has changed the database')
  for (const app of cluster.processes.filter((one) => one !== first)) {
    expect((await fetch(app.origin)).status).toBe(200)
  }
})
