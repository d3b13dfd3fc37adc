// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { htmlFaults } from '#tests/support/html-validate.ts'
import { publicKinds } from '#tests/support/kinds-of-pages.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'
import { falseAlarms } from '#tests/support/page-faults.ts'

let app: LiveApp
beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'error' })
})
afterAll(() => app?.close())

test('a page whose markup browsers or screen readers repair, each in its own way (html-validate)', async () => {
  const inEach = languages.map(publicKinds)
  const names = publicKinds('en').map((kind, at) => inEach[at % inEach.length]?.[at] ?? kind)
  const pages = await Promise.all(
    names.map(async (name) => ({ name, html: await (await fetch(app.origin + name)).text() })),
  )
  expect(htmlFaults(pages)).toEqual([])
})

test('a list of false alarms so long that it hides faults', () => {
  expect(falseAlarms.length).toBeLessThanOrEqual(10)
})
