// @module-tag module
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recentName, recentOffName } from '#app/download/ui/remembered.ts'
import { renewalCookie } from '#app/http/renewal-cookie.ts'
import { shownMessagesCookie } from '#app/http/shown-messages.ts'
import { themeKey } from '#app/http/theme-script.ts'
import { languages } from '#app/i18n/languages.ts'
import { styleCookie } from '#app/posts/file-name-style.ts'
import { textFile } from '#tests/support/written-in.ts'

/** The names that the privacy page lists in a language, table by table. */
function listed(language: string): string[][] {
  const source = readFileSync(textFile('/privacy', language), 'utf8')
  return [...source.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, rows = '']) =>
    [...rows.matchAll(/<th scope="row">([^<]*)</g)].map(([, name = '']) => name),
  )
}

const nameOf = (cookie: string) => cookie.replace(/=.*/s, '')

test('a visitor finds every cookie and stored value in the privacy policy', () => {
  const [cookies, values] = listed('en')
  expect(cookies).toEqual(
    expect.arrayContaining([
      ...['session', 'device', 'passkey', 'consent'].map((name) => `cleanclip-${name}`),
      nameOf(renewalCookie),
      shownMessagesCookie,
      nameOf(styleCookie('creator_title', 'brand_timestamp', false)),
    ]),
  )
  expect(values).toEqual(expect.arrayContaining([recentName, recentOffName, themeKey]))
})

test.each(languages)('a visitor who reads %s finds the same lists there', (language) => {
  expect(listed(language)).toEqual(listed('en'))
})
