// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variationsOf } from '#tests/tools/font-coordinates.ts'

const fonts = globSync('app/fonts/*.woff2')

test.each(fonts)('Firefox would drop all weights of %s and show no bold text', (file) => {
  const coordinates: Record<string, number[]> = variationsOf(readFileSync(file))?.coordinates ?? {}
  for (const [table, found] of Object.entries(coordinates)) {
    const beyond = found.filter((value) => Math.abs(value) > 1)
    expect([table, found.length > 0, beyond]).toEqual([table, true, []])
  }
})

test('a weight that the style sheet offers would be missing from its font', () => {
  const css = readFileSync('app/app.css', 'utf8')
  const offered = [
    ...css.matchAll(
      /src: url\("\.\/fonts\/([\w-]+\.woff2)"\)[^}]*?font-weight: (\d+)(?: (\d+))?;/g,
    ),
  ]
  expect(offered.map(([, name]) => `app/fonts/${name}`).sort()).toEqual(fonts.toSorted())
  for (const [, name, from, to = from] of offered) {
    const weights = variationsOf(readFileSync(`app/fonts/${name}`))?.weights
    if (weights === undefined) continue
    expect(Number(from)).toBeGreaterThanOrEqual(weights[0] ?? 0)
    expect(Number(to)).toBeLessThanOrEqual(weights[1] ?? 0)
  }
})
