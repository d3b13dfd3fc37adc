import { readFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'

type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
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
    expect([place, version, atLeast(version, '8.5.1')]).toEqual([place, version, true])
  }
})

test('S49: SQLite is one whose write-ahead log loses nothing', () => {
  const db = new SQLite(':memory:')
  const version = String(db.prepare('select sqlite_version()').pluck().get())
  db.close()
  expect([version, atLeast(version, '3.51.3')]).toEqual([version, true])
})

test('S49: every package is locked to the bytes that were tested', () => {
  const loose = entries.filter(
    ([, { integrity, link, inBundle }]) => integrity === undefined && !link && !inBundle,
  )
  expect(loose.map(([place]) => place)).toEqual([])
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect([name, range]).toEqual([name, packages[`node_modules/${name}`]?.version])
  }
})
