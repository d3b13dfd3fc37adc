// @module-tag module
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routePages } from '#tests/support/route-manifest.ts'

test('every form of the back office keeps its page and what was typed when nothing answers', () => {
  const files = routePages()
    .filter(({ path }) => path.startsWith('/admin'))
    .map(({ file }) => ({ file, source: readFileSync(file, 'utf8') }))
    .filter(({ source }) => /^export (async function|function|const) action\b/m.test(source))
  expect(files.length).toBeGreaterThan(50)
  const others = files.filter(
    ({ source }) =>
      !source.includes("export { clientAction } from '#app/ui/admin/forms/client-action.ts'") &&
      !source.includes('return testInBrowser('),
  )
  expect(others.map(({ file }) => file)).toEqual([])
})
