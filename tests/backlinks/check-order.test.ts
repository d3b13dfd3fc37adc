// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findBacklink, updateBacklink } from '#app/backlinks/backlink.server.ts'
import { requestChecks, startWeeklyChecks } from '#app/backlinks/check.server.ts'
import { recordCheck } from '#app/backlinks/check-record.server.ts'
import { handlers } from '#app/jobs/handlers.ts'
import { retryFailuresNow } from '#app/jobs/queue.server.ts'
import { createWorker } from '#app/jobs/worker.server.ts'
import { db } from '#db/engine.ts'

vi.mock(import('#app/backlinks/check-record.server.ts'), { spy: true })

const hourMs = 3_600_000
const actor = { id: null, label: 'test', requestId: null }

/** Adds a backlink to an address that no check reaches, so that the check ends at once. */
async function add(n: number, checkedHoursAgo: number | null = null, path = ''): Promise<number> {
  const url = `https://10.0.1.${n}/${path}`
  const checkedAt = checkedHoursAgo === null ? 0 : Date.now() - checkedHoursAgo * hourMs
  const { seq } = await db
    .insertInto('backlinks')
    .values({
      ...{ domain: `10.0.1.${n}`, url, url_key: url, anchor_text: '', search_text: '' },
      ...{ status: 'pending', domain_authority: 0, created_at: 1, updated_at: 1 },
      ...{ last_status_code: null, final_url: null, found_anchor: null, rel: null },
      ...{ crawl_issue: null, last_checked_at: checkedAt },
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

async function addAll(count: number): Promise<number[]> {
  const ids = []
  for (let n = 0; n < count; n += 1) ids.push(await add(n))
  return ids
}

function work() {
  const worker = createWorker({ 'link-checks': handlers['link-checks'] })
  worker.start()
  onTestFinished(() => worker.stop())
}

const checked = async () =>
  (await db.selectFrom('backlink_checks').select('backlink_id').orderBy('id').execute()).map(
    ({ backlink_id: id }) => id,
  )
const marked = () =>
  db.selectFrom('backlinks').select('seq').where('check_requested_at', 'is not', null).execute()
const jobs = () => db.selectFrom('jobs').select(['key', 'state', 'error']).orderBy('key').execute()

beforeEach(async () => {
  await db.deleteFrom('backlinks').execute()
  await db.deleteFrom('jobs').execute()
})

test('an operator who asks for a check would wait for an import or the whole weekly run', async () => {
  const imported = (await addAll(40)).slice(20)
  await db
    .updateTable('backlinks')
    .set({ check_requested_at: 5 })
    .where('seq', 'in', imported)
    .execute()
  await startWeeklyChecks()
  const wanted = await add(41)
  await requestChecks([wanted], actor)
  work()
  await expect.poll(checked).toHaveLength(41)
  // Eight are checked at a time.
  const order = await checked()
  expect(order.indexOf(wanted)).toBeLessThan(8)
  expect(order.slice(0, 14).every((seq) => seq === wanted || imported.includes(seq))).toBe(true)
})

test('many links of the same sites would hold up those of all others', async () => {
  for (let site = 1; site <= 8; site += 1) {
    for (let n = 0; n < (site === 1 ? 20 : 2); n += 1) await add(site, null, String(n))
  }
  const other = await add(50)
  await startWeeklyChecks()
  work()
  // One link of each site before the second one of any.
  await expect.poll(checked).toContain(other)
  expect((await checked()).indexOf(other)).toBeLessThan(9)
})

test('a backlink with a new URL would keep the old page’s status until the weekly run', async () => {
  const moved = await add(60, 1)
  const backlink = await findBacklink(moved)
  if (backlink === null) throw new Error('the backlink is gone')
  await updateBacklink(moved, { ...backlink, notes: 'Ann answers fast' }, actor)
  expect(await marked()).toEqual([])
  await updateBacklink(moved, { ...backlink, url: 'https://10.0.1.60/moved' }, actor)
  work()
  await expect.poll(checked).toEqual([moved])
})

test('the weekly run would leave backlinks out, or check one again within a day', async () => {
  const stale = [...(await addAll(20)), await add(30, 25), await add(31, 24 * 7)]
  await add(32, 1)
  await add(33, 23)
  await startWeeklyChecks()
  const wanted = await add(34, 1)
  await requestChecks([wanted], actor)
  work()
  await expect
    .poll(jobs)
    .toEqual(['marked', 'weekly'].map((key) => ({ key, state: 'done', error: null })))
  expect((await checked()).sort((a, b) => a - b)).toEqual([...stale, wanted])
  // Another process may ask the same host next.
  const { at } = await db
    .selectFrom('backlink_checks')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  const { end } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.max('finished_at').as('end'))
    .executeTakeFirstOrThrow()
  expect(Number(end) - at).toBeGreaterThan(1_900)
})

test('a check that can’t be recorded would be lost, or hold up the others', async () => {
  const ids = await addAll(20)
  vi.mocked(recordCheck).mockRejectedValueOnce(new Error('No such row'))
  const request = await requestChecks(ids, actor)
  if (!request.ok) throw new Error(request.problem)
  work()
  await expect.poll(checked).toHaveLength(19)
  // As if the two seconds had passed that a job goes on for after its last check.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000)
  onTestFinished(() => clock.mockRestore())
  await expect.poll(jobs).toEqual([{ key: 'marked', state: 'waiting', error: 'No such row' }])
  expect(await marked()).toHaveLength(1)
  const isDone = vi.fn()
  void request.done.then(isDone)
  expect(isDone).not.toHaveBeenCalled()
  await retryFailuresNow(db, 'link-checks')
  expect(await request.done).toEqual({ pending: 20 })
  expect((await checked()).sort((a, b) => a - b)).toEqual(ids)
})

test('requests without end would delay each other’s checks, or one that fits be refused', async () => {
  const [one = 0, two = 0] = await addAll(2)
  const first = db.selectFrom('backlinks').selectAll().where('seq', '=', one)
  const { seq, ...row } = await first.executeTakeFirstOrThrow()
  const waits = { last_checked_at: 1, check_requested_at: 1 }
  for (const [from, to] of [
    [0, 999],
    [999, 1_999],
  ] as const) {
    const more = Array.from({ length: to - from }, (_, n) => ({ url_key: `waits ${from + n}` }))
    await db
      .insertInto('backlinks')
      .values(more.map((key) => ({ ...row, ...waits, ...key })))
      .execute()
  }
  expect(await requestChecks([one, two], actor)).toEqual({ ok: false, problem: 'queue_full' })
  expect(await requestChecks([one], actor)).toMatchObject({ ok: true, requested: 1 })
  expect(await marked()).toHaveLength(2_000)
})
