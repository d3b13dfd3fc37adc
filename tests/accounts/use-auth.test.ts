// @module-tag module
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AuthProvider, useAuth } from '#app/ui/admin/frame/auth.tsx'

function Name() {
  return createElement('b', null, useAuth().user.name)
}

test('useAuth returns the signed-in user below its provider, and throws elsewhere', () => {
  const value = { user: { id: '1', name: 'Ann', email: 'a@b.example' }, isAdmin: true } as const
  const page = createElement(AuthProvider, { value } as never, createElement(Name))
  expect(renderToString(page)).toBe('<b>Ann</b>')
  expect(() => renderToString(createElement(Name))).toThrow(
    'useAuth must be used within an AuthProvider',
  )
})
