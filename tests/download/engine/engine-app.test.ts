// @module-tag process
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { formatsIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { until } from '#tests/support/until.ts'

const link = 'https://www.tiktok.com/@a/video/7106594312292453675'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The built app as the image has it: with no package but those that it doesn't bundle. */
function imageFolder(isLinked = false): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-image-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  for (const part of ['build', 'pages-content', 'app/download/extraction/demo', 'package.json']) {
    cpSync(part, path.join(folder, part), { recursive: true })
  }
  if (isLinked) {
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    return folder
  }
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of ['better-sqlite3', 'piscina', '@ip-location-db', '@jsquash']) {
    symlinkSync(path.resolve('node_modules', name), path.join(folder, 'node_modules', name))
  }
  return folder
}

async function start(env: Record<string, string>, folder = imageFolder()): Promise<AppServer> {
  const app = await startApp({ PATH: '/nowhere', ...env }, undefined, folder)
  closing.push(() => discardApp(app))
  return app
}

async function operatorOf(app: AppServer) {
  const db = openDatabase(app)
  await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
  await db.close()
  const browser = createBrowser(app)
  await browser.signIn('op@site.example')
  return browser
}

async function makesMp3sAndCovers(app: AppServer): Promise<void> {
  const { html } = await lookUp(app, link)
  const answer = await fetch(app.origin + (await saveLinkIn(app, html, 'mp3')))
  expect(answer.status).toBe(200)
  const mp3 = await describeMedia(new Uint8Array(await answer.arrayBuffer()))
  expect(mp3.seconds).toBeCloseTo(12, 1)
  const operator = await operatorOf(app)
  const cover = await until(async () => {
    const found = await operator.get('/admin/videos/7106594312292453675/cover')
    expect(found.status).toBe(200)
    return found
  })
  expect(cover.headers.get('content-type')).toBe('image/webp')
}

test('the image’s app makes MP3s and covers without any program installed', async () => {
  await makesMp3sAndCovers(await start({}))
})

test('an app whose node_modules is a symbolic link makes them too', { tags: 'whole' }, async () => {
  await makesMp3sAndCovers(await start({}, imageFolder(true)))
})

test('an engine that can’t load offers no MP3, and operators read why and what to do', async () => {
  const folder = imageFolder()
  writeFileSync(path.join(folder, 'build/server/engine-thread.js'), "import 'left-out'")
  const app = await start({}, folder)
  const operator = await operatorOf(app)
  const system = () => operator.html('/admin/system')
  await expect.poll(system).toMatch(/MP3<\/span><span data-tone="bad"[^>]*>Can’t load/)
  const { status, html } = await lookUp(app, link)
  expect(status).toBe(200)
  expect(formatsIn(html)).toContain('mp4')
  expect(formatsIn(html)).not.toContain('mp3')
  expect(await system()).toContain('Run npm ci and npm start in the app’s folder. The cause: Error')
  expect(await operator.html('/admin/notifications')).toContain('MP3 can’t load')
  await expect.poll(system).toMatch(/Covers<\/span><span data-tone="warn"[^>]*>Can’t load/)
  expect(app.lines.filter((line) => line.includes('MP3 can’t load'))).toHaveLength(1)
})

test('with AUDIO=off MP3 isn’t offered, and System says why', { tags: 'whole' }, async () => {
  const app = await start({ AUDIO: 'off' })
  const { status, html } = await lookUp(app, link)
  expect(status).toBe(200)
  expect(formatsIn(html)).not.toContain('mp3')
  const operator = await operatorOf(app)
  expect(await operator.html('/admin/system')).toContain('MP3 isn’t offered: AUDIO=off')
})
