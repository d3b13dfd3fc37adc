// @module-tag whole
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportNumber } from '#app/dmca/report.ts'
import { changeUsers } from '#tests/accounts/admin-world.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { addUser, type Browser, createBrowser, plantSession } from '#tests/support/accounts.ts'
import { type Cluster, startCluster } from '#tests/support/cluster.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { databaseEnv } from '#tests/support/sql.ts'

/** Set to 1,000 now and then: a gap of a millisecond is not met in a few. */
const rounds = Number(process.env.CLUSTER_ROUNDS ?? 10)
const timeoutMs = 240_000 + rounds * 1_000

let cluster: Cluster
let stampForm: (at: number) => string
/** Signed in at two processes. */
let ann: Browser
let bob: Browser
const ids: string[] = []

beforeAll(async () => {
  cluster = await startCluster({ env: { LOG_LEVEL: 'warn' } })
  const [a, b] = cluster.processes
  for (const name of ['ann', 'bob']) {
    ids.push(await addUser(cluster.db, { email: `${name}@site.example`, name }))
  }
  ann = createBrowser(a)
  bob = createBrowser(b)
  await Promise.all([ann.signIn('ann@site.example'), bob.signIn('bob@site.example')])
  // The forms are signed as the processes do it, so that none waits for a person's pace.
  process.env.SESSION_SECRET = (await databaseEnv(a.dataDir)).SESSION_SECRET
  stampForm = (await import('#app/http/form-stamp.server.ts')).stampForm
})
afterAll(() => cluster?.close())

/** Both at the same instant. */
const together = (one: () => Promise<Response>, other: () => Promise<Response>) =>
  Promise.all([one(), other()])

test(
  'R31: two removed admins would leave a site without one',
  async () => {
    const others =
      "update users set status = 'inactive' where email not in ('ann@site.example', 'bob@site.example')"
    const [annId = '', bobId = ''] = ids
    const [a, b] = cluster.processes
    for (let round = 0; round < rounds; round += 1) {
      await cluster.db.run(`update users set status = 'active'; ${others}`)
      const cookies = await Promise.all(
        ids.map((id) => plantSession(cluster.balancer, cluster.db, id)),
      )
      const as = (app: { origin: string }, cookie = '') => {
        const browser = createBrowser(app)
        const send: Browser['send'] = (target, init) =>
          browser.send(target, { ...init, headers: { Cookie: cookie } })
        return { ...browser, send }
      }
      await together(
        () => changeUsers(as(a, cookies[0]), 'deactivate', [bobId]),
        () => changeUsers(as(b, cookies[1]), 'deactivate', [annId]),
      )
      expect(await cluster.db.value("select count(*) from users where status = 'active'")).toBe(1)
    }
    await cluster.db.run("update users set status = 'active'")
    await Promise.all([ann.signIn('ann@site.example'), bob.signIn('bob@site.example')])
  },
  timeoutMs,
)

test(
  'R31: a report would be decided twice, and its claimant would hear of both',
  async () => {
    const [a] = cluster.processes
    for (let round = 0; round < rounds; round += 1) {
      const stamp = stampForm(Date.now() - 60_000 - round * 1_000)
      const filed = await sendNotice(a, noticeFields([fakePost('video', 1_000 + round).url], stamp))
      expect(filed.status).toBe(303)
      const id = await cluster.db.value<number>('select max(id) from dmca_reports')
      const version = String(
        await cluster.db.value('select version from dmca_reports where id = ?', id),
      )
      const decide = (by: Browser, intent: string) => () =>
        by.post(`/admin/dmca/${id}`, { intent, version, note: 'Decided' })
      const answers = await together(decide(ann, 'approve'), decide(bob, 'reject'))
      expect(answers.map(({ status }) => status).sort()).toEqual([302, 409])
      expect(
        await cluster.db.value(
          "select count(*) from audit_log where object_id = ? and action in ('dmca.approved', 'dmca.rejected')",
          reportNumber(id),
        ),
      ).toBe(1)
    }
  },
  timeoutMs,
)

test(
  'R31: a post would be restored twice, against a removal in between',
  async () => {
    const [a] = cluster.processes
    const { url, postId } = fakePost('video', 2_000)
    expect((await lookUp(a, url)).status).toBe(200)
    const change = (by: Browser, what: string) => () =>
      by.post(`/admin/videos/change/${what}?id=${postId}`, { reason: 'Asked for it', id: postId })
    for (let round = 1; round <= rounds; round += 1) {
      await change(ann, 'remove')()
      await together(change(ann, 'restore'), change(bob, 'restore'))
      expect(
        await cluster.db.value(
          "select count(*) from audit_log where object_id = ? and action = 'post.restored'",
          postId,
        ),
      ).toBe(round)
    }
  },
  timeoutMs,
)
