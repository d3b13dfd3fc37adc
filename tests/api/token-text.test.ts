// @module-tag module
import { expect, test } from 'vitest'
import { isTokenText, newToken } from '#app/api/token-text.ts'

test('each token is new, and has a form by which a leak scanner knows it', () => {
  const tokens = Array.from({ length: 200 }, newToken)
  expect(new Set(tokens).size).toBe(200)
  for (const token of tokens) {
    expect(token).toMatch(/^cc_[0-9A-Za-z]{49}$/)
    expect(isTokenText(token)).toBe(true)
  }
})

test.each([
  [
    'one other character',
    (token: string) => token.replace(/.(?=.{9}$)/, (c) => (c === 'a' ? 'b' : 'a')),
  ],
  ['a character less', (token: string) => token.slice(0, -1)],
  ['a character more', (token: string) => `${token}0`],
  ['another prefix', (token: string) => `dd${token.slice(2)}`],
  ['a line end', (token: string) => `${token}\n`],
])('a token with %s isn’t looked for in the database', (_what, change) => {
  expect(isTokenText(change(newToken()))).toBe(false)
})
