import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentPages, interfacePages } from '#app/utils/public-pages.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'

let app: AppServer

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => discardApp(app))

type Assets = Map<string, number>

/** The gzipped bytes of all files of a kind that a page loads by itself, by name. */
async function bytesOf(page: string, extension: 'js' | 'css'): Promise<Assets> {
  const html = await (await fetch(app.origin + page)).text()
  const language = /<html lang="(\w+)"/.exec(html)?.[1] ?? ''
  const sizes: Assets = new Map()
  const collect = (name: string) => {
    if (sizes.has(name)) return
    const source = readFileSync(path.join('build/client/assets', name), 'utf8')
    sizes.set(name, gzipSync(source, { level: 9 }).length)
    if (extension === 'css') return
    for (const [, imported = ''] of source.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
      collect(imported)
    }
    // Of what may be loaded later only the page's own texts are.
    for (const [, later = ''] of source.matchAll(/import\(`\.\/([\w.-]+\.js)`\)/g)) {
      if (name.startsWith('entry.client') && later.startsWith(`${language}-`)) collect(later)
    }
  }
  for (const [, name = ''] of html.matchAll(
    new RegExp(`/assets/([\\w.-]+\\.${extension})"`, 'g'),
  )) {
    collect(name)
  }
  return sizes
}

const sum = (sizes: Assets) => [...sizes.values()].reduce((a, b) => a + b, 0)

test('A page with the downloader loads at most 150 kB of scripts, 40 of them its own, in one language', async () => {
  for (const page of ['/', '/fr', '/de', '/es', '/pt', '/download', '/tiktok-downloader-pc']) {
    const scripts = await bytesOf(page, 'js')
    const said = `${page} ${JSON.stringify([...scripts])}`
    const names = [...scripts.keys()]
    expect(names.filter((name) => name.startsWith('entry.client')).length, said).toBe(1)
    expect(names.filter((name) => /^(en|de|es|fr|pt)-/.test(name)).length, said).toBe(1)
    expect(sum(scripts), said).toBeLessThan(150_000)
    const own = new Map([...scripts].filter(([name]) => !/^(react|manifest)-/.test(name)))
    expect(sum(own), said).toBeLessThan(40_000)
  }
})

test('An old phone loads at most 10 kB of styles for the home page', async () => {
  const [[name = ''] = [], ...others] = await bytesOf('/', 'css')
  expect(others).toEqual([])
  expect(readFileSync(`build/client/assets/${name}.br`).length, name).toBeLessThan(10_000)
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
    '/?post=7345678900000000000',
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
