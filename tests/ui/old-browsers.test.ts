// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The built style sheets: minifiers drop what they think no browser needs any more. */
const sheets = globSync('build/client/assets/*.css').map((file) => ({
  name: file,
  text: readFileSync(file, 'utf8'),
}))
const rules = sheets.flatMap(({ text }) => text.match(/[^{}]*\{[^{}]*\}/g) ?? [])
const rulesWith = (pattern: RegExp) => rules.filter((rule) => pattern.test(rule))

test('No built rule is in a cascade layer, and utilities win over components', () => {
  expect(sheets.length).toBeGreaterThanOrEqual(2)
  for (const { name, text } of sheets) expect(text.includes('@layer'), name).toBe(false)
  const utilities = rulesWith(/^[^{]*\.(mt-4|sr-only|grid)\{/)
  expect(utilities.length).toBeGreaterThanOrEqual(2)
  for (const rule of utilities) expect(rule).toContain(':not(#\\#).')
})

test('Every height in dvh has one in vh in front of it', () => {
  const found = rulesWith(/\ddvh/)
  expect(found.length).toBeGreaterThanOrEqual(4)
  for (const rule of found) {
    const [declaration = ''] = /[a-z-]+:[^;]*\ddvh[^;}]*/.exec(rule) ?? []
    const [plain = ''] = rule.split(declaration)
    expect(plain).toContain(`${declaration.replace('dvh', 'vh')};`)
  }
})

test('No media query needs a browser newer than 2021', () => {
  const queries = sheets.flatMap(({ text }) => text.match(/@media[^{]*/g) ?? [])
  expect(queries.some((query) => query.includes('(max-width:'))).toBe(true)
  expect(queries.filter((query) => /not \(|[<>]/.test(query))).toEqual([])
})

test('No built script has what Safari 16.0 cannot read', () => {
  const scripts = globSync('build/client/assets/*.js')
  expect(scripts.length).toBeGreaterThan(20)
  const unreadable = scripts.filter((file) =>
    /\(\?<[=!]|\bstatic\s*\{/.test(readFileSync(file, 'utf8')),
  )
  expect(unreadable).toEqual([])
})

test('The focus of a format’s choice is only hidden where its row shows it', () => {
  const [sheet = ''] = sheets.filter(({ name }) => name.includes('app-')).map(({ text }) => text)
  const hidden =
    /@supports selector\(:has\(a\)\)\{[^{}]*:focus-visible\{[^{}]*outline-style:none\}\}/
  expect(sheet).toMatch(hidden)
  expect(sheet.replace(hidden, '')).not.toMatch(/:focus-visible\{[^{}]*outline-style:none/)
})
