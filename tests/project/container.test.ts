// @module-tag process
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'

test('S51: the app writes to its data folder and the temporary one, so a read-only root is enough', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  const writable = [dataDir, tmpdir()].map((folder) => `--allow-fs-write=${folder}`)
  // Of these the network is free in older versions of Node.
  const others = ['addons', 'child-process', 'worker', 'net']
    .map((right) => `--allow-${right}`)
    .filter((flag) => process.allowedNodeEnvironmentFlags.has(flag))
  const rights = ['--permission', '--allow-fs-read=*', ...writable, ...others]
  const app = await startApp({ NODE_OPTIONS: rights.join(' ') }, dataDir)
  try {
    const page = await lookUp(app, 'https://www.tiktok.com/@a/video/7106594312292453675')
    const mp3 = await saveLinkIn(app, page.html, 'mp3')
    const sound = await fetch(app.origin + mp3)
    expect(sound.status).toBe(200)
    expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(50_000)
    expect((await fetch(`${app.origin}/health`)).status).toBe(200)
  } finally {
    await discardApp(app)
  }
})

test('S51: the image runs without root, and holds no repository and no source maps', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^HEALTHCHECK /m)
  expect(last).not.toMatch(/^COPY .* \.\s*$/m)
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(ignored).toEqual(
    expect.arrayContaining([
      ...['.git', 'data', '.env', '.env.*', '*.db', '*.db-*', 'coverage', 'node_modules'],
    ]),
  )
  expect(globSync('build/**/*.map')).toEqual([])
  const compose = readFileSync('compose.yaml', 'utf8')
  expect(compose).toMatch(/^ {4}read_only: true$/m)
  expect(compose).toMatch(/no-new-privileges:true/)
})

test('of several processes, each is as closed as a single one, and none starts without a secret', () => {
  const compose = readFileSync('compose.cluster.yaml', 'utf8')
  expect(compose.match(/^ {2}cleanclip-\d: \*cleanclip$/gm)).toHaveLength(3)
  for (const line of [
    ...['read_only: true', 'mem_limit: 2g', 'pids_limit: 200', 'cpu_shares: 512'],
    ...['cap_drop: [ALL]', 'stop_grace_period: 40s', '  - no-new-privileges:true'],
  ]) {
    expect(compose).toContain(`\n  ${line}\n`)
  }
  expect(compose).toMatch(/^ {4}SESSION_SECRET: \$\{SESSION_SECRET:\?/m)
  const database = compose.slice(compose.indexOf('\n  database:'), compose.indexOf('\n  balancer:'))
  for (const line of [
    ...['mem_limit: 2g', 'pids_limit: 200', 'cap_drop: [ALL]', '  - no-new-privileges:true'],
    // All that PostgreSQL's image does as root before it becomes another account.
    'cap_add: [CHOWN, DAC_READ_SEARCH, FOWNER, SETGID, SETUID]',
  ]) {
    expect(database).toContain(`\n    ${line}\n`)
  }
  // The network that the balancer asks from is the one that is believed.
  const [, believed] = /TRUSTED_PROXIES: (.+)/.exec(compose) ?? []
  expect(compose).toContain(`- subnet: ${believed}\n`)
})

test('S51: the container is limited in memory, processes and temporary files', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  expect(compose).toMatch(/^ {4}mem_limit: 2g$/m)
  expect(compose).toMatch(/^ {4}pids_limit: 200$/m)
  expect(compose).toMatch(/^ {4}cpu_shares: 512$/m)
  expect(compose).toMatch(/^ {6}- \/tmp:size=300m$/m)
})

test('the image needs no program but Node', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  expect(dockerfile).toContain('npm ci --omit=dev --omit=optional')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).not.toContain('apt-get')
  expect(last).toMatch(/^COPY package.json LICENSE NOTICE THIRD_PARTY_LICENSES.md /m)
})

test('the container is given every variable but those that its image sets', () => {
  const names = readFileSync('docs/running.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`.* \|/.test(line))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/[A-Z_]+/g)].map(([name]) => name))
  // PLATFORM_ORIGINS is for tests only.
  const own = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PLATFORM_ORIGINS']
  const given = [...readFileSync('compose.yaml', 'utf8').matchAll(/^ {6}([A-Z_]+): \$\{\1:-/gm)]
  expect(given.map(([, name]) => name).sort()).toEqual(
    names.filter((name) => !own.includes(name)).sort(),
  )
})
