// @module-tag process
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { elementsOf, select } from '#tests/support/html.ts'

/** Browsers that know neither styles nor scripts show whatever is in the HTML. */

let app: AppServer
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => discardApp(app))

const pages = ['/', '/de', '/contact', '/newsletter', '/dmca', '/backlink-builder', '/press-kit']

describe.each(pages)('%s', (page) => {
  test('has no control that only a script or a style puts right', async () => {
    const html = await (await fetch(app.origin + page)).text()
    const elements = elementsOf(html)
    const buttons = select(elements, 'button')
    expect(buttons.filter(({ attributes }) => 'hidden' in attributes)).toEqual([])
    expect(buttons.filter(({ attributes }) => attributes.type === 'button')).toEqual([])
    expect(html).not.toMatch(/field empty|Feld leer/)
    expect(select(elements, 'nav', { id: 'site-nav' })).toHaveLength(1)
    const [nav = ''] = /<nav id="site-nav"[\s\S]*?<\/nav>/.exec(html) ?? []
    for (const name of ['blog', 'help', 'contact', 'terms', 'privacy', 'dmca']) {
      expect([name, nav.match(new RegExp(`href="(/de)?/${name}"`, 'g'))]).toMatchObject([
        name,
        { length: 1 },
      ])
    }
  })
})

const hasLynx = spawnSync('lynx', ['-version']).status === 0

test.runIf(hasLynx)('lynx shows the menu once, and no button that does nothing', () => {
  const shown = spawnSync('lynx', ['-dump', '-nolist', app.origin], { encoding: 'utf8' }).stdout
  expect(shown).toContain('Download')
  expect(shown).not.toContain('Paste\n')
  expect(shown).not.toMatch(/\(BUTTON\)\s*Paste/)
  expect(shown.match(/Blog Help Contact Terms Privacy DMCA/g)).toHaveLength(1)
})
