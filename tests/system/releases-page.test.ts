// @module-tag module
import { expect, test } from 'vitest'
import { type Repository, releasesPage } from '#app/system/releases-page.ts'

test.each<[Repository, string | null]>([
  [undefined, null],
  ['', null],
  ['owner/name', 'https://github.com/owner/name/releases'],
  ['github:owner/name', 'https://github.com/owner/name/releases'],
  [{ url: 'git+https://github.com/owner/name.git' }, 'https://github.com/owner/name/releases'],
  ['https://codeberg.org/owner/name/', 'https://codeberg.org/owner/name/releases'],
  ['https://gitlab.example/owner/name', 'https://gitlab.example/owner/name/-/releases'],
  [{ url: 'git@example.com:owner/name.git' }, null],
  ['javascript:alert(1)', null],
  ['https://example.com', null],
])('the releases of %j are at %j', (repository, page) => {
  expect(releasesPage(repository)).toBe(page)
})
