import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { signedIn } from '#tests/accounts/admin-world.ts'
import {
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from '#tests/fakes/mail-server.ts'
import { saveTab, type Typed } from '#tests/settings/settings-world.ts'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { startApp } from '#tests/support/app-server.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'
import { lastEnd } from '#tests/support/recurring-jobs.ts'
import type { Sql } from '#tests/support/sql.ts'

/** An app with an operator who is signed in, and a mail server in its settings. */
export type MailWorld = {
  app: LiveApp
  db: Sql
  browser: Browser
  mail: MailServer
  /** Another mail server in place of the one before, in the settings too. */
  useServer(options: MailServerOptions, settings?: Typed): Promise<MailServer>
  /** The app again on the same data, after its process has ended. */
  restart(): Promise<void>
  /** Saves fields of a tab as an operator does. */
  save(tab: string, typed: Typed): Promise<void>
}

export type MailRow = {
  id: number
  recipient: string
  subject: string
  content: string | null
  state: string
  attempts: number
  next_try_at: number
  error: string | null
  fault: string | null
}

/** Call at the top of a test file; read its parts inside the tests only. */
export function startMailWorld(env: Record<string, string> = {}): MailWorld {
  const world = {
    async save(tab, typed) {
      const saved = await saveTab(world.browser, tab, typed)
      if (saved.status !== 302) throw new Error(`Not saved: ${await saved.text()}`)
    },
    async restart() {
      Object.assign(world.app, await startApp(variables, world.app.dataDir))
    },
    async useServer(options, settings = {}) {
      await world.mail.close()
      world.mail = await startMailServer(options)
      await world.save('email', { ...settingsFor(world.mail), ...settings })
      return world.mail
    },
  } as MailWorld
  const variables = { LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1', ...env }
  beforeAll(async () => {
    world.mail = await startMailServer()
    world.app = await startLiveApp(variables)
    world.db = openDatabase(world.app)
  })
  afterAll(async () => {
    await world.db?.close()
    // Not the first one any more, if it was started again.
    await world.app?.stop('SIGKILL')
    await world.app?.close()
    await world.mail?.close()
  })
  beforeEach(async () => {
    await world.db.run('delete from users; delete from sign_in_attempts')
    await addUser(world.db, { email: 'op@site.example', name: 'Olga Operator' })
    world.browser = await signedIn(world.app, 'op@site.example')
    await world.useServer({})
    // The new server is tried at once for what the test before has left.
    await world.db.run("delete from jobs where kind = 'mail' and state = 'waiting'")
    await expect
      .poll(() =>
        world.db.value("select count(*) from jobs where kind = 'mail' and state = 'running'"),
      )
      .toBe(0)
    await world.db.run(
      "delete from outbox; delete from jobs where kind = 'mail'; delete from operator_notices",
    )
    world.mail.received.length = 0
  })
  return world
}

/** The fields of the Email tab for a mail server; operators get no mails about events. */
export function settingsFor(mail: Pick<MailServer, 'port'>): Typed {
  return {
    smtpHost: '127.0.0.1',
    smtpPort: String(mail.port),
    smtpEncryption: 'None',
    smtpUser: '',
    mailFrom: 'site@site.example',
    mailNotifications: null,
  }
}

/** The mails of the outbox, the oldest first. */
export async function outbox(world: MailWorld): Promise<MailRow[]> {
  return world.db.rows<MailRow>('select * from outbox order by id')
}

/** The only mail, once it has come to a state and been tried so often. */
export async function settled(world: MailWorld, state: string, attempts: number): Promise<MailRow> {
  await expect
    .poll(async () => (await outbox(world)).map((row) => [row.state, row.attempts]))
    .toEqual([[state, attempts]])
  const [row] = await outbox(world)
  if (row === undefined) throw new Error('The outbox is empty')
  return row
}

/** Has mails stay that are held back for Undo, however long a test takes. */
export async function extendHold(world: MailWorld): Promise<void> {
  await world.db.run(
    "update jobs set run_at = run_at + 3600000 where kind = 'mail' and state = 'waiting'",
  )
}

/** Has mails sent at once that are held back for Undo. */
export async function endHold(world: MailWorld): Promise<void> {
  await world.db.run(`update jobs set run_at = 0 where kind = 'mail' and state = 'waiting'`)
}

/** Presses a button of the outbox, with these mails ticked. */
export function press(world: MailWorld, what: 'retry', ids: number[]): Promise<Response> {
  const body = new URLSearchParams([
    ['intent', what],
    ['back', '/admin/settings/email/outbox'],
    ...ids.map((id) => ['id', String(id)]),
  ])
  return world.browser.send('/admin/settings/email/outbox', { method: 'POST', body })
}

let network = 0

/** Asks for a link to choose a new password, which is mailed. */
export async function forgetPassword(world: MailWorld, email: string): Promise<void> {
  network += 1
  const from = { 'X-Forwarded-For': `203.0.113.${network}` }
  const response = await createBrowser(world.app).post('/admin/forgot-password', { email }, from)
  expect(response.status).toBe(200)
}

/** Runs a job as the system page's button does, and waits for its end. */
export async function finishJob(
  { browser, db }: Pick<MailWorld, 'browser' | 'db'>,
  job: string,
): Promise<void> {
  const running = "select count(*) from jobs where kind = ? and state = 'running'"
  await expect.poll(() => db.value(running, job)).toBe(0)
  const before = (await lastEnd(db, job)) ?? 0
  const response = await browser.post('/admin/system', { intent: 'run-job', job })
  expect(response.status).toBe(302)
  await expect.poll(() => lastEnd(db, job)).toBeGreaterThan(before)
}
