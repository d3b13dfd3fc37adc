// @module-tag module
import { expect, test } from 'vitest'
import { formatBytes, formatDuration } from '#app/i18n/format.ts'
import { languages } from '#app/i18n/languages.ts'

test.each([
  [0, 'en', '0 bytes'],
  [1, 'en', '1 byte'],
  [999, 'en', '999 bytes'],
  [1000, 'en', '1 kB'],
  [999_499, 'en', '999 kB'],
  [999_500, 'en', '1 MB'],
  [999_500_000, 'de', '1 GB'],
  [1_240_000, 'en', '1.2 MB'],
  [1_240_000, 'de', '1,2 MB'],
  [1_240_000, 'es', '1.2 MB'],
  [12_400_000, 'de', '12 MB'],
  [5_000_000_000_000, 'en', '5,000 GB'],
])('%s bytes are written in %s as %s', (bytes, language, text) => {
  expect(formatBytes(bytes, language).replaceAll(/\s/gu, ' ')).toBe(text)
})

test.each(languages.filter((language) => language !== 'en'))(
  'a size in %s is never broken between its number and its unit',
  (language) => {
    for (const bytes of [0, 1, 999, 2e3, 2e6, 2e9, 5e12]) {
      expect(formatBytes(bytes, language)).not.toContain(' ')
    }
  },
)

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [3601, '60:01'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
