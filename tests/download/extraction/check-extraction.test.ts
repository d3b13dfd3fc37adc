// @module-tag whole
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExtractionService, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { type MediaHost, startMediaHost } from '#tests/fakes/media-host.ts'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { startX } from '#tests/fakes/platforms/x.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { databaseEnv } from '#tests/support/sql.ts'

let platform: Platform
let media: MediaHost
let service: ExtractionService
const apps: AppServer[] = []

beforeAll(async () => {
  platform = await startPlatform()
  media = await startMediaHost()
  service = await startExtractionService({ mediaOrigin: media.origin })
})
afterAll(async () => {
  await Promise.all(apps.map(discardApp))
  await Promise.all([platform.close(), media.close(), service.close()])
})

const trusted = () => [platform, media, service].map(({ hostPort }) => hostPort).join()

async function check(links: string[], dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['app/cli/check-extraction.ts', ...links], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PLATFORM_ORIGINS: `tiktok=${platform.origin}`,
      TRUSTED_UPSTREAMS: trusted(),
      ...env,
    },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (bytes) => (out += bytes))
  child.stderr.on('data', (bytes) => (err += bytes))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, err, lines: out.trimEnd().split('\n') }
}

describe('npm run check:extraction -- --probe', () => {
  test('prints what a platform answers: fields without their values, and first bytes of files', async () => {
    const x = await startX()
    try {
      const args = ['--probe', 'x', x.link('clips')]
      const { code, out, err } = await check(args, '/nonexistent', x.env)
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(
        /^https:\/\/cdn\.syndication\.twimg\.com\/tweet-result\?id&token&lang {2}200 {2}application\/json; charset=utf-8 {2}\d+ characters$/m,
      )
      for (const path of ['.user.screen_name', '.mediaDetails.[].video_info.variants.[].url']) {
        expect(out.split('\n')).toContain(`  ${path}`)
      }
      expect(out).toMatch(/^ {2}file [\da-f]{8}(?: [\da-f]{8}){3} {2}".{4}ftyp/m)
      expect(out).not.toContain('two clips')
      expect(out).not.toContain('native')
      const gone = await check(['--probe', 'x', x.link('missing')], '/nonexistent', x.env)
      expect([gone.code, gone.out]).toEqual([1, expect.stringMatching(/&lang {2}404 {2}/)])
    } finally {
      await x.close()
    }
  })

  test('reads the data in TikTok’s pages', async () => {
    const { code, out } = await check(
      ['--probe', 'tiktok', platformPost('hd', 1).url],
      '/nonexistent',
    )
    expect(code).toBe(0)
    expect(out).toMatch(/\.itemInfo\.itemStruct\.video\.playAddr$/m)
  })

  test('names the platforms it knows when asked for another', async () => {
    const { code, out } = await check(['--probe', 'myspace'], '/nonexistent')
    expect(code).toBe(2)
    expect(out).toContain('No such platform: myspace')
    expect(out).toMatch(/tiktok, x, bluesky, pinterest/)
  })
})

describe('npm run check:extraction', () => {
  test('looks a link of any platform up there, whether it is on or off', async () => {
    const x = await startX()
    try {
      const { code, lines } = await check([x.link('clips')], '/nonexistent', x.env)
      expect(lines.at(-1)).toMatch(
        /^x {8}ok {6}https:\/\/x\.com\/a_b\/status\/\d+ {2}3 videos and 1 image 720×1280 .*its file is an MP4/,
      )
      expect(code).toBe(0)
    } finally {
      await x.close()
    }
  })

  test('prints for each source what it found, with proof of its bytes and the time', async () => {
    const { url } = platformPost('hd', 1)
    const env = { EXTRACTION_API_URL: service.endpoint }
    const { code, lines, err } = await check([url], '/nonexistent', env)
    expect(err).toBe('')
    expect(lines).toEqual([
      'No settings could be read, so the defaults are used.',
      expect.stringMatching(
        /^native {3}ok {6}.*\/video\/\d+ {2}video 576×1024 H264, .*kB, with HD, its file is an MP4 \(look-up \d+ m?s, file \d+ m?s\)$/,
      ),
      expect.stringMatching(
        /^service {2}ok {6}.*its file is an MP4 \(look-up \d+ m?s, file \d+ m?s\)$/,
      ),
      'ytdlp    --      not set up',
    ])
    expect(code).toBe(0)
  })

  test('runs beside the server with the operator’s settings, and stores nothing', async () => {
    const app = await startAppWith({ extractionUrl: service.endpoint })
    apps.push(app)
    const { url, postId } = platformPost('video', 2)
    const { code, lines } = await check([url], app.dataDir, await databaseEnv(app.dataDir))
    expect([code, lines.length]).toEqual([0, 3])
    expect(lines[1]).toMatch(/^service {2}ok/)
    expect(service.lookups(postId)).toBe(1)
    const db = openDatabase(app)
    try {
      const count = (table: string) => db.value(`select count(*) from ${table}`)
      expect(
        await Promise.all(['posts', 'extractions', 'source_hours', 'source_states'].map(count)),
      ).toEqual([0, 0, 0, 0])
    } finally {
      await db.close()
    }
    expect((await fetch(`${app.origin}/health`)).status).toBe(200)
  })

  test('creates no file if there is no database', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
    try {
      expect((await check([platformPost('video', 3).url], folder)).code).toBe(0)
      expect(readdirSync(folder)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.each([
    ['flag_private', 'no post: private'],
    ['forbidden', 'it refused this server’s address'],
    ['challenge', 'it asked for proof of a browser'],
    ['no_scope', 'it has changed its page'],
    ['html_as_mp4', 'but the file failed'],
  ])('names the reason when %s', async (name, reason) => {
    const { code, out } = await check([platformPost(name, 4).url], '/nonexistent')
    expect(out).toMatch(/^native {3}FAILED /m)
    expect(out).toContain(reason)
    expect(out).toMatch(/^service {2}-- {6}not set up$/m)
    expect(code).toBe(1)
  })

  test('uses two public posts by default, and refuses anything but links', async () => {
    const { lines } = await check([], '/nonexistent')
    expect(lines.filter((line) => line.startsWith('native'))).toHaveLength(2)
    const refused = await check(['https://example.com/x'], '/nonexistent')
    expect([refused.code, refused.out]).toEqual([2, expect.stringContaining("Not a post's link")])
  })
})
