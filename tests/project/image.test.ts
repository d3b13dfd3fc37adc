// @module-tag whole
import { appendFileSync, chmodSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser, password, throughSignIn } from '#tests/support/accounts.ts'
import { freePort } from '#tests/support/free-port.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import { hasPodman, image, openPodman, type Podman } from '#tests/support/podman.ts'
import { downloadSlowly } from '#tests/support/slow-download.ts'
import { until } from '#tests/support/until.ts'

/** The image as the Dockerfile makes it, with the flags of compose.yaml, under Podman. */

const minutes = 60_000
const link = 'https://www.tiktok.com/@a/video/7106594312292453675'

/**
 * The image should have at most 350 MB. Its base isn't the one of the tests: `node:26-trixie-slim`
 * has some 255 MB, of which Debian is 79 and Node 150. The rest is what the Dockerfile adds.
 */
const ownBytes = 95_000_000

describe.skipIf(!hasPodman())('the image, built and run by Podman', () => {
  let podman: Podman
  let context: string
  let built: string
  const site = { name: 'site', volume: 'site-data', origin: '' }

  beforeAll(async () => {
    podman = await openPodman()
    context = podman.copyContext()
    built = await podman.build(context)
    site.origin = await start(site.name, site.volume)
  }, 60 * minutes)
  afterAll(() => podman?.remove(), 60 * minutes)

  /** Starts a container without waiting; returns its address. */
  async function begin(name: string, volume: string): Promise<string> {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const address = ['--publish', `127.0.0.1:${port}:3000`, '--env', `APP_URL=${origin}`]
    const flags = [...podman.flags(volume), ...address]
    await podman.must(['run', '--detach', '--name', name, ...flags, image])
    return origin
  }

  async function start(name: string, volume: string): Promise<string> {
    const origin = await begin(name, volume)
    await healthy(origin)
    return origin
  }

  const healthy = (origin: string) =>
    until(async () => expect((await fetch(`${origin}/health`)).status).toBe(200))

  async function logOf(name: string): Promise<string> {
    const { out, err } = await podman.podman(['logs', name])
    return out + err
  }

  const exitCode = async (name: string) =>
    Number(await podman.must(['inspect', '--format', '{{.State.ExitCode}}', name]))

  const admins = async () => {
    const list = await podman.must(documented('admin -- list'))
    return list.match(/\S+@site\.example/g)
  }

  /**
   * Returns a command of docs/running.md as Podman's, for the site's container. `FILE` and `NAME`
   * are of `file`, and copies come to the folder of the tests.
   */
  function documented(words: string, file = ''): string[] {
    const [, command = '', rest = ''] =
      documentedCommands().find(([line]) => line.includes(words)) ?? []
    const args = rest
      .replaceAll('"', '')
      .replace('$PWD/FILE', file)
      .replaceAll(/\b(?:FILE|NAME)\b/g, path.basename(file))
      .split(' ')
      .map((arg) => (arg.startsWith('./') ? path.join(podman.folder, arg) : arg))
    if (command === 'exec')
      return [command, ...args.map((arg) => (arg === service ? site.name : arg))]
    if (command === 'cp') return [command, ...args.map((arg) => arg.replace(service, site.name))]
    if (command === 'run') {
      const at = args.indexOf(service)
      const flags = [...podman.flags(site.volume), ...args.slice(0, at)]
      return [command, ...flags, image, ...args.slice(at + 1)]
    }
    throw new Error(`docs/running.md has no command with "${words}"`)
  }

  test('it runs without root, has a health check and labels, and is as small as promised', async () => {
    const facts: { Config: unknown }[] = JSON.parse(await podman.must(['image', 'inspect', image]))
    expect(facts[0]?.Config).toMatchObject({
      User: 'node',
      Labels: { 'org.opencontainers.image.title': 'Cleanclip' },
    })
    expect((await podman.podman(['healthcheck', 'run', site.name])).code).toBe(0)
    expect(await podman.ownBytes()).toBeLessThan(ownBytes)
  })

  test('the log’s link creates the first operator, who can sign in', async () => {
    const [setup = ''] = /http\S+\/admin\/setup\/\S+/.exec(await logOf(site.name)) ?? []
    const fields = { intent: 'create', name: 'Ann', email: 'ann@site.example', siteName: 'Clips' }
    const passwords = { password, passwordAgain: password, extractionUrl: '' }
    const done = await createBrowser(site).post(setup, { ...fields, ...passwords })
    expect(done.headers.get('location')).toBe(throughSignIn())
    const later = createBrowser(site)
    await later.signIn('ann@site.example')
    expect(await later.html('/admin')).toContain('Ann')
  })

  test('a post is saved as MP4 and as MP3', async () => {
    const { html } = await lookUp(site, link)
    for (const [format, type] of [
      ['mp4', 'video/mp4'],
      ['mp3', 'audio/mpeg'],
    ]) {
      const saved = await fetch(site.origin + (await saveLinkIn(site, html, format)))
      expect([saved.status, saved.headers.get('content-type')]).toEqual([200, type])
      expect((await saved.arrayBuffer()).byteLength).toBeGreaterThan(50_000)
    }
  })

  test('the documented commands copy a backup out, and restore it by its name and as a file', async () => {
    expect(await admins()).toEqual(['ann@site.example'])
    const list = documented('admin -- list')
    await podman.must([...list.slice(0, -1), 'backup'])
    await podman.must(documented('cp cleanclip:/data/backups'))
    await podman.must(documented('cp cleanclip:/data/session-secret'))
    const [copy = ''] = globSync(path.join(podman.folder, 'backups/*-by-hand.db'))
    expect(readFileSync(path.join(podman.folder, 'session-secret'), 'utf8')).not.toBe('')
    chmodSync(copy, 0o644)
    for (const restore of ['restore NAME', 'restore /tmp/FILE']) {
      const create = ['create', '--email', 'bob@site.example']
      const [exec = '', ...rest] = list.slice(0, -1)
      await podman.must([exec, '--interactive', ...rest, ...create], password)
      expect(await admins()).toHaveLength(2)
      await podman.must(['stop', '--time=40', site.name])
      await podman.must(documented(restore, copy))
      await podman.must(['start', site.name])
      await healthy(site.origin)
      expect(await admins()).toEqual(['ann@site.example'])
    }
  })

  test('the image has all packages that its commands need', async () => {
    for (const name of ['admin', 'seed', 'move', 'check:extraction']) {
      const command = ['npm', 'run', name, '--', '--help']
      const { code, out, err } = await podman.podman(['exec', site.name, ...command])
      expect(code, err).toBe(0)
      expect(out).toContain(`npm run ${name}`)
    }
  })

  test('a stop waits for a slow reader, although the container’s network ends with it', async () => {
    const { html } = await lookUp(site, link)
    const file = site.origin + (await saveLinkIn(site, html, 'hd'))
    const reader = await downloadSlowly(file, 150)
    const stopped = podman.must(['stop', '--time=40', site.name])
    await expect.poll(() => fetch(`${site.origin}/health`).then(isUp, () => false)).toBe(false)
    // For longer than the second after which a process once ended, at the reader's pace.
    const before = reader.received().length
    await expect.poll(() => reader.received().length).toBeGreaterThan(before + 450_000)
    reader.hurry()
    expect(await reader.ended).toBe(true)
    await stopped
    expect(await exitCode(site.name)).toBe(0)
  })

  test('SIGTERM during the start ends it at once, not by a kill after the grace time', async () => {
    await begin('early', 'early-data')
    await podman.must(['stop', '--time=40', 'early'])
    expect([0, 143]).toContain(await exitCode('early'))
  })

  test('data of another owner are named, with the command that gives them back', async () => {
    const chown = documented('chown -R 1000:1000 /data')
    await podman.must(chown.map((arg) => arg.replace('1000:1000', '1001:1001')))
    const { code, err } = await podman.podman(['run', ...podman.flags(site.volume), image])
    expect(code).toBe(1)
    expect(err).toContain('belongs to uid 1001, but the server runs as uid 1000.')
    const command = documentedCommands().find(([line]) => line.includes('chown -R'))?.[0]
    expect(err).toContain(`  ${command}\n`)
    await podman.must(chown)
    await podman.must(['start', site.name])
    await healthy(site.origin)
    expect(await admins()).toEqual(['ann@site.example'])
  })

  test('a changed document builds nothing again', { timeout: 60 * minutes }, async () => {
    appendFileSync(path.join(context, 'docs/running.md'), 'One more line.\n')
    expect(await podman.build(context)).toBe(built)
  })
})

const service = 'cleanclip'

/** The commands of docs/running.md in its container: the whole line, its command and the rest. */
function documentedCommands(): RegExpMatchArray[] {
  const text = readFileSync('docs/running.md', 'utf8')
  return [...text.matchAll(/(?<=^|`)docker compose (exec|cp|run) ([^`\n]+)/gm)]
}

const isUp = ({ status }: Response) => status === 200
