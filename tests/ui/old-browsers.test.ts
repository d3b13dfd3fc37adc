// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'acorn'
import { expect, test } from 'vitest'
import { unfoldScript } from '#app/http/unfold-script.ts'
import { missingFrom } from './browser-support.ts'

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

test('Browsers without variables show fields in fixed colors', () => {
  const fixed = 'textarea,select,input{color:#12131a}'
  const own = 'input,select,textarea{color:var(--none,inherit)}'
  const withFields = sheets.filter(({ text }) => text.includes(own))
  expect(withFields.length).toBeGreaterThanOrEqual(1)
  for (const { text } of withFields) expect(text.split(own)[0]).toContain(fixed)
})

test('Any browser with scripts can read the one that completes its page where the app can’t start', () => {
  expect(() => parse(unfoldScript, { ecmaVersion: 5 })).not.toThrow()
  const run = (has: Partial<Record<'AbortSignal' | 'TextEncoderStream', object>>) => {
    const all = [{ textContent: '<a href="/batch/1">Reload</a>', outerHTML: '<noscript>' }]
    const document = { querySelectorAll: () => all }
    new Function('window', 'document', unfoldScript)(has, document)
    return all[0]?.outerHTML
  }
  const unfolded = '<a href="/batch/1">Reload</a>'
  expect(run({})).toBe(unfolded)
  expect(run({ AbortSignal: {}, TextEncoderStream: {} })).toBe(unfolded)
  expect(run({ AbortSignal: { timeout: 1 } })).toBe(unfolded)
  expect(run({ AbortSignal: { timeout: 1 }, TextEncoderStream: {} })).toBe('<noscript>')
})

test('No built script has what Safari 16.0 cannot read', () => {
  const scripts = globSync('build/client/assets/*.js')
  expect(scripts.length).toBeGreaterThan(20)
  const unreadable = scripts.filter((file) =>
    /\(\?<[=!]|\bstatic\s*\{/.test(readFileSync(file, 'utf8')),
  )
  expect(unreadable).toEqual([])
})

/** Pages that work from these on (docs/architecture.md), and those that run React. */
const plain = missingFrom({ chrome: 92, firefox: 91, safari: 15 })
const react = missingFrom({ chrome: 103, firefox: 113, safari: 16 })

/** What is asked for first, loaded only where it's there, or another object's. */
const askedFor = {
  browser: /^\.isValid\(\)$/,
  'photo-video-dialog':
    /^(?:Symbol\.(?:asyncD|d)ispose|(?:Video|Audio)\w+|Encoded\w+|OffscreenCanvas|\.(?:resize|dispose)\(\))/,
  'photo-video-row': /^VideoEncoder\b/,
  react: /^\.(?:use|startViewTransition)\(\)$/,
  '*': /^Intl\.Segmenter$/,
}

test('No built script calls what its oldest browsers lack', () => {
  const scripts = globSync('build/client/assets/*.js')
  const own = globSync('app/**/browser/*.ts').map((file) => path.basename(file, '.ts'))
  const isPlain = (file: string) => own.includes(nameOf(file))
  const nameOf = (file: string) => path.basename(file, '.js').replace(/-.{8}$/, '')
  expect(scripts.filter(isPlain).length).toBeGreaterThan(5)
  const missing = scripts.flatMap((file) =>
    (isPlain(file) ? plain : react)(readFileSync(file, 'utf8'))
      .filter((what) =>
        Object.entries(askedFor).every(
          ([name, known]) => !(name === '*' || name === nameOf(file)) || !known.test(what),
        ),
      )
      .map((what) => `${what} in ${path.basename(file)}`),
  )
  expect(missing).toEqual([])
})

test('The focus of a format’s choice is only hidden where its row shows it', () => {
  const [sheet = ''] = sheets.filter(({ name }) => name.includes('app-')).map(({ text }) => text)
  const hidden =
    /@supports selector\(:has\(a\)\)\{[^{}]*:focus-visible\{[^{}]*outline-style:none\}\}/
  expect(sheet).toMatch(hidden)
  expect(sheet.replace(hidden, '')).not.toMatch(/:focus-visible\{[^{}]*outline-style:none/)
})
