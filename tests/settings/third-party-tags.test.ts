// @module-tag module
import { describe, expect, test } from 'vitest'
import { cookieDomains, tagCookies, tagSources } from '#app/http/third-party-tags.ts'

describe('The cookies of tags', () => {
  test('are found among others, and no cookie of the site is taken for one', () => {
    expect(tagCookies('_ga=1; a=_gid; _ga_ABC=2;_clsk=3 ; _fbp=; session=x; consent=y')).toEqual([
      '_ga',
      '_ga_ABC',
      '_clsk',
      '_fbp',
    ])
    expect(tagCookies(null)).toEqual([])
    expect(tagCookies('_gadget=1; x_ga=1; _ga\r\n=1; _ga_a b=1; __proto__=1')).toEqual(['_ga'])
    expect(tagCookies('_ga=1; '.repeat(500))).toHaveLength(20)
  })

  test('are ended for each domain that they may have been set for', () => {
    expect(cookieDomains('clips.site.example')).toEqual(['clips.site.example', 'site.example'])
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'a b.example', 'x;y.example']) {
      expect([host, cookieDomains(host)]).toEqual([host, []])
    }
  })
})

test('S34: what a page is opened for is hosts by name, all of them over https', () => {
  const all = Object.values(tagSources).flatMap(({ script, connect, image }) => [
    ...script,
    ...connect,
    ...image,
  ])
  for (const source of all) expect(source).toMatch(/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/)
  const scripts = Object.values(tagSources).flatMap(({ script }) => script)
  expect(scripts.filter((source) => source.includes('*'))).toEqual([])
})
