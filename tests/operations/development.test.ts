// @module-tag process
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { en } from '#app/i18n/en.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { freePort } from '#tests/support/free-port.ts'

test('while developing, the form is filled in for an account that works, and says so', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['app/server/dev.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      APP_URL: origin,
    },
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('(development)')) break
    }
    const browser = createBrowser({ origin })
    const html = await browser.html('/admin/login')
    expect(html).toContain('Development only')
    const [, email = ''] = /name="email" value="([^"]+)"/.exec(html) ?? []
    const [, password = ''] = /name="password" value="([^"]+)"/.exec(html) ?? []
    expect(email).toBe('admin@cleanclip.test')
    expect(html).toContain(`<code>${password}</code>`)
    const response = await browser.signIn(email, { password })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin'])
    // Nothing outside is asked, and the page says so.
    expect(await browser.html('/')).toContain(en.downloader.demo)
  } finally {
    child.kill('SIGKILL')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 90_000)
