// @module-tag process
import { expect, test } from 'vitest'
import { failureNames } from '#app/analytics/code-names.ts'
import { problemCode, requestProblems } from '#app/api/problem.server.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { bytesIn, sum } from '#tests/support/page-bytes.ts'
import { lookupOf, startApiWorld, tokensPage } from './api-world.ts'

const world = startApiWorld()

async function page(path = '/api') {
  const response = await fetch(world.app.origin + path)
  expect([path, response.status]).toEqual([path, 200])
  const html = await response.text()
  return { html, elements: elementsOf(html) }
}

const idsIn = (elements: ReturnType<typeof elementsOf>) =>
  elements.flatMap(({ attributes }) => attributes.id ?? [])

test.each(languages)(
  'a developer reads the reference in %s, with hardly any script',
  async (language) => {
    const path = localPath('/api', language, 'en')
    const { html, elements } = await page(path)
    const { title, onlyEnglish } = catalogue(language).reference
    expect(select(elements, 'h1').map(({ text }) => text)).toEqual([title])
    expect(html.includes(onlyEnglish)).toBe(language !== 'en')
    expect(html).not.toContain('entry.client')
    expect(sum(bytesIn(html, path, 'js'))).toBeLessThan(6_000)
  },
)

test('each type of problem leads to its own line', async () => {
  const ids = idsIn((await page()).elements)
  expect(ids.length).toBe(new Set(ids).size)
  const never = ['not sent whole', 'cut by operator']
  const causes = Object.keys(failureNames).filter((cause) => !never.includes(cause))
  const codes = [...Object.keys(requestProblems), ...causes.map(problemCode)]
  expect(codes.filter((code) => !ids.includes(code))).toEqual([])

  const token = await world.token()
  const headers = { Accept: 'application/json' }
  const answers = await Promise.all([
    world.ask('/lookups'),
    world.ask('/lookups', `${token}x`),
    world.ask('/nothing'),
    world.ask('/lookups', token),
    world.ask('/lookups?url=https://example.com', token),
    world.ask(lookupOf(posts.parsingFailed.url), token),
    world.ask(`${lookupOf(posts.video.url).replace('lookups', 'save')}&format=zip`, token, {
      headers,
    }),
  ])
  for (const answer of answers) {
    const { type } = await answer.json()
    const { origin, pathname, hash } = new URL(type)
    expect([origin, pathname]).toEqual([world.app.origin, '/api'])
    expect(ids).toContain(hash.slice(1))
  }
})

test('the examples work once their token and link are filled in', async () => {
  const token = await world.token()
  const { elements } = await page()
  const lines = select(elements, 'code').filter(({ text }) => text.startsWith('curl '))
  expect(lines).toHaveLength(5)
  for (const { text } of lines) {
    const address = new URL(/https?:\/\/\S+\/api\/v1\/\w+/.exec(text)?.[0] ?? '')
    const isPost = text.includes('--json')
    if (text.includes('--data-urlencode')) address.searchParams.set('url', posts.video.url)
    for (const [, name = '', value = ''] of text.matchAll(/ -d (\w+)=(\S+)/g)) {
      address.searchParams.set(name, value)
    }
    const answer = await fetch(address, {
      headers: {
        ...(text.includes('Bearer TOKEN') && { Authorization: `Bearer ${token}` }),
        ...(isPost && { 'Content-Type': 'application/json' }),
      },
      ...(isPost && { method: 'POST', body: JSON.stringify({ url: posts.video.url }) }),
    })
    expect([text, answer.status]).toEqual([text, 200])
    await answer.arrayBuffer()
  }
})

test('it says who can use the API, and search engines leave it out while that is no one', async () => {
  const robots = async () =>
    select((await page()).elements, 'meta', { name: 'robots' })[0]?.attributes.content
  expect((await page()).html).toContain('Every program needs a token')
  expect(await robots()).toBeUndefined()
  await world.set({ apiAccess: 'anyone' })
  expect((await page()).html).toContain('programs can also ask without a token')
  await world.set({ apiAccess: 'off' })
  expect((await page()).html).toContain('This site’s API is turned off.')
  expect(await robots()).toBe('noindex')
  const sitemap = await (await fetch(`${world.app.origin}/sitemap.xml`)).text()
  expect(sitemap).not.toContain('/api</loc>')
})

test('operators find it beside the setting and the tokens', async () => {
  for (const screen of ['/admin/settings/api', tokensPage]) {
    const links = select(elementsOf(await world.browser.html(screen)), 'a', { href: '/api' })
    expect([screen, links.length]).toEqual([screen, 1])
  }
})
