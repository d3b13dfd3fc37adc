// @module-tag module
import { expect, test } from 'vitest'
import { gaps, numberedTitles } from '#tests/tools/hardening-titles.ts'

test('no promise about security or reliability is without a test', () => {
  expect(gaps(numberedTitles())).toEqual({ untested: [], unknown: [] })
})
