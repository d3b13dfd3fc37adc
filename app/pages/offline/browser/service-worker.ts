import { languages } from '#app/i18n/languages.ts'

/**
 * Shows one of the site's own pages when the network is gone. It keeps that page and its hashed
 * files, but no other page, answer or file of a visitor's. `/sw.js` runs it. Every build's has its
 * own name and cache.
 */

/** TypeScript has the types of a page or of a worker, but not both in one program. */
type LaterEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = LaterEvent & { request: Request; respondWith(answer: Promise<Response>): void }
type Worker = {
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(filter: { includeUncontrolled: true }): Promise<{ url: string }[]>
  }
}

const worker = self as unknown as Worker
const cacheName = `offline-${import.meta.env.VITE_BUILD ?? 'unnamed'}`
const prefix = new RegExp(`^/(?:${languages.join('|')})(?=/|$)`)

/**
 * Documents that this worker ignores: the back office, and files, which the browser's own download
 * handling can pause and resume.
 */
const leftAlone =
  /^(?:\/[a-z]{2})?\/(?:(?:admin|save|cover|pages|beacon|metrics|health)(?:\/|$)|batch\/[^/]+\/.)/i

function offlinePath(address: string): string {
  return `${prefix.exec(new URL(address).pathname)?.[0] ?? ''}/offline`
}

/** Caches the offline page and the files it names, unless it is cached. */
async function keep(path: string): Promise<void> {
  const cache = await caches.open(cacheName)
  if ((await cache.match(path, { ignoreVary: true })) !== undefined) return
  const page = await fetch(path, { credentials: 'omit', cache: 'no-cache' })
  // For example while the site is closed, or in a language that has no prefix.
  if (!page.ok) return
  const html = await page.clone().text()
  const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  await cache.addAll([...new Set(files)])
  await cache.put(path, page)
}

async function install(): Promise<void> {
  const open = await worker.clients.matchAll({ includeUncontrolled: true })
  await Promise.all([...new Set(open.map(({ url }) => offlinePath(url)))].map(keep))
  // Its files can't clash with an open page, so no tab has to be closed first.
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** Tries the network anyway: some devices report offline while they aren't. */
async function openPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    const cache = await caches.open(cacheName)
    const paths = [offlinePath(request.url), ...(await cache.keys()).map(({ url }) => url)]
    for (const path of paths) {
      const page = await cache.match(path, { ignoreVary: true })
      if (page?.headers.get('content-type')?.startsWith('text/html')) return page
    }
    return Response.error()
  }
}

async function openFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request)
}

addEventListener('install', (event) => (event as LaterEvent).waitUntil(install()))
addEventListener('activate', (event) => (event as LaterEvent).waitUntil(activate()))
addEventListener('fetch', (event) => {
  const fetching = event as FetchEvent
  const { request } = fetching
  const { origin, pathname } = new URL(request.url)
  // Forms are left alone: the server checks by their headers that they are from this site.
  if (request.method !== 'GET' || origin !== location.origin) return
  const isDocument = request.mode === 'navigate' && request.destination === 'document'
  if (isDocument && !leftAlone.test(pathname)) {
    // Online, the browser itself requests pages: a worker's requests don't carry that they are for
    // a document, nor which site led to it.
    if (!navigator.onLine) fetching.respondWith(openPage(request))
    fetching.waitUntil(keep(offlinePath(request.url)).catch(() => undefined))
  } else if (pathname.startsWith('/assets/')) fetching.respondWith(openFile(request))
})
