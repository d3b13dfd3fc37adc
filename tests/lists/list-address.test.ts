// @module-tag module
import { expect, test } from 'vitest'
import { instead } from '#app/lists/list-address.ts'

const list = { path: '/admin/users', query: { q: 'zoë', cursor: 'c1' } }

test('a later page whose rows have gone leads back to the start, a first one stays', () => {
  expect(instead(list, 0)).toBe('/admin/users?q=zo%C3%AB')
  expect(instead({ ...list, query: { q: 'zoë' } }, 0)).toBeNull()
  expect(instead(list, 3)).toBeNull()
})
