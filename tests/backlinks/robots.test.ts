// @module-tag module

import { describe, expect, test } from 'vitest'
import { parseRobots } from '#app/backlinks/checker/robots.ts'
import fc from '#tests/support/cases.ts'

const agent = 'Cleanclip-LinkCheck'
const allows = (robots: string, path: string) =>
  parseRobots(robots, agent).allows(new URL(path, 'https://example.com'))

describe('groups', () => {
  test('a site that disallows all robots isn’t fetched', () => {
    expect(allows('User-agent: *\nDisallow: /', '/page')).toBe(false)
  })

  test('rules for our agent replace those for all, in upper or lower case', () => {
    const robots =
      'User-agent: *\nDisallow: /\n\nUSER-AGENT: cleanclip-linkcheck\nDisallow: /private'
    expect(allows(robots, '/page')).toBe(true)
    expect(allows(robots, '/private/page')).toBe(false)
  })

  test('a version behind the name does not hide our group', () => {
    expect(allows('User-agent: Cleanclip-LinkCheck/2.0\nDisallow: /', '/')).toBe(false)
  })

  test('a name that only starts like ours is another agent’s', () => {
    expect(allows('User-agent: Cleanclip\nDisallow: /', '/')).toBe(true)
    expect(allows('User-agent: Cleanclip-LinkChecker\nDisallow: /', '/')).toBe(true)
  })

  test('several names may share their rules, and several groups of one name count together', () => {
    const robots = [
      'User-agent: other',
      'User-agent: cleanclip-linkcheck',
      'Disallow: /a',
      'User-agent: third',
      'Disallow: /c',
      'User-agent: cleanclip-linkcheck',
      'Disallow: /b',
    ].join('\r\n')
    expect(['/a', '/b', '/c'].map((path) => allows(robots, path))).toEqual([false, false, true])
  })

  test('other lines between a group’s names don’t split it', () => {
    const robots = 'User-agent: *\nSitemap: https://example.com/s.xml\nUser-agent: x\nDisallow: /a'
    expect(allows(robots, '/a')).toBe(false)
  })

  test('rules before the first agent don’t count', () => {
    expect(allows('Disallow: /\nUser-agent: *\nDisallow: /a', '/b')).toBe(true)
  })
})

describe('rules', () => {
  const rows: [rules: string[], path: string, allowed: boolean][] = [
    [['Disallow:'], '/x', true],
    [['Disallow: /x'], '/x/y', false],
    [['Disallow: /x'], '/X', true],
    [['Disallow: /', 'Allow: /open'], '/open/page', true],
    [['Allow: /open', 'Disallow: /open/secret'], '/open/secret/1', false],
    [['Allow: /page', 'Disallow: /page'], '/page', true],
    [['Disallow: /*.pdf$'], '/a/b.pdf', false],
    [['Disallow: /*.pdf$'], '/a/b.pdf?x=1', true],
    [['Disallow: /*?print='], '/a?print=1', false],
    [['Disallow: /a*b*c'], '/a-b-b-c-d', false],
    [['Disallow: /a*b*c$'], '/a-c-b', true],
    [['Disallow: /x$'], '/x', false],
    [['Disallow: /x$'], '/xy', true],
    [['Disallow: *'], '/anything', false],
    [['Disallow: /a # for now'], '/a', false],
    [['Disallow: /%7Euser'], '/~user/x', false],
    [['Disallow: /caf%c3%a9'], '/café', false],
    [['Disallow: /café'], '/caf%C3%A9', false],
    [['Disallow: /a%2fb'], '/a/b', true],
    [['Disallow: /'], '/robots.txt', true],
    [['disallow : /a'], '/a', false],
  ]
  test.each(rows)('%j, %s: %s', (rules, path, allowed) => {
    expect(allows(['User-agent: *', ...rules].join('\n'), path)).toBe(allowed)
  })
})

describe('hostile files', () => {
  test('any file is read without an error, and robots.txt itself stays allowed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(typeof allows(`User-agent: *\nDisallow: ${text}`, '/a')).toBe('boolean')
        expect(allows(`${text}\nUser-agent: *\nDisallow: /`, '/robots.txt')).toBe(true)
      }),
    )
  })

  test('a byte order mark does not hide the first group', () => {
    expect(allows('\ufeffUser-agent: *\nDisallow: /', '/')).toBe(false)
  })

  test('S45: patterns built to be slow cost no time', () => {
    const pattern = `/${'a*'.repeat(900)}b`
    const robots = `User-agent: *\n${`Disallow: ${pattern}\n`.repeat(250)}`
    const start = process.threadCpuUsage()
    expect(allows(robots, `/${'a'.repeat(4000)}`)).toBe(true)
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(1_000)
  })
})
