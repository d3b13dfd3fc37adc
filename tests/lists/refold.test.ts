// @module-tag process
import { expect, test } from 'vitest'
import { startAdminWorld } from '#tests/accounts/admin-world.ts'
import { addUser } from '#tests/support/accounts.ts'
import { addRows } from '#tests/support/rows.ts'
import { testEngine } from '#tests/support/sql.ts'

const world = startAdminWorld()

/** As an earlier version folded it. */
const stored = 'ｋａｎａ ｶﾞﾗｽ ångstrøm'
const number = 'DMCA-0042'

/** As the migration adds it. */
function addJob(): Promise<unknown> {
  return world.db.run(
    `insert into jobs (kind, key, payload, state, run_at, created_at)
     values ('refold', 'refold', '{}', 'waiting', 0, 0)`,
  )
}

async function addReport(): Promise<void> {
  const texts = ['claimant_name', 'company', 'postal_address', 'phone', 'email', 'work_title']
    .concat('work_description', 'work_addresses', 'remarks', 'declarations_version')
    .concat('good_faith_text', 'accuracy_text', 'signature', 'owner_name', 'language')
    .concat('content_hash', 'status_token_hash')
  await world.db.run(
    `insert into dmca_reports (id, submitted_at, capacity, title_key, reporter_key, search_text,
       ${texts.join(', ')})
     values (42, 1, 'owner', ?, '', ?, ${texts.map(() => "''").join(', ')})`,
    stored,
    `${stored}\n\n${number.toLowerCase()}`,
  )
}

test('after an upgrade, what was stored before is found in the bytes of any keyboard', async () => {
  await addUser(world.db, { email: 'kana@users.example', name: stored })
  for (const [n, name] of ['Zoe', 'Ángel', 'Ødegård', 'Oscar'].entries()) {
    await addUser(world.db, { email: `${n}@users.example`, name })
  }
  await addRows(world.db, 'posts', [{ title: 'A clip', search_text: stored }])
  await addRows(world.db, 'backlinks', [{ domain: 'kana.example', search_text: stored }])
  await addRows(world.db, 'contact_messages', [{ message: 'A message', search_text: stored }])
  await addReport()
  const lists: [string, string][] = [
    ['/admin/users', 'kana@users.example'],
    ['/admin/videos', 'A clip'],
    ['/admin/backlinks', 'kana.example'],
    ['/admin/inbox', 'A message'],
    ['/admin/dmca', number],
  ]
  const found = async (typed: string) => {
    const pages = lists.map(([list]) =>
      world.browser.html(`${list}?q=${encodeURIComponent(typed)}`),
    )
    return (await Promise.all(pages)).map((html, index) => html.includes(lists[index]?.[1] ?? ''))
  }
  expect(await found('Kana ガラス')).toEqual(lists.map(() => false))
  await addJob()
  await expect.poll(() => found('Kana ガラス')).toEqual(lists.map(() => true))
  for (const typed of [
    'ＫＡＮＡ　ｶﾞﾗｽ',
    'kana\u00a0カ\u3099ラス',
    'ka\u200bna',
    'Angstrom',
    'ÅNGSTRØM',
  ]) {
    expect(await found(typed)).toEqual(lists.map(() => true))
  }
  const users = await world.browser.html('/admin/users?q=@users.example&sort=name.asc')
  const order = ['Ángel', 'kana@', 'Ødegård', 'Oscar', 'Zoe'].map((name) => users.indexOf(name))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
  expect(await world.db.row('select name_key from users where name = ?', stored)).toEqual({
    name_key: 'kana ガラス angstrom',
  })
  expect(await world.db.row('select title_key from dmca_reports')).toEqual({
    title_key: 'kana ガラス angstrom',
  })
})

test.runIf(testEngine === 'postgres')(
  'a process of the previous version stores more in its way, so its end is waited for',
  async () => {
    await world.db.run(
      `insert into instances (id, host, version, started_at, seen_at, figures)
       values ('old', 'old', 'old', 1, ?, '{}')`,
      Date.now() + 600_000,
    )
    await addUser(world.db, { email: 'kana@users.example', name: stored })
    await addJob()
    const waiting = `select count(*) as n from jobs
      where kind = 'refold' and state = 'waiting' and run_at > ?`
    await expect.poll(() => world.db.row(waiting, Date.now())).toEqual({ n: 1 })
    const found = async () =>
      (await world.browser.html(`/admin/users?q=${encodeURIComponent('ガラス')}`)).includes('kana@')
    expect(await found()).toBe(false)
    await world.db.run("delete from instances where id = 'old'")
    await world.db.run("update jobs set run_at = 0 where kind = 'refold'")
    await expect.poll(found).toBe(true)
  },
)
