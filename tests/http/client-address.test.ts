// @module-tag module
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'

vi.hoisted(() => {
  process.env.TRUSTED_PROXIES = '10.0.0.0/8,192.0.2.1'
  process.env.LOG_LEVEL = 'silent'
})

const { clientAddress } = await import('#app/http/client-address.server.ts')

function requestFrom(peer: string, forwarded?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

test.each([
  ['a visitor without a proxy', '203.0.113.9', undefined, '203.0.113.9'],
  ['a visitor who claims another address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a visitor behind a proxy', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['a visitor behind two proxies', '10.1.2.3', '203.0.113.9, 192.0.2.1', '203.0.113.9'],
  [
    'a visitor behind a proxy who claims another address',
    '::ffff:10.1.2.3',
    '198.51.100.1, 203.0.113.9, 10.9.9.9',
    '203.0.113.9',
  ],
  ['a proxy that says nothing', '10.1.2.3', undefined, '10.1.2.3'],
  ['a proxy that says nonsense', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
])('S31: the limits of %s are those of their own network', (_, peer, forwarded, address) => {
  expect(clientAddress(requestFrom(peer, forwarded))).toBe(address)
})
