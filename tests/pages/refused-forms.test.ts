// @module-tag process
import { describe, expect, test } from 'vitest'
import { fill } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { reportsOf, startDmcaWorld } from '#tests/dmca/dmca-world.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { posterPath } from '#tests/support/dmca.ts'
import { elementsOf, type HtmlElement, select } from '#tests/support/html.ts'

const world = startDmcaWorld()
const { act, file } = reportsOf(world)

/** The form of the link that a creator gets whose post is blocked. */
async function counterPath(): Promise<string> {
  const { id } = await file([fakePost('video', world.serial).url])
  await act(id, 'approve')
  return posterPath(world.olga, id)
}

async function open(path: string, init: RequestInit = {}): Promise<HtmlElement[]> {
  const answer = await fetch(world.app.origin + path, init)
  expect([path, answer.status]).toEqual([
    path,
    expect.toSatisfy((status) => (init.method === 'POST' ? status >= 400 : status === 200)),
  ])
  return elementsOf(await answer.text())
}

/** Sends a form that has nothing in it but `fields`. */
const refuse = (path: string, fields: Record<string, string> = {}) =>
  open(path, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(fields),
  })

const titleOf = (page: HtmlElement[]) => select(page, 'title')[0]?.text

describe.each(languages)('in %s', (language) => {
  const t = catalogue(language)
  const prefix = language === 'en' ? '' : `/${language}`

  test('a refused form’s title says so first', async () => {
    const paths = ['/contact/message', '/dmca/notice', '/newsletter', await counterPath()]
    for (const path of paths.map((path) => prefix + path)) {
      const before = titleOf(await open(path)) ?? ''
      expect(before).not.toBe('')
      const after = titleOf(await refuse(path))
      const said = fill(t.pages.refused, { title: before }).replaceAll(/\s/g, ' ')
      expect([path, after]).toEqual([path, said])
    }
  })

  test('all fields of a notice are required, but those that are marked optional', async () => {
    const word = t.dmca.form.optional.replaceAll(/[()]/g, '')
    for (const path of ['/dmca/notice', await counterPath()]) {
      const page = await refuse(prefix + path)
      const isRefused = (id: string) => select(page, 'div', { id: `${id}-problem` }).length > 0
      const fields = select(page, 'label').flatMap(({ attributes, text }) => {
        const { for: id } = attributes
        return id?.startsWith('notice-') ? { id, text } : []
      })
      expect(fields.length).toBeGreaterThan(5)
      for (const { id, text } of fields) {
        expect([id, text, isRefused(id)]).toEqual([id, text, !text.includes(word)])
      }
    }
  })
})

test('a refused sign-in’s title says so first', async () => {
  const before = titleOf(await open('/admin/login'))
  const after = titleOf(await refuse('/admin/login', { email: 'olga@site.example' }))
  expect(after).toBe(`Error: ${before}`)
})
