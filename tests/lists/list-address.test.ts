// @module-tag module
import { expect, test } from 'vitest'
import { redirectTo } from '#app/lists/list-address.ts'

const list = { path: '/admin/users', query: { q: 'zoë', cursor: 'c1' } }

test('an empty page of a search that is not over leads on by itself', () => {
  const page = { onward: 'c2', unfinished: 'next' }
  expect(redirectTo(list, page, 0)).toBe('/admin/users?cursor=c2&q=zo%C3%AB')
})

test('a search that has led on often enough stops where the operator can see it', () => {
  expect(redirectTo(list, { onward: null, unfinished: 'next' }, 0)).toBeNull()
})

test('a later page whose rows have gone leads back to the start, a first one stays', () => {
  const page = { onward: null, unfinished: null }
  expect(redirectTo(list, page, 0)).toBe('/admin/users?q=zo%C3%AB')
  expect(redirectTo({ ...list, query: { q: 'zoë' } }, page, 0)).toBeNull()
  expect(redirectTo(list, page, 3)).toBeNull()
})
