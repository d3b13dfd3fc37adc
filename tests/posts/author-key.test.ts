// @module-tag module
import { expect, test } from 'vitest'
import { typedCreator } from '#app/posts/author-key.ts'

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
