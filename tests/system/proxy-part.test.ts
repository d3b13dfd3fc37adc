// @module-tag module
import { expect, test, vi } from 'vitest'

vi.hoisted(() => {
  process.env.APP_URL = 'https://clips.example'
  process.env.TRUSTED_PROXIES = '127.0.0.1,10.0.0.0/8'
  process.env.LOG_LEVEL = 'silent'
})

const { readProxy } = await import('#app/http/client-address.server.ts')
const { noteReading } = await import('#app/http/proxy-faults.server.ts')
const { proxyPart } = await import('#app/system/proxy-part.server.ts')

const visitor = '198.51.100.7'
const trusted = '127.0.0.1'

function seen(peerAddress: string, headers: Record<string, string> = {}) {
  return { openedHost: 'clips.example', peerAddress, headers: new Headers(headers) }
}

function saidOf(peer: string, headers: Record<string, string> = {}) {
  const { tone, state, text } = proxyPart(seen(peer, headers))
  return [tone, `${state}: ${text}`] as const
}

test.each([
  [trusted, visitor],
  [trusted, `${visitor}, 10.0.0.77`],
  [trusted, `${visitor}:4711`],
  [trusted, `1.2.3.4, ${visitor}`],
])('a trusted proxy that names the visitor is right: %s, %s', (peer, xff) => {
  expect(saidOf(peer, { 'X-Forwarded-For': xff })).toEqual([
    'good',
    `Trusted: Your address arrives as ${visitor}`,
  ])
})

test.each<Record<string, string>>([
  { Forwarded: `for="${visitor}:4711";proto=https` },
  // What names no visitor contradicts no one: an inner proxy's own view, or a hidden name.
  { Forwarded: 'for=10.0.0.77', 'X-Real-IP': '10.0.0.77' },
  { Forwarded: 'for=_hidden', 'X-Real-IP': 'unknown' },
])('headers that agree are right: %o', (headers) => {
  expect(saidOf(trusted, { 'X-Forwarded-For': visitor, ...headers })[0]).toBe('good')
})

const xff = (value: string) => ({ 'X-Forwarded-For': value })
const cloudflare = { 'CF-Ray': '1', 'CF-Connecting-IP': visitor }

test.each<[string, Record<string, string>, string, RegExp]>([
  // Text that contains the peer's address is not the peer's address.
  ['127.0.0.2', xff('127.0.0.25'), 'bad', /^Not trusted: Add 127\.0\.0\.2 to TRUSTED_PROXIES:/],
  ['192.168.1.2', xff('192.168.1.20'), 'bad', /Add 192\.168\.1\.2 to TRUSTED_PROXIES/],
  ['203.0.113.1', xff('203.0.113.15'), 'bad', /Add 203\.0\.113\.1 to/],
  ['172.18.0.1', { Forwarded: 'for=1.2.3.4' }, 'bad', /Add 172\.18\.0\.1 to/],
  ['172.18.0.1', { 'X-Real-IP': visitor }, 'bad', /172\.18\.0\.1 sends no X-Forwarded-For/],
  ['172.18.0.1', { Via: '1.1 varnish' }, 'bad', /sends no X-Forwarded-For.* Add 172/],
  ['192.168.1.2', {}, 'bad', /sends no X-Forwarded-For.* Add 192\.168\.1\.2 to/],
  [trusted, {}, 'bad', /^No addresses: The proxy at 127\.0\.0\.1 sends no X-Forwarded-For/],
  [trusted, { 'X-Real-IP': visitor }, 'bad', /^No addresses/],
  [trusted, xff('unknown'), 'bad', /^Can’t be read: X-Forwarded-For says “unknown”/],
  [trusted, { Forwarded: 'for=_hidden' }, 'bad', /Forwarded says “for=_hidden” instead/],
  [trusted, xff(`${visitor}, ${'x'.repeat(90)}`), 'bad', /“x{60}” instead/],
  [trusted, xff(trusted), 'warn', /^Only proxies: X-Forwarded-For has only 127\.0\.0\.1/],
  [trusted, xff('10.0.0.77'), 'warn', /has only 10\.0\.0\.77, which is in TRUSTED_PROXIES/],
  [
    trusted,
    { ...xff(visitor), Forwarded: 'for=203.0.113.9' },
    'warn',
    /^Two addresses: Your address is 198\.51\.100\.7 by X-Forwarded-For, which counts, and 203\.0\.113\.9 by Forwarded\./,
  ],
  [
    trusted,
    { Forwarded: `for=${visitor}`, 'X-Real-IP': '203.0.113.9' },
    'warn',
    /198\.51\.100\.7 by Forwarded, which counts, and 203\.0\.113\.9 by X-Real-IP\./,
  ],
  [trusted, xff('172.18.0.1'), 'warn', /^Private address: Your address arrives as 172\.18\.0\.1/],
  [
    trusted,
    { ...xff(`${visitor}, 172.70.1.1`), ...cloudflare },
    'bad',
    /Cloudflare’s 172\.70\.1\.1 counts as your address instead of 198\.51\.100\.7/,
  ],
  [
    '172.70.1.1',
    { ...xff(visitor), ...cloudflare },
    'bad',
    /^Not trusted: Add Cloudflare’s ranges to TRUSTED_PROXIES/,
  ],
  [
    trusted,
    { ...xff(`${visitor}, 66.241.124.5`), 'Fly-Request-Id': '1', 'Fly-Client-IP': visitor },
    'bad',
    /Fly’s 66\.241\.124\.5 counts as your address/,
  ],
  [
    trusted,
    { ...xff(`${visitor}, 35.191.0.1`), Via: '1.1 google' },
    'bad',
    /Google Cloud’s balancer’s 35\.191\.0\.1 counts as your address, so/,
  ],
  [
    trusted,
    { ...xff(`${visitor}, 64.252.1.1`), 'X-Amz-Cf-Id': '1' },
    'bad',
    /CloudFront’s 64\.252\.1\.1 counts as your address, so/,
  ],
])(
  'visitors share a network’s limits, and System says what to change: %s %o',
  (peer, headers, tone, text) => {
    expect(saidOf(peer, headers)).toEqual([tone, expect.stringMatching(text)])
  },
)

test.each<Record<string, string>>([
  cloudflare,
  { 'X-Amz-Cf-Id': '1', 'CloudFront-Viewer-Address': `${visitor}:4711` },
  { 'X-Amz-Cf-Id': '1' },
])('a CDN whose visitors’ addresses arrive is right: %o', (headers) => {
  expect(saidOf(trusted, { ...xff(visitor), ...headers })[0]).toBe('good')
})

test('an operator who opens the server itself is told what visitors’ requests show', () => {
  const direct = { ...seen('192.168.1.20'), openedHost: '192.168.1.5:3000' }
  expect(proxyPart(direct)).toMatchObject({ tone: 'warn', state: 'Private address' })
  const visit = (peer: string, header: string, target = '/help') =>
    noteReading(
      readProxy(peer, (name) => (name === 'x-forwarded-for' ? header : null)),
      target,
    )
  // A visitor who connects directly can send the header, without a proxy.
  for (let n = 0; n < 3; n += 1) visit('8.8.8.8', visitor)
  expect(proxyPart(direct)).toMatchObject({ tone: 'warn' })
  for (let n = 0; n < 4; n += 1) visit('172.18.0.1', visitor, '/admin')
  expect(proxyPart(direct)).toMatchObject({ tone: 'warn' })
  for (let n = 0; n < 4; n += 1) visit('172.18.0.1', visitor)
  expect(proxyPart(direct)).toMatchObject({
    tone: 'bad',
    text: expect.stringMatching(
      /^Of most visitors’ requests: Add 172\.18\.0\.1 to TRUSTED_PROXIES/,
    ),
  })
})

test('a list that trusts every address is never right', async () => {
  vi.resetModules()
  process.env.TRUSTED_PROXIES = '0.0.0.0/0'
  const other = await import('#app/system/proxy-part.server.ts')
  expect(other.proxyPart(seen(trusted, xff(visitor)))).toMatchObject({
    tone: 'bad',
    state: 'Everyone trusted',
  })
})
