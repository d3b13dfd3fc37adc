// @module-tag whole
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createConnectProxy } from '#app/download/extraction/ytdlp/connect-proxy.server.ts'
import { createYtdlpSource } from '#app/download/extraction/ytdlp/ytdlp-source.server.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { en } from '#app/i18n/en.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { startServer } from '#tests/fakes/http.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import {
  oddShortLink,
  type Platform,
  platformPost,
  startPlatform,
} from '#tests/fakes/platform-pages.ts'
import { type FakeYtdlp, makeYtdlp, ytdlpPost } from '#tests/fakes/ytdlp.ts'
import { createBrowser, password } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { closing } from '#tests/support/closing.ts'
import { linksIn, lookUp, saveLinkIn } from '#tests/support/live-app.ts'

type Settings = Parameters<typeof startAppWith>[0]
type World = { app: AppServer; ytdlp: FakeYtdlp; temporary: string }

let platform: Platform
let world: World

async function startWorld(options: { settings?: Settings; targets?: string[] } = {}) {
  const { settings, targets = [] } = options
  const ytdlp = makeYtdlp(platform.origin, { targets })
  const temporary = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-tmp-'))
  const env = {
    ...platform.env,
    EXTRACTION_SOURCES: 'ytdlp',
    YTDLP_PATH: ytdlp.path,
    TMPDIR: temporary,
    LOG_LEVEL: 'debug',
    MUST_NOT_BE_SEEN: 'secret',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  }
  const app = settings === undefined ? await startApp(env) : await startAppWith(settings, env)
  return { app, ytdlp, temporary }
}

async function endWorld({ app, ytdlp, temporary }: World): Promise<void> {
  await discardApp(app)
  ytdlp.remove()
  rmSync(temporary, { recursive: true, force: true })
}

/** A world for one test alone. */
async function ownWorld(options: Parameters<typeof startWorld>[0] = {}): Promise<World> {
  const own = await startWorld(options)
  onTestFinished(() => endWorld(own))
  return own
}

beforeAll(async () => {
  platform = await startPlatform()
  world = await startWorld()
})
afterAll(async () => {
  await endWorld(world)
  await platform.close()
})

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function fileSha(name: string): string {
  const file = platform.files.get(name)
  if (file === undefined) throw new Error(`The platform has no ${name}`)
  return sha(bytesOf(file))
}

async function save(link: string, format = 'mp4', { app } = world) {
  const { status, html } = await lookUp(app, link)
  expect(status, html.slice(0, 300)).toBe(200)
  const response = await fetch(app.origin + (await saveLinkIn(app, html, format)))
  return { status: response.status, sha: sha(Buffer.from(await response.arrayBuffer())) }
}

const notesOf = (postId: string, { ytdlp } = world) =>
  ytdlp.notes().filter(({ link }) => link.includes(postId))

function isAlive(pid: number): boolean {
  try {
    // One that waits to be reaped counts as gone.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a clip through yt-dlp', () => {
  test('is saved as MP4, HD and MP3, with its own guest cookies', async () => {
    const { postId, url } = platformPost('hd')
    expect((await lookUp(world.app, url)).html).toMatch(/1080p.*HEVC/)
    expect(await save(url)).toEqual({ status: 200, sha: fileSha('video.mp4') })
    expect(await save(url, 'hd')).toEqual({ status: 200, sha: fileSha('hevc.mp4') })
    expect((await save(url, 'mp3')).status).toBe(200)
    const gated = platform.requests.filter(({ path: at }) => at.startsWith(`/media/a/${postId}/`))
    expect(gated.length).toBeGreaterThan(0)
    const grant = [...platform.grants.values()].find((one) => one.postId === postId)
    for (const { headers } of gated) {
      expect(headers.cookie?.split('; ')).toContain(`tt_chain_token=${grant?.token}`)
      expect(headers.cookie).not.toMatch(/sessionid|csrf|Domain/)
      expect(headers['user-agent']).toBe(grant?.userAgent)
    }
    // Remembered: the program ran once for all of it.
    expect(notesOf(postId).filter(({ argv }) => argv !== undefined)).toHaveLength(1)
  })

  test('shows its texts, figures and cover', async () => {
    const { html } = await lookUp(world.app, platformPost('video', 2).url)
    expect(html).toContain('Test pattern with a tone #testing')
    expect(html).toContain('tester')
    const [cover = ''] = linksIn(html, '/cover/')
    const response = await fetch(world.app.origin + cover)
    expect(sha(Buffer.from(await response.arrayBuffer()))).toBe(fileSha('cover.jpg'))
  })

  test.for([
    ['hd_h264', 'mp4', 'hd.mp4'],
    ['unplayable_beside', 'mp4', 'video.mp4'],
    ['hevc_only', 'mp4', 'hevc.mp4'],
  ] as const)('of the kind %s gives as %s the file %s', async ([name, format, file]) => {
    expect(await save(platformPost(name, 3).url, format)).toEqual({
      status: 200,
      sha: fileSha(file),
    })
  })

  test.each(['hvc1_only', 'bytevc2_only'])(
    'is not offered soundless, unplayable or marked: %s',
    async (name) => {
      const { status, html } = await lookUp(world.app, platformPost(name, 3).url)
      expect(status).toBe(503)
      expect(html).toContain(en.errors.unexpected)
    },
  )

  test('is found by its short link, and requested by it alone', async () => {
    const { postId } = platformPost('video', 4)
    const link = oddShortLink('P', postId)
    expect(await save(`${link}?utm=1`)).toEqual({ status: 200, sha: fileSha('video.mp4') })
    expect(world.ytdlp.notes().at(-1)?.link).toBe(link)
  })

  test('with pictures isn’t sent there', async () => {
    const { photoUrl, postId } = platformPost('slideshow', 4)
    const { status, html } = await lookUp(world.app, photoUrl)
    expect(status).toBe(404)
    expect(html.replaceAll('&#x27;', "'")).toContain(en.hints.unsupported)
    expect(notesOf(postId)).toEqual([])
  })
})

describe('the program', () => {
  test('S60, S66: gets the fixed arguments, the proxy as its environment, an empty folder and no input', async () => {
    const { postId } = platformPost('video', 5)
    await lookUp(world.app, `https://www.tiktok.com/@--exec=id/video/${postId}?--exec=id`)
    const [run] = notesOf(postId)
    const argv = run?.argv ?? []
    expect(argv.join(' ')).toBe(
      '--ignore-config --no-plugin-dirs --no-cache-dir --no-update --no-js-runtimes ' +
        '--no-remote-components --no-cookies-from-browser --color never --no-warnings ' +
        '--no-playlist -I 1 --ies tiktok,vm.tiktok,end --socket-timeout 10 --retries 1 ' +
        `--extractor-retries 1 --write-subs -J -- https://www.tiktok.com/@_/video/${postId}`,
    )
    const names = Object.keys(run?.env ?? {}).sort()
    const usual = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'PATH', 'TMPDIR']
    expect(names).toEqual([...usual, 'http_proxy', 'https_proxy'])
    // Every account of the machine can read the arguments, and no other one the environment.
    const proxy = new URL(run?.env?.https_proxy ?? '')
    expect(proxy.hostname).toBe('127.0.0.1')
    expect(proxy.password.length).toBeGreaterThan(20)
    expect(argv.join(' ')).not.toContain(proxy.password)
    expect(run?.cwd).toBe(run?.env?.HOME)
    expect(run?.files).toEqual([])
    expect(run?.input).toBe('')
  })

  test('S60: leaves no files behind', async () => {
    expect((await lookUp(world.app, ytdlpPost('files').url)).status).toBe(200)
    expect(readdirSync(world.temporary)).toEqual([])
  })

  test('S60: reaches nothing but the platform, whatever it asks the proxy for', async () => {
    const inner = closing(await startServer(({ res }) => void res.end('inside')))
    const own = await ownWorld({
      targets: [
        inner.hostPort,
        `localhost:${inner.hostPort.split(':')[1]}`,
        `[::ffff:127.0.0.1]:${inner.hostPort.split(':')[1]}`,
        '169.254.169.254:80',
        '10.0.0.1:443',
        'www.tiktok.com:443',
        'example.com:443',
      ],
    })
    const { postId, url } = ytdlpPost('attack')
    expect((await lookUp(own.app, url)).status).toBe(200)
    const results = notesOf(postId, own).find(({ results }) => results !== undefined)?.results ?? {}
    const { wrong, none, plain, ...targets } = results
    expect([wrong, none, plain]).toEqual([407, 407, 405])
    expect(Object.keys(targets)).toHaveLength(7)
    expect(new Set(Object.values(targets))).toEqual(new Set([403]))
    expect(inner.openSockets() + inner.requests.length).toBe(0)
  })

  test('S60: is killed with its children when its time is up', async () => {
    const own = await ownWorld({ settings: { apiTimeoutSeconds: 5 } })
    const { postId, url } = ytdlpPost('hang_with_children')
    // The one with more time began first.
    const patient = await ownWorld()
    const later = lookUp(patient.app, ytdlpPost('hang_with_children', 3).url).catch(() => null)
    const answer = lookUp(own.app, url)
    expect(await Promise.race([later.then(() => 'patient'), answer.then(() => 'own')])).toBe('own')
    await patient.app.stop()
    await later
    const { status, html } = await answer
    expect(status).toBe(503)
    expect(html).toContain(en.errors.unexpected)
    const notes = notesOf(postId, own)
    const children = notes.flatMap(({ children = [] }) => children)
    expect(children).toHaveLength(2)
    for (const pid of [...notes.map(({ pid }) => pid), ...children])
      expect(isAlive(pid)).toBe(false)
    expect(readdirSync(own.temporary)).toEqual([])
  })

  test('S60: has children that outlive it killed, and its answer is taken', async () => {
    const { postId, url } = ytdlpPost('children_outlive')
    expect((await lookUp(world.app, url)).status).toBe(200)
    const children = notesOf(postId).flatMap(({ children = [] }) => children)
    expect(children).toHaveLength(2)
    for (const pid of children) expect(isAlive(pid)).toBe(false)
  })

  test('S60: is ended when the server stops', async () => {
    const own = await ownWorld()
    const { postId, url } = ytdlpPost('hang_with_children', 1)
    const answer = lookUp(own.app, url).catch(() => null)
    await expect.poll(() => notesOf(postId, own)).toHaveLength(2)
    await own.app.stop()
    await answer
    const notes = notesOf(postId, own)
    const pids = notes.flatMap(({ pid, children = [] }) => [pid, ...children])
    for (const pid of pids) expect(isAlive(pid)).toBe(false)
    expect(readdirSync(own.temporary)).toEqual([])
  })

  test('S66: leaves its folder behind when the server is killed only until the next start', async () => {
    const own = await ownWorld()
    const { postId, url } = ytdlpPost('hang_with_children', 2)
    const answer = lookUp(own.app, url).catch(() => null)
    await expect.poll(() => notesOf(postId, own)).toHaveLength(2)
    await own.app.stop('SIGKILL')
    await answer
    expect(readdirSync(own.temporary)).toHaveLength(1)
    // Another program's, and one that runs now in another process.
    const others = ['other', `cleanclip-ytdlp-${process.pid}-abc`]
    for (const name of others) mkdirSync(path.join(own.temporary, name))
    const again = await startApp(
      { EXTRACTION_SOURCES: 'ytdlp', YTDLP_PATH: own.ytdlp.path, TMPDIR: own.temporary },
      own.app.dataDir,
    )
    expect(readdirSync(own.temporary).sort()).toEqual(others.sort())
    await again.stop()
  })

  test('S60: runs twice at once, and no more', async () => {
    const posts = Array.from({ length: 4 }, (_, serial) => ytdlpPost('slow', serial))
    const statuses = await Promise.all(
      posts.map(async ({ url }) => (await lookUp(world.app, url)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const runs = posts.map(({ postId }) => {
      const notes = notesOf(postId)
      return { from: notes[0]?.at ?? 0, to: notes.at(-1)?.at ?? 0 }
    })
    const together = runs.map(({ from }) => runs.filter((run) => run.from <= from && from < run.to))
    expect(Math.max(...together.map(({ length }) => length))).toBe(2)
  })

  test('S60: has a bounded queue', async () => {
    const program = makeYtdlp(platform.origin)
    onTestFinished(() => program.remove())
    const client = createGuardedClient({ trustedUpstreams: [platform.hostPort] })
    const hosts = createTiktokHosts({ testOrigin: platform.origin, cdnHosts: () => [] })
    const proxy = createConnectProxy({ client, mayReach: hosts.isPage })
    const source = createYtdlpSource({
      program: program.path,
      hosts,
      proxy,
      timeoutMs: () => 25_000,
    })
    const left = new AbortController()
    const post = { kind: 'post', platform: 'tiktok', user: null, media: 'video' } as const
    const ask = (serial: number) =>
      source.lookup({ ...post, postId: ytdlpPost('hang', serial).postId }, left.signal)
    const waiting = Array.from({ length: 22 }, (_, serial) => ask(serial))
    expect(await ask(22)).toMatchObject({ ok: false, failure: { cause: 'queue_full' } })
    expect(source.status().queued).toBe(20)
    left.abort()
    for (const result of await Promise.all(waiting)) {
      expect(result).toEqual({ ok: false, failure: { kind: 'aborted' } })
    }
    expect(source.status().queued).toBe(0)
    await source.close()
    await client.close()
  })

  test('S60: writes as much to stdout as is taken, and is ended beyond that', async () => {
    const { postId, url } = ytdlpPost('huge')
    expect((await lookUp(world.app, url)).status).toBe(503)
    expect(notesOf(postId).filter(({ end }) => end === 'huge')).toEqual([])
    expect((await lookUp(world.app, ytdlpPost('loud').url)).status).toBe(200)
  })

  test('S60: can’t set headers, or any but guest cookies', async () => {
    const { postId, url } = ytdlpPost('evil_values')
    const { status, html } = await lookUp(world.app, url)
    // Without its token, what is gated is not offered.
    expect(status).toBe(503)
    expect(html).not.toContain('X-Injected')
    expect(
      platform.requests.filter(({ path: at }) => at.startsWith(`/media/a/${postId}/`)),
    ).toEqual([])
  })
})

describe('yt-dlp’s messages', () => {
  test.for([
    ['ip_blocked', 'region'],
    ['no_permission', 'private'],
    ['comfort', 'age'],
    ['status_deleted', 'gone'],
    ['status_private', 'private'],
    ['status_story', 'unsupported'],
    ['status_region', 'region'],
    ['status_odd', 'notFound'],
    ['restricted', 'age'],
    ['no_extractor', 'unsupported'],
    ['unsupported', 'profile'],
    ['needs_auth', 'private'],
  ] as const)('returns why a post isn’t available: %s', async ([name, hint]) => {
    const { status, html } = await lookUp(world.app, ytdlpPost(name).url)
    expect(status).toBe(404)
    const text = html.replaceAll('&#x27;', "'")
    expect(text).toContain(en.errors.failed)
    expect(text).toContain(fill(en.hints[hint], { site: 'TikTok' }))
  })

  test.for([
    ['led_to_404', 404, en.hints.gone],
    ['led_home', 404, en.hints.gone],
    ['not_there', 404, en.hints.gone],
    ['led_to_login', 503, en.errors.unexpected],
  ] as const)('of a short link tell where it leads: %s', async ([name, wanted, words]) => {
    const { app } = await ownWorld()
    const { status, html } = await lookUp(app, oddShortLink('P', ytdlpPost(name).postId))
    expect([status, html.replaceAll('&#x27;', "'")]).toEqual([
      wanted,
      expect.stringContaining(words),
    ])
  })

  test('of an unlisted post is as good as of a public one', async () => {
    expect((await lookUp(world.app, ytdlpPost('unlisted').url)).status).toBe(200)
  })

  test.for([
    ['null', 'bad_answer'],
    ['no_json', 'bad_answer'],
    ['nothing', 'bad_answer'],
    ['wrong_id', 'bad_answer'],
    ['bad_options', 'program_failed'],
    ['crash', 'program_failed'],
    ['strange', 'program_failed'],
    ['no_impersonation', 'program_failed'],
    ['status_unknown', 'bad_answer'],
    ['no_universal_data', 'shape'],
    ['unexpected', 'shape'],
    ['status_zero', 'shape'],
    ['challenge', 'challenged'],
    ['challenge_odd', 'challenged'],
    ['fresh_cookies', 'challenged'],
    ['bot', 'challenged'],
    ['login', 'blocked'],
    ['registered', 'blocked'],
    ['empty_media', 'blocked'],
    ['forbidden', 'blocked'],
    ['too_many', 'blocked'],
    ['server_error', 'http_status'],
    ['timed_out', 'timeout'],
    ['no_connection', 'connect'],
    ['unsupported_photo', 'incomplete_answer'],
  ] as const)(
    'of a fault, %s, is one of the source’s, with the cause %s',
    async ([name, cause]) => {
      const { app } = await ownWorld()
      const { status, html } = await lookUp(app, ytdlpPost(name).url)
      expect(status).toBe(503)
      expect(html).toContain(en.errors.unexpected)
      const line = await app.said(`"${cause}"`)
      expect(JSON.parse(line)).toMatchObject({ source: 'ytdlp', cause })
      expect(app.lines.join('\n')).not.toMatch(/run:[\w-]{20}/)
    },
  )

  test('R32: about a refusal of one post pauses nothing, and shows when to try again', async () => {
    const { app, ytdlp } = await ownWorld()
    const refused = await fetch(`${app.origin}/`, {
      method: 'POST',
      body: new URLSearchParams({ url: ytdlpPost('too_many').url }),
    })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '20'])
    // The post, and one that is known to work.
    expect(ytdlp.notes().filter(({ argv }) => argv !== undefined)).toHaveLength(2)
    expect((await lookUp(app, platformPost('video', 6).url)).status).toBe(200)
  })
})

test('the System page shows operators the version, its age and what is wrong', async () => {
  const admin = { ADMIN_EMAIL: 'op@site.example', ADMIN_PASSWORD: password }
  async function systemPage(program: string): Promise<string> {
    const app = await startApp({ ...platform.env, ...admin, YTDLP_PATH: program })
    try {
      const browser = createBrowser(app)
      await browser.signIn('op@site.example')
      return await browser.html('/admin/system')
    } finally {
      await discardApp(app)
    }
  }
  const old = makeYtdlp(platform.origin, { version: '2024.01.01' })
  onTestFinished(() => old.remove())
  expect(await systemPage(old.path)).toMatch(/yt-dlp[\s\S]*Outdated[\s\S]*Version 2024\.01\.01/)
  expect(await systemPage('/no/such/yt-dlp')).toMatch(/yt-dlp[\s\S]*Not found[\s\S]*\/no\/such/)
})

test.each(['/no/such/yt-dlp', 'yt-dlp', path.resolve('README.md')])(
  'YTDLP_PATH=%s does not stop the start: look-ups fail, and operators see why',
  async (program) => {
    const app = await startApp({
      ...platform.env,
      EXTRACTION_SOURCES: 'ytdlp',
      YTDLP_PATH: program,
      LOG_LEVEL: 'debug',
    })
    try {
      const { status } = await lookUp(app, platformPost('video', 7).url)
      expect(status).toBe(503)
      expect(JSON.parse(await app.said('"no_program"'))).toMatchObject({ source: 'ytdlp' })
    } finally {
      await discardApp(app)
    }
  },
)
