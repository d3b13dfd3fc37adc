// @module-tag module
import { describe, expect, test } from 'vitest'
import { isPublicAddress, networkOf } from '#app/http/ip-address.ts'
import fc from '#tests/support/cases.ts'

const REFUSED = [
  // IPv4
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
]

const WEIRD = [
  '',
  ' ',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.1',
  '127.0.1',
  '8.8.8.8 ',
  '8.8.8',
  '08.8.8.8',
  '256.1.1.1',
  '[::1]',
  '[2606:4700::1]',
  '2606:4700::1%eth0',
  'localhost',
  'example.com',
  '8.8.8.8/8',
  '8.8.8.8:443',
  '１２７.0.0.1',
]

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:800::200e',
]

describe('isPublicAddress', () => {
  test.each(REFUSED)('S3: %s is never contacted for a visitor', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  test.each(WEIRD)('S3: the spelling %j is refused rather than guessed at', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  test.each(PUBLIC)('a media host at %s can be reached', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  test('S3: no address of a private network passes, however it is wrapped', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.constantFrom('10', '127', '0'), octet, octet, octet, (first, b, c, d) => {
        const ip = `${first}.${b}.${c}.${d}`
        const low = `${((b << 0) | (Number(first) << 8)).toString(16)}:${((c << 8) | d).toString(16)}`
        expect(isPublicAddress(ip)).toBe(false)
        for (const prefix of ['::ffff:', '::', '64:ff9b::']) {
          expect(isPublicAddress(`${prefix}${ip}`)).toBe(false)
        }
        expect(isPublicAddress(`2002:${low}::`)).toBe(false)
      }),
    )
  })

  test('S3: any text returns an answer, never an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        expect(typeof isPublicAddress(text)).toBe('boolean')
        expect(typeof networkOf(text)).toBe('string')
      }),
    )
  })
})

describe('networkOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nonsense', 'nonsense'],
  ])('limits count %s under %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})
