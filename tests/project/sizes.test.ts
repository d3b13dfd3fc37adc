// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const mostFileLines = 300
const mostFunctionLines = 100
const mostColumns = 100

/** Databases have run them already, so they stay as they are. */
const landedMigration = /^db\/migrations\/(?:\d|baseline)/

/** Files that may be longer: lists of data, read a line at a time. */
const data =
  /^app\/(?:i18n\/(?:documents\/)?[a-z]{2}|audit\/audit-actions|pages\/resources\/resources)\.ts$/

const oneState = 'A factory of short functions that share their state'
const oneScreen = 'Mostly markup, and every byte of it counts on the home page'

/** Files with a function that may be longer, and why. */
const longer: Readonly<Record<string, string>> = {
  'app/download/engine/engine.server.ts': oneState,
  'app/download/engine/running-job.server.ts': oneState,
  'app/download/engine/source-bytes.server.ts': oneState,
  'app/download/media/media.server.ts': oneState,
  'app/download/ui/downloader.tsx': oneScreen,
  'app/download/ui/later/part-preview.tsx': oneScreen,
  'app/download/ui/later/part-section.tsx': oneScreen,
  'app/download/ui/later/result-card.tsx': oneScreen,
  'app/moderation/admin/sheet/post-sheet.tsx': oneScreen,
}

const files = globSync('{app,db,lint}/**/*.{ts,tsx,js}').map((file) => ({
  file,
  code: readFileSync(file, 'utf8'),
}))

test('a file can be read in one go: it has at most 300 lines, unless it is data', () => {
  const long = files
    .filter(({ file, code }) => linesOf(code) > mostFileLines && !data.test(file))
    .map(({ file, code }) => `${file} has ${linesOf(code)} lines`)
  expect(long).toEqual([])
})

test('a comment can be read without scrolling sideways: its lines have at most 100 characters', () => {
  const long = files
    .filter(({ file }) => !landedMigration.test(file))
    .flatMap(({ file, code }) =>
      code
        .split('\n')
        .filter((line) => line.length > mostColumns && /^\s*(?:\{?\/\*|\*|\/\/)/.test(line))
        // A linter's directive is one line.
        .filter((line) => !line.includes('biome-ignore'))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(long).toEqual([])
})

test('a function can be read in one go: it has at most 100 lines, or a reason', () => {
  const long = files.flatMap(({ file, code }) =>
    functionsIn(parseSync(file, code).program)
      .map(({ start, end }) => ({ start, lines: linesOf(code.slice(start, end)) }))
      .filter(({ lines }) => lines > mostFunctionLines)
      .map(({ start, lines }) => ({
        file,
        at: `${linesOf(code.slice(0, start))}: ${lines} lines`,
      })),
  )
  const bare = long.filter(({ file }) => !Object.hasOwn(longer, file))
  expect(bare.map(({ file, at }) => `${file}:${at}`)).toEqual([])
  const found = new Set(long.map(({ file }) => file))
  expect(Object.keys(longer).filter((file) => !found.has(file))).toEqual([])
})

function linesOf(code: string): number {
  return code.trimEnd().split('\n').length
}

function functionsIn(node: unknown): { start: number; end: number }[] {
  if (Array.isArray(node)) return node.flatMap(functionsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, start, end } = node as { type?: string; start: number; end: number }
  const isFunction = /^(?:Function|ArrowFunction)(?:Declaration|Expression)$/.test(type ?? '')
  return [...(isFunction ? [{ start, end }] : []), ...Object.values(node).flatMap(functionsIn)]
}
