// @module-tag whole
import { createHmac, hkdfSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser, openDatabase, password } from '#tests/support/accounts.ts'
import { type AppServer, startApp } from '#tests/support/app-server.ts'
import { modeOf, startInVain } from '#tests/support/database-files.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { queuedMails } from '#tests/support/mail.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newFolder = () => mkdtempSync(path.join(folder, 'data-'))
const oldSecret = 'the first secret of this test that was used for years'
const newSecret = 'the second secret of this test that replaces the first'

/** A secret beside no database would stop the start for that reason. */
async function firstStart(dataDir: string): Promise<void> {
  await (await startApp({ LOG_LEVEL: 'warn' }, dataDir)).stop()
}

describe('a stored secret that is unusable', () => {
  test.each([
    ['is empty', ''],
    ['is empty', '\n \n'],
    ['holds a secret that is too short', 'x'.repeat(31)],
    ['holds a secret that is too short', `${newSecret}\nshort\n`],
    // What a power cut leaves on some file systems.
    ['holds a secret that has bytes that are no text', '\0'.repeat(44)],
    ['holds a secret that has bytes that are no text', `${newSecret}\n${'\0'.repeat(64)}`],
    ['holds a secret that has bytes that are no text', Buffer.alloc(44, 0xff)],
    ['holds a secret that repeats a few characters', '0'.repeat(44)],
    ['holds a secret that repeats a few characters', 'changeme12'.repeat(5)],
  ])('S54, S68: a file that %s stops the start with what to do (%j)', async (what, content) => {
    const dataDir = newFolder()
    await firstStart(dataDir)
    const file = path.join(dataDir, 'session-secret')
    writeFileSync(file, content)
    const { code, said } = await startInVain(dataDir)
    expect(code).toBe(1)
    expect(said).toContain(`${file} ${what}`)
    expect(said).toContain('delete the file')
    expect(said).not.toContain('    at ')
    expect(readFileSync(file)).toEqual(Buffer.from(content))
  })

  test('S54, S68: any short or repeated secret in SESSION_SECRET stops the start', {
    tags: 'gate',
  }, async () => {
    for (const value of [
      'x'.repeat(31),
      `${newSecret},short`,
      `short,${newSecret}`,
      `${newSecret},`,
      `${newSecret},${'x'.repeat(40)}`,
      'abcdefgh'.repeat(5),
    ]) {
      const { code, said } = await startInVain(newFolder(), { SESSION_SECRET: value })
      expect([code, said]).toEqual([1, expect.stringContaining('at least 32 characters')])
      expect(said).not.toContain(newSecret)
    }
  })

  test('S54: a new secret and its folder are flushed to disk before the server listens', async () => {
    const dataDir = newFolder()
    const record = path.join(folder, 'synced')
    const hook = path.join(folder, 'record-fsync.mjs')
    writeFileSync(
      hook,
      `import fs from 'node:fs'
       import { syncBuiltinESMExports } from 'node:module'
       const { fsyncSync } = fs
       fs.fsyncSync = (descriptor) => {
         fsyncSync(descriptor)
         const size = fs.fstatSync(descriptor).size
         fs.appendFileSync(${JSON.stringify(record)}, fs.readlinkSync('/proc/self/fd/' + descriptor) + ' ' + size + '\\n')
       }
       syncBuiltinESMExports()`,
    )
    const app = await startApp({ NODE_OPTIONS: `--import=${hook}`, LOG_LEVEL: 'warn' }, dataDir)
    await app.stop('SIGKILL')
    const [draft, place] = readFileSync(record, 'utf8').trim().split('\n')
    expect(draft).toBe(`${path.join(dataDir, 'session-secret')}.${app.process.pid} 44`)
    expect(place).toMatch(new RegExp(`^${dataDir} `))
    expect(modeOf(path.join(dataDir, 'session-secret'))).toBe('600')
    expect(existsSync(`${path.join(dataDir, 'session-secret')}.${app.process.pid}`)).toBe(false)
  })
})

describe('a secret that is replaced', () => {
  const email = 'op@site.example'
  const smtpPassword = 'the-mail-servers-own-password'

  type Life = { dataDir: string; totp: string; usedCode: string; link: string }

  /** What a first life leaves: two-factor sign-in, a mail password, a waiting mail, a save link. */
  async function firstLife(env: Record<string, string>, dataDir: string): Promise<Life> {
    const app = await startApp({ LOG_LEVEL: 'warn', ...env }, dataDir)
    try {
      const db = openDatabase(app)
      await addUser(db, { email })
      const browser = createBrowser(app)
      await browser.signIn(email)
      const saved = await saveTab(browser, 'email', {
        smtpHost: '127.0.0.1',
        smtpPort: '9',
        smtpPassword,
        ownPassword: password,
      })
      expect(saved.status).toBe(302)
      await createBrowser(app).post('/admin/forgot-password', { email })
      await expect.poll(() => db.value('select count(*) from outbox')).toBe(1)
      const { totp, usedCode } = await setUpTwoFactor(browser)
      const { html } = await lookUp(app, 'https://www.tiktok.com/@demo/video/7106594312292453675')
      await db.close()
      return { dataDir, totp, usedCode, link: await saveLinkIn(app, html) }
    } finally {
      await app.stop()
    }
  }

  async function setUpTwoFactor(browser: ReturnType<typeof createBrowser>) {
    await browser.post('/admin/settings/account', { intent: 'two-factor-begin' })
    const html = await browser.html('/admin/settings/account')
    const [, secret = ''] = /data-totp-secret="true">([A-Z2-7]+)</.exec(html) ?? []
    const code = codeOf(secret, Date.now())
    const fields = { intent: 'two-factor-on', ownPassword: password, code }
    expect((await browser.post('/admin/settings/account', fields)).status).toBe(200)
    return { totp: secret, usedCode: code }
  }

  const codeOf = (secret: string, timestamp: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

  async function signsIn(app: AppServer, code: string): Promise<boolean> {
    const browser = createBrowser(app)
    const first = await browser.signIn(email)
    expect(first.headers.get('location')).toContain('/admin/two-factor')
    const second = await browser.post('/admin/two-factor', { code })
    return second.headers.get('location') === '/admin'
  }

  async function sealedIn(app: AppServer): Promise<string[]> {
    const db = openDatabase(app)
    try {
      return [
        ...(await db.column("select value from settings where name = 'smtpPassword'")),
        ...(await db.column('select totp_secret from users')),
        ...(await db.column('select content from outbox where content is not null')),
      ].map(String)
    } finally {
      await db.close()
    }
  }

  const inFile = (dataDir: string, ...lines: string[]) =>
    writeFileSync(path.join(dataDir, 'session-secret'), `${lines.join('\n')}\n`)

  test.each([
    [
      'SESSION_SECRET',
      (_: string, ...secrets: string[]) => ({ SESSION_SECRET: secrets.join(',') }),
    ],
    [
      'the file',
      (dataDir: string, ...secrets: string[]) => {
        inFile(dataDir, ...secrets)
        return {}
      },
    ],
  ])(
    'S54: with new and old in %s everything stays readable, and the old one can go after a start',
    async (_, give) => {
      const dataDir = newFolder()
      await firstStart(dataDir)
      const life = await firstLife(give(dataDir, oldSecret), dataDir)

      const both = await startApp(
        { LOG_LEVEL: 'warn', ...give(dataDir, newSecret, oldSecret) },
        dataDir,
      )
      // A link that the old secret signed works on until it expires; new links are of the new one.
      expect((await fetch(both.origin + life.link)).status).toBe(200)
      const { html } = await lookUp(both, 'https://www.tiktok.com/@demo/video/7106594312292453675')
      const link = await saveLinkIn(both, html)
      expect(isSignedWith(newSecret, link)).toBe(true)
      expect(isSignedWith(oldSecret, life.link)).toBe(true)
      expect(await signsIn(both, life.usedCode)).toBe(false)
      expect(await signsIn(both, codeOf(life.totp, Date.now() + 30_000))).toBe(true)
      const sealed = await sealedIn(both)
      expect(sealed).toHaveLength(3)
      await both.stop()

      const after = await startApp({ LOG_LEVEL: 'warn', ...give(dataDir, newSecret) }, dataDir)
      expect(await sealedIn(after)).toEqual(sealed)
      const db = openDatabase(after)
      const [mail] = await queuedMails(db, { secret: newSecret })
      expect(mail?.text).toContain('/admin/reset/')
      await db.run('update users set totp_last_counter = null')
      await db.close()
      expect(await signsIn(after, codeOf(life.totp, Date.now()))).toBe(true)
      // An old link no longer works once its secret is gone.
      expect((await fetch(after.origin + life.link)).status).toBe(403)
      await after.stop('SIGKILL')
    },
  )

  function isSignedWith(secret: string, link: string): boolean {
    const [, purpose, postId, format, expires, signature] =
      /^\/(save)\/(\d+)\/(\w+)\?e=(\d+)&s=([\w-]+)/.exec(link) ?? []
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'cleanclip download links', 32))
    const message = [purpose, postId, format, expires].join('\n')
    return createHmac('sha256', key).update(message).digest('base64url') === signature
  }
})
