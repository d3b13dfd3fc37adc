import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { hashSync } from 'bcryptjs'
import { type AppServer, compileCache } from './app-server.ts'
import { walked } from './session-sql.ts'
import { databaseEnv, openSql, type Sql } from './sql.ts'

/** Opens a second connection to the app's database, to read and alter what it stores. */
export function openDatabase(app: Pick<AppServer, 'dataDir'>): Sql {
  return openSql(app.dataDir)
}

export const password = 'Correct-horse-9-battery'
/** Low cost, so that tests that sign in often are quick. */
const quickHash = hashSync(password, 4)

export type TestUser = {
  email: string
  name?: string
  role?: 'admin' | 'user'
  status?: 'active' | 'inactive' | 'banned'
  passwordHash?: string | null
}

/** Adds a user whose password is `password`; returns their id. */
export async function addUser(db: Sql, user: TestUser): Promise<string> {
  const id = randomBytes(12).toString('base64url')
  const { email, name = 'Test Person', role = 'admin', status = 'active' } = user
  const hash = user.passwordHash === undefined ? quickHash : user.passwordHash
  await db.run(
    `insert into users (id, email, name, name_key, search_text, password_hash, role, status, joined_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    email,
    name,
    name.toLowerCase(),
    `${name.toLowerCase()}\n${email}`,
    hash,
    role,
    status,
    Date.now(),
  )
  return id
}

type Fields = Record<string, string>

export type Browser = ReturnType<typeof createBrowser>

/** A browser without JavaScript: keeps one app's cookies and doesn't follow redirects. */
export function createBrowser(app: Pick<AppServer, 'origin'>, userAgent = 'Firefox/140 Linux') {
  let cookies = new Map<string, string>()
  let lastSetCookie: string[] = []
  let { origin } = app

  /** An app that was started again has another port, and so other names for its cookies. */
  function renameCookies(): void {
    const [before, now] = [origin, app.origin].map((at) => `-${new URL(at).port}`)
    origin = app.origin
    const renamed = [...cookies].map(([name, value]): [string, string] => [
      name.replace(new RegExp(`${before}$`), now ?? ''),
      value,
    ])
    cookies = new Map(renamed)
  }

  async function send(target: string, init: RequestInit = {}): Promise<Response> {
    if (origin !== app.origin) renameCookies()
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(target, app.origin), {
      redirect: 'manual',
      ...init,
      headers: {
        'User-Agent': userAgent,
        'Sec-Fetch-Site': 'same-origin',
        ...(cookie !== '' && { Cookie: cookie }),
        ...(init.headers as Fields | undefined),
      },
    })
    lastSetCookie = response.headers.getSetCookie()
    for (const line of lastSetCookie) {
      const [pair = ''] = line.split(';', 1)
      const [name = '', value = ''] = pair.split('=', 2)
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const post = (target: string, fields: Fields = {}, headers: Fields = {}) =>
    send(target, { method: 'POST', body: new URLSearchParams(fields), headers })

  return {
    send,
    post,
    get: (target: string, headers: Fields = {}) => send(target, { headers }),
    async html(target: string): Promise<string> {
      return (await send(target)).text()
    },
    signIn: (email: string, fields: Fields = {}, target = '/admin/login') =>
      post(target, { email, password, ...fields }),
    /** The Cookie header, for another browser to steal. */
    cookie: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    lastSetCookie: () => lastSetCookie,
    forget: () => {
      cookies = new Map()
    },
  }
}

export function problemIn(html: string): string | null {
  const [, found] = /data-problem="[^>]*><p[^>]*>([^<]*)</.exec(html) ?? []
  return found === undefined ? null : unescapeHtml(found)
}

export function unescapeHtml(html: string): string {
  return html
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Runs `npm run admin` on an app's data, with a text on its standard input. */
export async function runAdminCli(
  app: Pick<AppServer, 'dataDir' | 'origin'>,
  args: string[],
  input = '',
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [...walked(), 'app/cli/admin.ts', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: app.dataDir,
      APP_URL: app.origin,
      ...compileCache,
      ...(await databaseEnv(app.dataDir)),
    },
  })
  child.stdin.end(input)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exited, out, err }
}

/** The name of one of an app's own cookies, by its address; that of one with HTTPS has a prefix. */
export function cookieName({ origin }: Pick<AppServer, 'origin'>, name: string): string {
  const { port } = new URL(origin)
  return `cleanclip-${name}${port === '' ? '' : `-${port}`}`
}

/** Where a sign-in leads first: that page sees whether the browser kept the cookie, and leads on. */
export const throughSignIn = (next = '/admin') =>
  `/admin/login?${new URLSearchParams({ from: 'sign-in', next })}`

/** Stores a session as a sign-in would; returns its Cookie header. */
export async function plantSession(
  app: Pick<AppServer, 'origin'>,
  db: Sql,
  userId: string,
): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const now = Date.now()
  await db.run(
    `insert into sessions (id_hash, user_id, stage, created_at, last_seen_at, expires_at, remember,
     device_label, network_hash) values (?, ?, 'full', ?, ?, ?, 0, 'test', 'test')`,
    createHash('sha256').update(id).digest('base64url'),
    userId,
    now,
    now,
    now + 3_600_000,
  )
  const value = encodeURIComponent(Buffer.from(JSON.stringify(id)).toString('base64'))
  return `${cookieName(app, 'session')}=${value}`
}
