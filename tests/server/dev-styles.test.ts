// @module-tag module
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { freshStyles } from '#app/server/dev-styles.ts'

/** Vite with one style, whose text is compiled whether or not it's the one on the disk. */
async function startStyles() {
  const root = mkdtempSync(path.join(tmpdir(), 'cleanclip-styles-'))
  const file = path.join(root, 'site.css')
  mkdirSync(path.join(root, 'source'))
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [tailwindcss(), freshStyles],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  onTestFinished(() => vite.close())
  const { moduleGraph, pluginContainer } = vite.environments.client
  const utilities = path.resolve('node_modules/tailwindcss/utilities.css')
  const whole = (text: string) => `@import "${utilities}" source("source");\n${text}`
  return {
    save: (text: string) => writeFileSync(file, whole(text)),
    async compile(text: string): Promise<string> {
      await moduleGraph.ensureEntryFromUrl(file)
      return (await pluginContainer.transform(whole(text), file)).code
    },
  }
}

test('a mistake in a style is an error each time that the style is asked for', async () => {
  const { save, compile } = await startStyles()
  save('h1 { color: red }')
  await compile('h1 { color: red }')

  save('h1 { color: red')
  for (let times = 0; times < 3; times++) {
    await expect(compile('h1 { color: red')).rejects.toThrow('Missing closing }')
  }
  save('h1 { color: green }')
  expect(await compile('h1 { color: green }')).toContain('green')
})

test('a style that is saved while it is read is compiled again', async () => {
  const { save, compile } = await startStyles()
  save('h1 { color: green }')
  expect(await compile('h1 { color: red }')).toContain('red')
  expect(await compile('h1 { color: green }')).toContain('green')
})
