// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'

const toObject = ({ path, index, children = [] }: RouteConfigEntry): RouteObject => {
  const at = path === undefined ? {} : { path }
  return index === true ? { ...at, index } : { ...at, children: children.map(toObject) }
}

/** An address of the back office as code writes it, up to its query or hash. */
const address = /(['"`])(\/admin(?:\/(?:\$\{[^}]*\}|[^'"`?#\s])*)?)(?:[?#][^'"`]*)?\1/g

test('a notification, banner or button would lead operators to a page that isn’t there', () => {
  const known = routes.map(toObject)
  const links = globSync('app/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(address)].map(([, , path = '']) => ({ file, path })),
  )
  expect(links.length).toBeGreaterThan(100)
  const dead = links.filter(({ path }) => {
    const last = matchRoutes(known, path.replace(/\$\{[^}]*\}/g, '1'))?.at(-1)
    return last === undefined || last.route.path === '*'
  })
  expect(dead).toEqual([])
})
