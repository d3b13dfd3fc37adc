import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentPages, interfacePages } from '#app/utils/public-pages.ts'
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

/** The script of a page that tells how it is read; null if it has none. */
async function readingScript(target: string, init: RequestInit = {}): Promise<string | null> {
  const html = await (await fetch(app.origin + target, init)).text()
  return /<script[^>]* src="([^"]*\/beacon-[^"]+)"/.exec(html)?.[1] ?? null
}

test('Every public page in every language tells how it is read, by one script of at most 1 kB', async () => {
  const pages = [...interfacePages, ...documentPages.map((name) => `/${name}`)]
  const article = '/blog/why-watermarked-copies-look-worse'
  const targets = [...pages, article, '/de', '/fr/help', `/es${article}`, '/blog?category=Tips']
  for (const target of [...targets, '/?utm_source=flyer']) {
    const script = await readingScript(target)
    expect(script, target).not.toBeNull()
    const file = path.join('build/client', script ?? '')
    expect(readFileSync(file).length, target).toBeLessThan(1_000)
  }
})

test('No page tells how it is read whose address says what is looked up, or has a token', async () => {
  const token = 'a'.repeat(43)
  const targets = [
    '/?url=https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F7345678900000000000',
    '/?text=look',
    '/fr?url=x',
    `/newsletter/confirm/${token}`,
    `/newsletter/unsubscribe/${token}`,
    `/dmca/status/${token}`,
    '/dmca/notice',
    '/prepare/7345678900000000000/mp4?e=1&s=x',
    '/save/7345678900000000000/mp4?e=1&s=x',
    '/no-such-page',
    '/admin/login',
  ]
  for (const target of targets)
    expect([target, await readingScript(target)]).toEqual([target, null])
  const form = { method: 'POST', body: new URLSearchParams({ url: 'nothing' }) }
  expect(await readingScript('/', form)).toBeNull()
})

test('A page of text loads no React, and hardly any script', async () => {
  for (const page of ['/help', '/terms', '/blog/why-watermarked-copies-look-worse']) {
    expect(sum(await bytesOf(page, 'js')), page).toBeLessThan(3_000)
  }
})
