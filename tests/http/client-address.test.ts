// @module-tag module
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'

vi.hoisted(() => {
  process.env.TRUSTED_PROXIES = '10.0.0.0/8,192.0.2.1,fd00::1'
  process.env.LOG_LEVEL = 'silent'
})

const { proxyCountry, proxyReading } = await import('#app/http/client-address.server.ts')

const proxy = '10.1.2.3'

function requestFrom(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  return Object.assign(new IncomingMessage(socket), { headers })
}

test.each([
  ['a visitor without a proxy', '203.0.113.9', undefined, '203.0.113.9'],
  ['a visitor who claims another address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a visitor behind a proxy', proxy, '203.0.113.9', '203.0.113.9'],
  ['a visitor behind two proxies', proxy, '203.0.113.9, 192.0.2.1', '203.0.113.9'],
  [
    'a visitor behind a proxy who claims another address',
    '::ffff:10.1.2.3',
    '198.51.100.1, 203.0.113.9, 10.9.9.9',
    '203.0.113.9',
  ],
  ['a proxy that says nothing', proxy, undefined, proxy],
])('S31: the limits of %s are those of their own network', (_, peer, forwarded, address) => {
  const headers: Record<string, string> =
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(proxyReading(requestFrom(peer, headers)).client).toBe(address)
})

test.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  ['"203.0.113.9"', '203.0.113.9'],
  ['"203.0.113.9:80"', '203.0.113.9'],
  ['203.0.113.9,', '203.0.113.9'],
  [', 203.0.113.9 ,, ', '203.0.113.9'],
  ['198.51.100.7, 203.0.113.9:443', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:db8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['2001:db8::1%eth0', '2001:db8::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['203.0.113.9, fd00::1', '203.0.113.9'],
  ['203.0.113.9, [FD00::1]:8080', '203.0.113.9'],
  ['203.0.113.9, ::ffff:10.0.0.1', '203.0.113.9'],
])('a proxy’s X-Forwarded-For: %s is read as %s', (header, address) => {
  const request = requestFrom(proxy, { 'x-forwarded-for': header })
  expect(proxyReading(request)).toMatchObject({ client: address, unreadable: null })
})

test.each([
  ['for=203.0.113.9', '203.0.113.9'],
  ['For="[2001:db8::1]:4711";proto=https;by=_x', '2001:db8::1'],
  ['for="[2001:db8::1]:4711";proto=https;by=_x, For=203.0.113.9', '203.0.113.9'],
  ['proto=https; FOR = "203.0.113.9:80" ;host=a', '203.0.113.9'],
  ['for=203.0.113.9, for=10.0.0.1;proto=http', '203.0.113.9'],
  // A visitor's open quote must not hide what the proxy adds.
  ['for="198.51.100.1, for=203.0.113.9', '203.0.113.9'],
  ['for="198.51.100.1;x=", for=203.0.113.9;by="_p"', '203.0.113.9'],
])('a proxy’s Forwarded: %s is read as %s', (header, address) => {
  const request = requestFrom(proxy, { forwarded: header })
  expect(proxyReading(request)).toMatchObject({ client: address, unreadable: null })
})

test.each([
  ['x-forwarded-for', 'unknown', 'unknown'],
  ['x-forwarded-for', '203.0.113.9, unknown', 'unknown'],
  ['x-forwarded-for', '-', '-'],
  ['x-forwarded-for', '(null)', '(null)'],
  ['x-forwarded-for', '203.0.113.9%eth0', '203.0.113.9%eth0'],
  ['x-forwarded-for', '203.0.113.009', '203.0.113.009'],
  ['x-forwarded-for', '203.0.113.9;10.0.0.3', '203.0.113.9;10.0.0.3'],
  ['x-forwarded-for', '203.0.113.9 10.0.0.3', '203.0.113.9 10.0.0.3'],
  ['x-forwarded-for', 'for=203.0.113.9', 'for=203.0.113.9'],
  ['forwarded', 'for=unknown', 'for=unknown'],
  ['forwarded', 'for=203.0.113.9, for=_hidden', 'for=_hidden'],
  ['forwarded', 'proto=https', 'proto=https'],
  ['forwarded', 'for="203.0.113.9', 'for="203.0.113.9'],
  ['forwarded', 'by=for=203.0.113.9', 'by=for=203.0.113.9'],
])('what can’t be read is no one’s address, and is said: %s: %s', (name, header, said) => {
  const reading = proxyReading(requestFrom(proxy, { [name]: header }))
  expect(reading).toMatchObject({ client: proxy, unreadable: said })
})

test('a visitor’s Forwarded header that a proxy passes on doesn’t win over its own header', () => {
  const headers = { forwarded: 'for=198.51.100.1', 'x-forwarded-for': '203.0.113.9' }
  expect(proxyReading(requestFrom(proxy, headers)).client).toBe('203.0.113.9')
  const blank = { forwarded: 'for=203.0.113.9', 'x-forwarded-for': ' , ' }
  expect(proxyReading(requestFrom(proxy, blank)).client).toBe('203.0.113.9')
})

test('a trusted proxy’s country counts in either case, and no one else’s does', () => {
  const country = (peer: string, code: string) =>
    proxyCountry(requestFrom(peer, { 'cf-ipcountry': code }))
  expect([country(proxy, 'DE'), country(proxy, 'de')]).toEqual(['DE', 'DE'])
  expect([country(proxy, 'XX'), country(proxy, 'T1'), country('203.0.113.9', 'DE')]).toEqual([
    null,
    null,
    null,
  ])
})
