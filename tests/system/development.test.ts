// @module-tag whole
import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { en } from '#app/i18n/en.ts'
import { createBrowser, throughSignIn } from '#tests/support/accounts.ts'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { type DevServer, startDevServer } from '#tests/support/dev-server.ts'
import { until } from '#tests/support/until.ts'

let server: DevServer

beforeAll(async () => {
  server = await startDevServer()
})
afterAll(() => server.stop())

const page = async (path = '/') => {
  const response = await fetch(server.origin + path)
  return { status: response.status, html: await response.text() }
}
/** Waits until Vite has noticed what was saved. */
const eventually = (check: () => Promise<void>) => until(check, 200)
const recovers = () =>
  eventually(async () => {
    const { status, html } = await page()
    expect(status, html).toBe(200)
  })

test('in development, the form is filled in with a working account, and explains it', async () => {
  const browser = createBrowser({ origin: server.origin })
  const html = await browser.html('/admin/login')
  expect(html).toContain('Development only')
  const [, email = ''] = /name="email" value="([^"]+)"/.exec(html) ?? []
  const [, password = ''] = /name="password" value="([^"]+)"/.exec(html) ?? []
  expect(email).toBe('admin@cleanclip.test')
  expect(html).toContain(`<code>${password}</code>`)
  const response = await browser.signIn(email, { password })
  expect([response.status, response.headers.get('location')]).toEqual([302, throughSignIn()])
  // Nothing outside is asked, and the page says so.
  expect(await browser.html('/')).toContain(en.downloader.demo)
})

test('jobs run in development, and the server’s output mentions it', async () => {
  expect(server.output()).toContain('Jobs and emails run as in production')
  const browser = createBrowser({ origin: server.origin })
  const login = await browser.html('/admin/login')
  const [, password = ''] = /name="password" value="([^"]+)"/.exec(login) ?? []
  await browser.signIn('admin@cleanclip.test', { password })
  await eventually(async () => {
    const jobs = await browser.html('/admin/system')
    expect(jobs).toMatch(/Send operator alerts[\s\S]*?<time/)
  })
})

test('a syntax error shows a page with its position, and fixing it brings the site back', async () => {
  const mend = server.edit('app/time/durations.ts', (text) => `${text}\nconst = 3\n`)
  await eventually(async () => {
    const { status, html } = await page()
    expect(status).toBe(500)
    expect(html).toContain('durations.ts')
    expect(html).toContain('const = 3')
    expect(html).toContain('dev-client')
  })
  mend()
  await recovers()
})

test('an import of a missing file shows a page that names it', async () => {
  const mend = server.edit('app/time/durations.ts', (text) => `import './missing.ts'\n${text}`)
  await eventually(async () => {
    const { status, html } = await page()
    expect(status).toBe(500)
    expect(html).toContain('./missing.ts')
  })
  // Making the file mends it as well.
  server.write('app/time/missing.ts', 'export {}\n')
  await recovers()
  mend()
  await recovers()
})

test('an error in a loader is on the page with its stack, and in the log once', async () => {
  const mend = server.edit('app/pages/site-facts.server.ts', (text) =>
    text.replace(
      /export function siteFacts[^{]*\{/,
      "$&\n  if (Date.now() > 0) throw new Error('broken on purpose')\n",
    ),
  )
  let failures = 0
  const failedPage = async () => {
    const answer = await page()
    if (answer.html.includes('broken on purpose')) failures += 1
    return answer
  }
  await eventually(async () => {
    const { status, html } = await failedPage()
    expect(status).toBe(500)
    expect(html).toMatch(/broken on purpose[\s\S]*at siteFacts \(.*site-facts\.server\.ts:\d+/)
  })
  await failedPage()
  // The lines of earlier pages may come later than the pages themselves.
  const logged = () => server.output().split('broken on purpose').length - 1
  await expect.poll(logged).toBe(failures)
  expect(server.output()).toMatch(/^\d\d:\d\d:\d\d ERROR request failed/m)
  expect(server.output()).toMatch(/^\d\d:\d\d:\d\d GET \/ 500 \d+ ms/m)
  mend()
  await recovers()
})

test('a new migration is applied while the server runs; one that fails is on the page', async () => {
  const add = (sql: string) => {
    server.write(
      'db/migrations/9999-of-a-test.ts',
      `import { type Kysely, sql } from 'kysely'\nexport async function up(db: Kysely<unknown>) {\n  await sql\`${sql}\`.execute(db)\n}\n`,
    )
  }
  add('alter table no_such_table add column note text')
  const register = (text: string) =>
    text
      .replace(
        'export const migrations',
        "import * as ofATest from './9999-of-a-test.ts'\nexport const migrations",
      )
      .replace(/\n\}\n?$/, "\n  '9999-of-a-test': ofATest,\n}\n")
  server.edit('db/migrations/index.ts', register)
  await eventually(async () => {
    const { status, html } = await page()
    expect(status).toBe(500)
    expect(html).toMatch(/couldn’t be updated \(9999-of-a-test\).*no_such_table/)
    expect(html).toContain('rm -r data')
  })
  add('create table of_a_test (id integer)')
  await recovers()
  const browser = createBrowser({ origin: server.origin })
  expect(await browser.html('/admin/login')).toContain('Development only')
})

/** How often the server has a file of its database open. */
function openDatabaseFiles(): number {
  const folder = `/proc/${server.pid()}/fd`
  const targets = readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(path.join(folder, fd))
    } catch {
      // Closed since it was listed.
      return ''
    }
  })
  return targets.filter((target) => target.includes('/data/')).length
}

test.runIf(process.platform === 'linux')(
  'thirty edits leave no file of the database open, and no listener behind',
  async () => {
    await recovers()
    const before = openDatabaseFiles()
    expect(before).toBeGreaterThan(1)
    for (let edit = 0; edit < 30; edit++) {
      server.edit(
        'app/time/durations.ts',
        (text) => `${text}process.stdout.write('loaded ${edit}\\n')\n`,
      )
      await eventually(async () => {
        await page()
        expect(server.output()).toContain(`loaded ${edit}`)
      })
    }
    await eventually(async () => expect(openDatabaseFiles()).toBeLessThanOrEqual(before))
    expect(server.output()).not.toContain('MaxListenersExceededWarning')
  },
  // The app is loaded thirty times.
  900_000,
)

test('the policy is that of production, plus what Vite needs', async () => {
  const built = await startApp()
  onTestFinished(() => discardApp(built))
  const policyOf = async (origin: string) =>
    (await fetch(`${origin}/help`)).headers.get('content-security-policy') ?? ''
  const production = await policyOf(built.origin)
  expect(production).toContain("style-src 'self';")
  expect(await policyOf(server.origin)).toBe(
    production
      .replace("style-src 'self'", "$& 'nonce-vite'")
      .replace("connect-src 'self'", '$& ws:'),
  )
})
