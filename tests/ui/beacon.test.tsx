// @vitest-environment happy-dom
// @module-tag module
import { expect, test, vi } from 'vitest'

test('the reading time of a page that the browser made ready in advance begins when it is shown', async () => {
  const told: string[] = []
  vi.stubGlobal('navigator', {
    sendBeacon: (_: string, fields: URLSearchParams) => told.push(fields.get('ms') ?? ''),
  })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(100)
  await import('#app/ui/site/browser/beacon.ts')
  clock.mockReturnValue(60_000)
  document.dispatchEvent(new Event('prerenderingchange'))
  clock.mockReturnValue(62_500)
  dispatchEvent(new Event('pagehide'))
  dispatchEvent(new Event('pagehide'))
  expect(told).toEqual(['2500'])
})
