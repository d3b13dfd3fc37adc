// @module-tag module
import '#tests/support/own-data-dir.ts'
import { expect, test, vi } from 'vitest'

vi.hoisted(() => {
  process.env.APP_URL = 'http://clips.lan:3000'
})

const { sentMark } = await import('#app/download/save/save-progress.server.ts')

test.each<[string, Record<string, string>, string]>([
  ['a visitor’s browser', { host: 'clips.lan:3000' }, 'saved'],
  ['nginx with proxy_pass alone, which only changes the host', { host: '127.0.0.1:3000' }, 'sent'],
  ['nginx with addresses', { host: 'clips.lan:3000', 'x-forwarded-for': '192.0.2.1' }, 'sent'],
  ['Varnish', { host: 'clips.lan:3000', via: '1.1 varnish' }, 'sent'],
])('a file is called saved only if no proxy can still hold it: %s', (_, headers, mark) => {
  expect(sentMark(new Headers(headers))).toBe(mark)
})

test('a proxy that answers https for this server has the file first, whatever it sends', async () => {
  vi.resetModules()
  process.env.APP_URL = 'https://clips.example'
  const other = await import('#app/download/save/save-progress.server.ts')
  expect(other.sentMark(new Headers({ host: 'clips.example' }))).toBe('sent')
})
