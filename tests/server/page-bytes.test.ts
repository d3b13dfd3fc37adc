// @module-tag process
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentPages, interfacePages } from '#app/i18n/public-pages.ts'
import { signedIn } from '#tests/accounts/admin-world.ts'
import { addUser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { type Assets, bytesIn, bytesOf, everyScriptIn, sum } from '#tests/support/page-bytes.ts'

let app: AppServer

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => discardApp(app))

test('A page with the downloader loads at most 150 kB of scripts, 40 of them its own, in one language', async () => {
  for (const page of ['/', '/fr', '/de', '/es', '/pt', '/download', '/tiktok-downloader-pc']) {
    const scripts = await bytesOf(app, page, 'js')
    const said = `${page} ${JSON.stringify([...scripts])}`
    const names = [...scripts.keys()]
    expect(names.filter((name) => name.startsWith('entry.client')).length, said).toBe(1)
    expect(names.filter((name) => /^(en|de|es|fr|pt)-/.test(name)).length, said).toBe(1)
    expect(sum(scripts), said).toBeLessThan(150_000)
    expect(sum(ownOf(scripts)), said).toBeLessThan(40_000)
  }
})

test('No page of the site that runs in the browser ever loads a script of the back office', async () => {
  for (const page of ['/', '/fr', '/download', '/batch']) {
    const names = everyScriptIn(await (await fetch(app.origin + page)).text())
    expect([page, names.filter((name) => /^(site|react)-/.test(name)).length]).toEqual([page, 2])
    expect([page, names.filter((name) => name.startsWith('admin-'))]).toEqual([page, []])
  }
})

test('The route list that browsers load leaves out imports that only prefetching links read', () => {
  const [file = '', ...others] = globSync('build/client/assets/manifest-*.js')
  expect(others).toEqual([])
  const [, json = ''] =
    /^window\.__reactRouterManifest=(.+);$/.exec(readFileSync(file, 'utf8')) ?? []
  const { entry, routes } = JSON.parse(json) as {
    entry: object
    routes: Record<string, { module: string; imports?: string[] }>
  }
  // Those of the entry are not optional to React Router.
  expect(entry).toMatchObject({ imports: expect.any(Array) })
  expect(Object.keys(routes).length).toBeGreaterThan(100)
  for (const [id, route] of Object.entries(routes)) {
    expect([id, route]).toEqual([id, expect.objectContaining({ id, module: expect.any(String) })])
    expect([id, route.imports]).toEqual([id, undefined])
  }
  const prefetching = globSync('app/**/*.tsx').filter((source) =>
    /\bprefetch=|PrefetchPageLinks/.test(readFileSync(source, 'utf8')),
  )
  expect(prefetching).toEqual([])
})

/** Without the framework and its list of routes. */
function ownOf(scripts: Assets): Assets {
  return new Map([...scripts].filter(([name]) => !/^(react|manifest)-/.test(name)))
}

test('The texts that a page with the downloader loads are at most 8 kB, without those of other pages', async () => {
  for (const page of ['/', '/fr', '/de', '/es', '/pt']) {
    const [name = ''] = [...(await bytesOf(app, page, 'js')).keys()].filter((each) =>
      /^(en|de|es|fr|pt)-/.test(each),
    )
    const source = readFileSync(`build/client/assets/${name}`, 'utf8')
    expect(gzipSync(source, { level: 9 }).length, name).toBeLessThan(8_000)
    expect([name, /\bdownloader:/.test(source)]).toEqual([name, true])
    expect([
      name,
      /\b(outreach|press|newsletter|maintenance|helpSearch|zipHint|homeSections|consentPage):/.test(
        source,
      ),
    ]).toEqual([name, false])
  }
})

test('An old phone loads at most 10 kB of styles for the home page', async () => {
  const [[name = ''] = [], ...others] = await bytesOf(app, '/', 'css')
  expect(others).toEqual([])
  expect(readFileSync(`build/client/assets/${name}.br`).length, name).toBeLessThan(10_000)
})

/** The script of a page that tells how it is read; null if it has none. */
async function readingScript(target: string, init: RequestInit = {}): Promise<string | null> {
  const html = await (await fetch(app.origin + target, init)).text()
  return /<script[^>]* src="([^"]*\/beacon-[^"]+)"/.exec(html)?.[1] ?? null
}

test('Every public page in every language reports how it is read, with one script of at most 1 kB', async () => {
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

test('No page whose URL has a look-up or a token reports how it is read', async () => {
  const token = 'a'.repeat(43)
  const targets = [
    '/?url=https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F7345678900000000000',
    '/?text=look',
    '/?post=7345678900000000000',
    '/fr?url=x',
    `/newsletter/confirm/${token}`,
    `/newsletter/unsubscribe/${token}`,
    `/dmca/status/${token}`,
    `/dmca/counter/12-${token}`,
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

test('The back office loads at most 150 kB of scripts for its first screen, and 20 for each further one', async () => {
  const db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  await db.close()
  const operator = await signedIn(app, 'op@site.example')
  const screen = async (page: string) => bytesIn(await operator.html(page), page, 'js')
  const first = await screen('/admin')
  expect([...first.keys()].some((name) => name.startsWith('entry.client'))).toBe(true)
  expect(sum(first), JSON.stringify([...first])).toBeLessThan(150_000)
  for (const page of ['users', 'videos', 'dmca', 'inbox', 'analytics', 'backlinks', 'settings']) {
    const further = [...(await screen(`/admin/${page}`))].filter(([name]) => !first.has(name))
    expect(sum(new Map(further)), `${page} ${JSON.stringify(further)}`).toBeLessThan(20_000)
  }
  expect(sum(await bytesOf(app, '/admin/login', 'js'))).toBeLessThan(150_000)
})

test('A page of text loads no React, and hardly any script', async () => {
  for (const page of ['/help', '/terms', '/blog/why-watermarked-copies-look-worse']) {
    expect(sum(await bytesOf(app, page, 'js')), page).toBeLessThan(3_000)
  }
})
