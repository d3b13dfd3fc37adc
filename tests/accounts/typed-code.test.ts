// @module-tag module
import { expect, test } from 'vitest'
import { typedCode } from '#app/accounts/credentials/typed-code.ts'

test.each([
  '123 456',
  '123-456',
  '123‑456',
  '123\u2009456',
  '1. 123456',
  '⒈ 123456',
  '2) 123 456.',
  '“123456”',
  '1２３４56',
  '१२३४५६',
  '١٢٣٤٥٦',
  '𝟏𝟐𝟑𝟒𝟓𝟔',
  '\u202a123\u2066 456\ufeff',
  '1.2.3.4.5.6',
])('the app’s code is read as %j', (typed) => {
  expect(typedCode(typed)).toBe('123456')
})

test.each([
  'ABCD-EFGH-JKMN-2345',
  'abcd—efgh―jkmn﹣2345',
  'abcd⁃efgh⸺jkmn－2345',
  'abcd\u00adefgh\u200bjkmn\u20602345',
  '3. abcd-efgh-jkmn-2345',
  '10)\u00a0abcd efgh jkmn 2345',
  '• abcd-efgh-jkmn-2345,',
  '“abcd-efgh-jkmn-2345”',
  '<abcd_efgh_jkmn_2345>',
  '𝐚𝐛𝐜𝐝-𝚎𝚏𝚐𝚑-ⓙⓚⓜⓝ-2345',
  'abcd\tefgh\r\njkmn\u30002345',
])('a recovery code is read as %j', (typed) => {
  expect(typedCode(typed)).toBe('abcdefghjkmn2345')
})
