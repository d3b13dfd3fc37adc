// @vitest-environment happy-dom
// @module-tag module
import { expect, test, vi } from 'vitest'

test('a page that the browser made ready in advance is viewed, and its reading begins, when it is shown', async () => {
  const told: string[] = []
  vi.stubGlobal('navigator', {
    sendBeacon: (_: string, fields: URLSearchParams) =>
      told.push(fields.get('ms') ?? `${fields.get('kind')}`),
  })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(100)
  await import('#app/ui/site/browser/beacon.ts')
  clock.mockReturnValue(60_000)
  document.dispatchEvent(new Event('prerenderingchange'))
  clock.mockReturnValue(62_500)
  dispatchEvent(new Event('pagehide'))
  dispatchEvent(new Event('pagehide'))
  expect(told).toEqual(['view', '2500'])
})

test('a page from the back-forward cache is viewed and read again', async () => {
  vi.resetModules()
  const told: (string | null)[] = []
  vi.stubGlobal('navigator', {
    sendBeacon: (_: string, fields: URLSearchParams) => told.push(fields.get('kind')),
  })
  await import('#app/ui/site/browser/beacon.ts')
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  told.length = 0
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(told).toContain('view')
})

test('a tab that no one looks at isn’t read, and one is read from its first look', async () => {
  vi.resetModules()
  const told: (string | null)[] = []
  vi.stubGlobal('navigator', {
    sendBeacon: (_: string, fields: URLSearchParams) => told.push(fields.get('ms')),
  })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(100)
  await import('#app/ui/site/browser/beacon.ts')
  hidden.mockReturnValue(false)
  clock.mockReturnValue(5_000)
  document.dispatchEvent(new Event('visibilitychange'))
  clock.mockReturnValue(6_000)
  hidden.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(told.at(-1)).toBe('1000')
})

test.each([
  ['from the browser’s cache', { transferSize: 0, workerStart: 0 }, ['view']],
  ['from the server', { transferSize: 300, workerStart: 0 }, []],
  ['through the service worker', { transferSize: 0, workerStart: 12 }, []],
])('a page %s tells the views that the server can’t count', async (_from, entry, expected) => {
  vi.resetModules()
  const told: (string | null)[] = []
  vi.stubGlobal('navigator', {
    sendBeacon: (_: string, fields: URLSearchParams) => told.push(fields.get('kind')),
  })
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  Object.assign(performance, { getEntriesByType: () => [entry] })
  await import('#app/ui/site/browser/beacon.ts')
  expect(told).toEqual(expected)
})
