// @module-tag process
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { discardApp, startApp } from '#tests/support/app-server.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'
import manifest from '../../package.json' with { type: 'json' }

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
  const [first, ...allowed] = readFileSync('.dockerignore', 'utf8').trim().split('\n').slice(1)
  expect(first).toBe('*')
  // Neither data nor documents, whose change would build the app again.
  const sources = /^!(app|db|pages-content|public|[\w.-]+\.(json|ts)|\.npmrc|[A-Z_]+(\.md)?)$/
  expect(allowed.filter((line) => !sources.test(line))).toEqual([])
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

test('a site on one container and one on several don’t take each other’s place, and neither fills the disk with its log', () => {
  const single = readFileSync('compose.yaml', 'utf8')
  const several = readFileSync('compose.cluster.yaml', 'utf8')
  // A name would take the volume, and so the data, from everyone whose folder is called otherwise.
  expect(single).not.toMatch(/^name:/m)
  expect(several).toMatch(/^name: cleanclip-cluster$/m)
  const subnets = [single, several].map((text) => /- subnet: (\S+)/.exec(text)?.[1])
  expect(new Set(subnets).size).toBe(2)
  expect(subnets).not.toContain(undefined)
  // The documents name its first address, which is the host's.
  const gateway = subnets[0]?.replace('.0/24', '.1')
  for (const file of ['compose.yaml', 'docs/running.md']) {
    expect(readFileSync(file, 'utf8')).toContain(gateway)
  }
  expect(single.match(/max-size: 10m/g)).toHaveLength(1)
  expect(several.match(/^ {2,4}logging: \*logging$/gm)).toHaveLength(3)
})

test('R44: in a container, the server gets signals from the first moment, and time to end', () => {
  const single = readFileSync('compose.yaml', 'utf8')
  const several = readFileSync('compose.cluster.yaml', 'utf8')
  expect(single).toMatch(/^ {4}init: true$/m)
  expect(several).toMatch(/^ {2}init: true$/m)
  const balancer = several.slice(several.indexOf('\n  balancer:'))
  expect(balancer).toContain('\n    stop_grace_period: 40s\n')
})

test('an upgrade brings the updates of the base images too', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  expect(dockerfile).toMatch(/^ARG BASE=docker.io\/library\/node:\d+-trixie-slim$/m)
  expect(dockerfile.match(/^FROM /gm)).toHaveLength(3)
  expect(dockerfile.match(/^FROM \$\{BASE\}( AS \w+)?$/gm)).toHaveLength(3)
  for (const file of ['README.md', 'docs/running.md']) {
    expect(readFileSync(file, 'utf8')).toContain('docker compose build --pull')
  }
  expect(readFileSync('docs/many-machines.md', 'utf8')).toContain(
    'docker compose -f compose.cluster.yaml build --pull\n',
  )
  expect(dockerfile).toContain(`org.opencontainers.image.version="${manifest.version}"`)
})

test('the image needs no program but Node', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  expect(dockerfile).toContain('npm ci --omit=dev --omit=optional')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).not.toContain('apt-get')
  for (const file of ['package.json', 'LICENSE', 'NOTICE', 'THIRD_PARTY_LICENSES.md']) {
    expect(last).toContain(` /app/${file} `)
  }
})

test('the container is given every variable but those that its image sets', () => {
  const names = readFileSync('docs/running.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`.* \|/.test(line))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/[A-Z_]+/g)].map(([name]) => name))
  // PLATFORM_ORIGINS is for tests only.
  const own = ['PORT', 'HOST', 'DATA_DIR', 'PLATFORM_ORIGINS']
  const given = [...readFileSync('compose.yaml', 'utf8').matchAll(/^ {6}([A-Z_]+): \$\{\1:-/gm)]
  expect(given.map(([, name]) => name).sort()).toEqual(
    // Node's own, for certificates.
    [...names.filter((name) => !own.includes(name)), 'NODE_EXTRA_CA_CERTS'].sort(),
  )
})
