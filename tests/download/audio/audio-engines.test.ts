// @module-tag process
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findCommand } from '#app/download/audio/confinement.server.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { formatsIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'

const link = 'https://www.tiktok.com/@a/video/7106594312292453675'
const command = findCommand('ffmpeg')
if (command === null) process.stderr.write('\nNOT TESTED: no ffmpeg command is installed here\n\n')

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(env: Record<string, string>, folder?: string): Promise<AppServer> {
  const app = await startApp(env, undefined, folder)
  closing.push(() => discardApp(app))
  return app
}

/** The built app as the image has it: without the optional packages. */
function imageFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-image-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  for (const part of ['build', 'pages-content', 'app/download/extraction/demo', 'package.json']) {
    cpSync(part, path.join(folder, part), { recursive: true })
  }
  for (const name of ['better-sqlite3', 'piscina', '@ip-location-db']) {
    mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
    symlinkSync(path.resolve('node_modules', name), path.join(folder, 'node_modules', name))
  }
  return folder
}

async function audioPart(app: AppServer): Promise<string> {
  const db = openDatabase(app)
  await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
  await db.close()
  const browser = createBrowser(app)
  await browser.signIn('op@site.example')
  const html = await browser.html('/admin/system')
  return html.slice(html.indexOf('Audio worker')).slice(0, 400)
}

async function mp3From(app: AppServer): Promise<Buffer> {
  const { html } = await lookUp(app, link)
  const href = await saveLinkIn(app, html, 'mp3')
  const answer = await fetch(app.origin + href)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Confined here by whatever works; which of them that is depends on the machine. */
const confined = /(confined by (bubblewrap|seccomp)|not confined)/

describe('what makes the MP3s', () => {
  test('S15: the page System names the engine and what it is confined by', async () => {
    const app = await start({})
    const part = await audioPart(app)
    expect(part).toContain('FFmpeg addon')
    expect(part).toMatch(confined)
  })

  test.runIf(command !== null)('a command named in FFMPEG_PATH is used instead', async () => {
    const app = await start({ FFMPEG_PATH: command ?? '' })
    expect(describeMedia(await mp3From(app)).seconds).toBeCloseTo(12, 1)
    const part = await audioPart(app)
    expect(part).toContain('ffmpeg command')
    expect(part).toMatch(confined)
  })

  test.runIf(command !== null)(
    'the image’s app makes them, and covers, without the addon',
    async () => {
      const app = await start({}, imageFolder())
      expect(describeMedia(await mp3From(app)).seconds).toBeCloseTo(12, 1)
      expect(await audioPart(app)).toContain('ffmpeg command')
      const browser = createBrowser(app)
      await browser.signIn('op@site.example')
      const cover = await vi.waitFor(
        async () => {
          const answer = await browser.get('/admin/videos/7106594312292453675/cover')
          expect(answer.status).toBe(200)
          return answer
        },
        { timeout: 5000, interval: 50 },
      )
      expect(cover.headers.get('content-type')).toBe('image/webp')
    },
  )

  test('without FFmpeg, MP3 isn’t offered and System says why', async () => {
    const app = await start({ PATH: '/nowhere' }, imageFolder())
    const { status, html } = await lookUp(app, link)
    expect(status).toBe(200)
    expect(formatsIn(html)).toEqual(['hd', 'mp4'])
    const part = await audioPart(app)
    expect(part).toContain('No FFmpeg')
    expect(part).toContain('MP3 isn’t offered')
    expect((await fetch(`${app.origin}/health`)).status).toBe(200)
  })

  test('an FFMPEG_PATH that isn’t a program stops the start with a reason', () => {
    for (const value of ['ffmpeg', '/no/such/ffmpeg', path.resolve('package.json')]) {
      const { status, stderr } = spawnSync(process.execPath, ['build/server/server.js'], {
        env: { FFMPEG_PATH: value, PORT: '0', DATA_DIR: path.join(tmpdir(), 'never-made') },
        encoding: 'utf8',
      })
      expect([value, status]).toEqual([value, 1])
      expect(stderr).toContain('FFMPEG_PATH: must be the absolute path of an ffmpeg command')
    }
  })
})

test('country figures name the source of the bundled data', async () => {
  const app = await start({})
  await audioPart(app)
  const browser = createBrowser(app)
  await browser.signIn('op@site.example')
  const html = await browser.html('/admin/analytics')
  expect(html).toContain('Number Resource Organization (nro.net)')
  expect(html).toContain('https://creativecommons.org/licenses/by/4.0/')
})
