import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf } from '#tests/support/html.ts'
import { type Sql, testEngine } from '#tests/support/sql.ts'

/** An app without users: they are deleted before each test, the audit log stays. */
export type AccountsWorld = { app: AppServer; db: Sql }

/** Call at the top of a test file; read its parts inside the tests only. */
export function startAccountsWorld(start = () => startApp()): AccountsWorld {
  const world = {} as AccountsWorld
  beforeAll(async () => {
    world.app = await start()
    world.db = openDatabase(world.app)
  })
  afterAll(async () => {
    await world.db?.close()
    if (world.app !== undefined) await discardApp(world.app)
  })
  beforeEach(async () => {
    await world.db.run('delete from users; delete from sign_in_attempts; delete from outbox')
    // On SQLite, a process keeps its limits to itself.
    if (testEngine === 'postgres') await world.db.run('delete from rate_limits')
  })
  return world
}

/** An app with one operator, who is signed in: both are new for each test. */
export type AdminWorld = AccountsWorld & {
  /** The operator's id. */
  operator: string
  browser: Browser
}

/** Call at the top of a test file; read its parts inside the tests only. */
export function startAdminWorld(): AdminWorld {
  const world = startAccountsWorld() as AdminWorld
  beforeEach(async () => {
    world.operator = await addUser(world.db, { email: 'op@site.example', name: 'Olga Operator' })
    world.browser = await signedIn(world.app, 'op@site.example')
  })
  return world
}

/** A browser of someone who has just signed in. */
export async function signedIn(app: AppServer, email: string): Promise<Browser> {
  const browser = createBrowser(app)
  await browser.signIn(email)
  return browser
}

/** What a page says about the last action, as `kind: text`. */
export async function messages(browser: Browser, target: string): Promise<string[]> {
  return messagesIn(await browser.html(target))
}

/** The same of a page at hand. */
export function messagesIn(html: string): string[] {
  return elementsOf(html)
    .filter(({ attributes }) => 'data-flash' in attributes)
    .map(({ attributes, text }) => `${attributes['data-flash']}: ${text}`)
}

export type UserRow = { id: string; name: string; email: string; role: string; status: string }

export async function userRow(db: Sql, id: string): Promise<UserRow | undefined> {
  const query = 'select id, name, email, role, status from users where id = ?'
  return db.row<UserRow>(query, id)
}

export type AuditRow = { actor_label: string; before: string | null; after: string | null }

/** The lines of the audit log about an action and its object, newest first. */
export async function auditRows(db: Sql, action: string, objectId: string): Promise<AuditRow[]> {
  return db.rows<AuditRow>(
    `select actor_label, before, after from audit_log
       where action = ? and object_id = ? order by seq desc`,
    action,
    objectId,
  )
}

/** Sends what the menu of a row in the users' list sends, or the bar for many rows. */
export function changeUsers(
  browser: Browser,
  what: string,
  ids: string[],
  back = '/admin/users',
): Promise<Response> {
  const body = new URLSearchParams([
    ['intent', what],
    ['back', back],
    ...ids.map((id) => ['id', id]),
  ])
  return browser.send('/admin/users', { method: 'POST', body })
}
