// @module-tag whole
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { onDatabase } from '#tests/support/postgres.ts'
import {
  account,
  findPrograms,
  startCluster as startServer,
} from '#tests/support/postgres-cluster.ts'
import {
  canMountDisk,
  fillDisk,
  mountSmallDisk,
  unmountDisk,
} from '#tests/system/full-disk-folder.ts'
import { databaseState, startSite } from './day-site.ts'

/** System shows a fault for a minute more. */
const patience = { timeout: 120_000, interval: 500 }

const bin = findPrograms()

test.skipIf(bin === null || !canMountDisk())(
  'R29, R46: a database server whose disk is full for a while would lose or double what was acknowledged',
  async () => {
    const server = await startServer(bin ?? '')
    onTestFinished(() => server.remove())
    const disk = mkdtempSync(path.join(tmpdir(), 'cleanclip-disk-'))
    mountSmallDisk(disk)
    onTestFinished(() => {
      unmountDisk(disk)
      rmSync(disk, { recursive: true, force: true })
    })
    const [rows, filler] = [path.join(disk, 'rows'), path.join(disk, 'filler')]
    mkdirSync(rows)
    for (const folder of [disk, rows]) {
      if (account !== null) chownSync(folder, account.uid, account.gid)
    }
    await onDatabase(server.adminUrl, `create tablespace small location '${rows}'`)
    // A new database is where its template is.
    await onDatabase(server.adminUrl, 'alter database template1 set tablespace small')
    const { cluster, operator, people, expectNothingLost } = await startSite(server.url)
    const health = () =>
      Promise.all(
        cluster.processes.map(async ({ origin }) => (await fetch(`${origin}/health`)).status),
      )

    async function outage(): Promise<void> {
      fillDisk(filler)
      for (const _ of cluster.processes) {
        await expect.poll(() => databaseState(operator), patience).toBe('Disk full')
      }
      expect(await health()).toEqual([200, 200, 200])
      rmSync(filler)
      for (const _ of cluster.processes) {
        await expect.poll(() => databaseState(operator), patience).toBe('Works')
      }
    }

    await people.round()
    await Promise.all([people.round(), people.rename('Full'), outage()])
    await people.round()
    await expectNothingLost(server)
  },
  900_000,
)
