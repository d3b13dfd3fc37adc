import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'

let app: AppServer

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => discardApp(app))

/** The bytes on the wire of all files of a kind that a page loads, each with its share. */
async function bytesOf(page: string, extension: 'js' | 'css'): Promise<Map<string, number>> {
  const html = await (await fetch(app.origin + page)).text()
  const sizes = new Map<string, number>()
  const collect = (text: string) => {
    for (const [name] of text.matchAll(new RegExp(`[\\w./-]+\\.${extension}\\b`, 'g'))) {
      const file = path.join('build/client/assets', path.basename(name))
      if (sizes.has(file) || !name.includes('/')) continue
      const source = readFileSync(file, 'utf8')
      sizes.set(file, compressed(file))
      // Modules import others by their names.
      if (extension === 'js') collect(source)
    }
  }
  collect(html)
  return sizes
}

function compressed(file: string): number {
  try {
    return readFileSync(`${file}.br`).length
  } catch {
    // Too small to be worth it.
    return readFileSync(file).length
  }
}

const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((a, b) => a + b, 0)

test('An old phone loads at most 60 kB of scripts for the home page, and 10 kB of styles', async () => {
  const scripts = await bytesOf('/', 'js')
  expect(scripts.size).toBeGreaterThan(0)
  expect(sum(scripts), JSON.stringify([...scripts])).toBeLessThan(60_000)
  const styles = await bytesOf('/', 'css')
  expect(styles.size).toBe(1)
  expect(sum(styles), JSON.stringify([...styles])).toBeLessThan(10_000)
})

test('A page of text loads no React, and hardly any script', async () => {
  for (const page of ['/help', '/terms', '/blog/why-watermarked-copies-look-worse']) {
    expect(sum(await bytesOf(page, 'js')), page).toBeLessThan(3_000)
  }
})
