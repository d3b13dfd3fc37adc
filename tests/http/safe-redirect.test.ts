// @module-tag module
import { describe, expect, test } from 'vitest'
import { safeAdminRedirect, safeRedirect } from '#app/http/safe-redirect.ts'
import fc, { cases } from '#tests/support/cases.ts'

const origin = 'https://site.example'

describe('S30: where a sign-in leads', () => {
  test('leads back to the page that was asked for', () => {
    for (const target of [
      '/admin',
      '/admin/users?q=a&page=2',
      '/admin/users/abc-1_2',
      '/admin/é',
    ]) {
      expect(new URL(safeRedirect(target, '/no'), origin).href).toBe(new URL(target, origin).href)
    }
    expect(safeAdminRedirect('/admin/users?status=banned')).toBe('/admin/users?status=banned')
  })

  test('never leaves the site', () => {
    const hostile = [
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\/evil.example',
      '/%2fevil.example',
      '/%5Cevil.example',
      '/%252fevil.example',
      '/./\\evil.example',
      '/.//evil.example',
      '/admin/..//evil.example',
      '/%09/evil.example',
      '/\t/evil.example',
      '/\n//evil.example',
      'https://evil.example',
      'https:evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'evil.example',
      ' /admin',
      '',
      '/admin\r\nSet-Cookie: a=b',
      `/${'a'.repeat(5000)}`,
      null,
      undefined,
      7,
      ['/admin'],
    ]
    for (const target of hostile)
      expect(safeRedirect(target, '/safe'), String(target)).toBe('/safe')
  })

  test('keeps sign-ins inside the back office', () => {
    for (const target of ['/', '/save/1/mp4', '/administrator', '/es/admin', '/admin/../save']) {
      expect(safeAdminRedirect(target), target).toBe('/admin')
    }
  })

  test('returns a same-site URL that every browser reads the same way, for any text', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '.',
      '..',
      '//',
      ':',
      '@',
      '?',
      '#',
      'admin',
      'evil.example',
      'https:',
      '\t',
      '\n',
      '\u0000',
      '%0d',
      '%',
      'a b',
      '\u2028',
      '／',
      '。',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(texts, (target) => {
        const result = safeRedirect(target, '/safe')
        expect(result).toMatch(/^\/(?![/\\])/)
        expect(result).not.toMatch(/[\\\p{Cc}]/u)
        const url = new URL(result, origin)
        expect(url.origin).toBe(origin)
        expect(url.pathname).not.toMatch(/\/\/|%2f|%5c/i)
        expect(url.pathname + url.search).toBe(result)
        expect(safeRedirect(result, '/other')).toBe(result)
      }),
      { numRuns: cases(3000) },
    )
  })
})
