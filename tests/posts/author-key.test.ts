// @module-tag module
import { expect, test } from 'vitest'
import { authorKey, typedCreator } from '#app/posts/author-key.ts'

test.each([
  ['@Some.Body', 'some.body'],
  [' some_body ', 'some_body'],
  ['https://www.tiktok.com/@Some.Body', 'some.body'],
  ['tiktok.com/@some.body/', 'some.body'],
  // In full width, with what can't be seen, and from another alphabet.
  ['＠Some.Body', 'some.body'],
  ['@ｓｏｍｅ．ｂｏｄｙ', 'some.body'],
  ['\u2068@some.body\u2069\u200b', 'some.body'],
  ['@some\u00ad.body\ufe0f', 'some.body'],
  ['ｈｔｔｐｓ：／／www.tiktok.com/＠Some.Body', 'some.body'],
  ['https://www.tiktok.com/@some\u200b.body', 'some.body'],
  ['\u00a0@some.body\u3000', 'some.body'],
  ['@s\u043eme.body', null],
  ['“some.body”', null],
  ['\u200b', null],
  // Anyone can write another name into a post's link.
  ['https://m.tiktok.com/@some.body/video/7345678900000000000?lang=en', null],
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
  const keys = ['😀', '🤖'].map((last) => authorKey('tiktok', `${'a'.repeat(199)}${last}`))
  expect(keys).toEqual(Array(2).fill(`${'a'.repeat(199)}\uFFFD`))
})

test.each([
  ['x:Some_Body', 'x:some_body'],
  ['@x:some_body', 'x:some_body'],
  ['x：＠some_body', 'x:some_body'],
  ['X:some_body', 'x:some_body'],
  ['bluesky:b\u00fccher.example', 'bluesky:xn--bcher-kva.example'],
  ['https://x.com/Some_Body', 'x:some_body'],
  ['https://twitter.com/some_body/status/1790000000000000001?s=20', null],
  ['https://x.com/i/status/1790000000000000001', null],
  ['https://x.com/search?q=some_body', null],
  ['https://bsky.app/profile/some.body.example', 'bluesky:some.body.example'],
  ['https://bsky.app/profile/some.body.example/post/3kaaaaaaaaa2a', null],
  ['https://bsky.app/profile/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa', null],
  ['https://www.pinterest.com/some_body/', 'pinterest:some_body'],
  ['https://www.pinterest.de/pin/664281013778109217/', null],
  ['https://www.instagram.com/some.body/', 'instagram:some.body'],
  ['https://www.instagram.com/some.body/reel/DFQe23tOWKz/', null],
  ['https://www.instagram.com/reel/DFQe23tOWKz/', null],
  ['https://www.reddit.com/user/Some_Body/', 'reddit:some_body'],
  ['https://www.reddit.com/r/videos/comments/6rrwyj/a_clip/', null],
  ['https://www.facebook.com/profile.php?id=100000000000001', null],
])('typing %j blocks %j, on its own platform', (typed, creator) => {
  expect(typedCreator(typed)).toBe(creator)
})

test('a creator whom a source writes in full width has the key of a block', () => {
  expect(authorKey('tiktok', '＠Some．Body\u200b')).toBe('some.body')
})

test('a handle alone is of the platform that is chosen, and a link of its own', () => {
  expect(typedCreator('@some_body', 'x')).toBe('x:some_body')
  expect(typedCreator('https://www.tiktok.com/@some_body', 'x')).toBe('some_body')
})
