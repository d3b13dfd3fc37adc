import { languages } from '#app/i18n/languages.ts'

/**
 * Shows a page of the site's own where the network is gone. It keeps that page and the hashed files
 * that it is drawn with, and nothing else: no page, no answer and no file of a visitor's.
 * `/sw.js` runs it; every build's has another name, and a cache of its own.
 */

/** TypeScript has the types of a page or those of a worker, not both in one program. */
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
 * Documents that are no business of this worker: the back office, and files on their way, which the
 * browser's own download handling can stop and resume.
 */
const leftAlone =
  /^(?:\/[a-z]{2})?\/(?:(?:admin|save|cover|pages|beacon|metrics|health)(?:\/|$)|batch\/[^/]+\/.)/i

/** The offline page in the language of an address. */
function offlinePath(address: string): string {
  return `${prefix.exec(new URL(address).pathname)?.[0] ?? ''}/offline`
}

/** Keeps the offline page and the files that it names, unless they are there already. */
async function keep(path: string): Promise<void> {
  const cache = await caches.open(cacheName)
  if ((await cache.match(path, { ignoreVary: true })) !== undefined) return
  const page = await fetch(path, { credentials: 'omit', cache: 'no-cache' })
  // As while the site is closed, or in a language that has no prefix.
  if (!page.ok) return
  const html = await page.clone().text()
  const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  await cache.addAll([...new Set(files)])
  await cache.put(path, page)
}

async function install(): Promise<void> {
  const open = await worker.clients.matchAll({ includeUncontrolled: true })
  await Promise.all([...new Set(open.map(({ url }) => offlinePath(url)))].map(keep))
  // Nothing that it keeps can clash with an open page, so no tab has to be closed first.
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

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
  // A form keeps its own way: the server tells by its headers that it comes from this site.
  if (request.method !== 'GET' || origin !== location.origin) return
  const isDocument = request.mode === 'navigate' && request.destination === 'document'
  if (isDocument && !leftAlone.test(pathname)) {
    fetching.respondWith(openPage(request))
    fetching.waitUntil(keep(offlinePath(request.url)).catch(() => undefined))
  } else if (pathname.startsWith('/assets/')) fetching.respondWith(openFile(request))
})
