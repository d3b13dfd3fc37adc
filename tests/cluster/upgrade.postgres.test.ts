// @module-tag whole
import { expect, test } from 'vitest'
import { closing } from '#tests/support/closing.ts'
import { startCluster } from '#tests/support/cluster.ts'

/** As if a process of a newer version had changed the schema and worked for a minute since. */
const upgrade = `
  insert into kysely_migration values ('9999-later', '2030-01-01');
  update instances set started_at = started_at - 120000;
  insert into instances (id, host, version, started_at, seen_at, figures)
    select 'newer', 'newer', 'newer', now - 61000, now + 600000, '{}'
    from (select (extract(epoch from now()) * 1000)::bigint as now) as clock`

test('R31: processes of an old version would go on after an upgrade, or all leave at once', async () => {
  const cluster = closing(await startCluster())
  // A process that is asked for its health goes on until its balancer has noticed.
  cluster.balancer.askForHealth()
  await cluster.db.run(upgrade)
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
