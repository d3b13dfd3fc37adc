// @module-tag module
import { expect, test } from 'vitest'
import { authorKey, typedCreator } from '#app/posts/author-key.ts'

test.each([
  ['@Some.Body', 'some.body'],
  [' some_body ', 'some_body'],
  ['https://www.tiktok.com/@Some.Body', 'some.body'],
  ['tiktok.com/@some.body/', 'some.body'],
  ['https://m.tiktok.com/@some.body/video/7345678900000000000?lang=en', 'some.body'],
  ['', null],
  ['@', null],
  ['some body', null],
  ['https://vm.tiktok.com/ZMabc/', null],
  ['https://films.example/@some.body', null],
  ['https://evil.example/tiktok.com/@some.body', null],
])('typing %j blocks %j', (typed, creator) => {
  expect(typedCreator(typed)).toBe(creator)
})

test('a handle that is cut within a character has the key that the database stores', () => {
  const keys = ['😀', '🤖'].map((last) => authorKey(`${'a'.repeat(199)}${last}`))
  expect(keys).toEqual(Array(2).fill(`${'a'.repeat(199)}\uFFFD`))
})
