// @module-tag process
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
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

type Content = Record<string, { schema?: { $ref: string } }>
type Operation = {
  security: Record<string, string[]>[]
  parameters?: { name: string; required: boolean; schema: { examples?: string[] } }[]
  responses: Record<string, { content: Content }>
}
type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>
type Description = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

async function description(): Promise<Description> {
  const answer = await world.ask('/openapi.json')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('application/json')
  return answer.json()
}

/** Holds an answer against what the description says about it. */
async function expectDescribed(
  { paths, components }: Description,
  [method, path]: [method: string, path: string],
  response: Response,
): Promise<void> {
  const operation = paths[`/api/v1${path}`]?.[method]
  const { content = {} } =
    operation?.responses[response.status] ?? operation?.responses.default ?? {}
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const described = content[type] ?? content['*/*']
  expect([path, response.status, type, described]).not.toContain(undefined)
  const name = described?.schema?.$ref.split('/').at(-1)
  if (name === undefined) {
    await response.arrayBuffer()
    return
  }
  const schema = components.schemas[name] ?? {}
  const body = await response.json()
  expect(z.fromJSONSchema(schema).safeParse(body).error?.issues ?? []).toEqual([])
  // The description closes no object, and still leaves nothing out.
  expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(body)))
}

describe('the OpenAPI description', () => {
  test('real answers are as the description says', async () => {
    const token = await world.token()
    const described = await description()
    const known = encodeURIComponent(posts.video.url)
    const json = { Accept: 'application/json' }
    const body = JSON.stringify({ url: posts.slideshow.url })
    const asked: [method: string, path: string, query?: string, init?: RequestInit][] = [
      ['get', '/lookups', `?url=${known}`],
      ['get', '/lookups', '?url=https://example.com/'],
      ['get', '/lookups', `?url=${encodeURIComponent(posts.parsingFailed.url)}`],
      ['get', '/lookups', ''],
      ['post', '/lookups', '', { body, headers: { 'Content-Type': 'application/json' } }],
      ['post', '/lookups', '', { body: 'url=x' }],
      ['get', '/save', `?url=${known}`],
      ['get', '/save', `?url=${known}`, { headers: { Range: 'bytes=0-9' } }],
      ['get', '/save', `?url=${known}&format=zip`],
      ['get', '/save', `?url=${known}&format=exe`, { headers: json }],
      ['get', '/status'],
    ]
    for (const [method, path, query = '', init = {}] of asked) {
      const answer = await world.ask(path + query, token, { method: method.toUpperCase(), ...init })
      await expectDescribed(described, [method, path], answer)
    }
  })

  test('it lists the parameters that are taken, where the API is, and what needs a token', async () => {
    const token = await world.token()
    const { openapi, servers, paths } = await description()
    expect(openapi).toMatch(/^3\.1\./)
    expect(servers).toEqual([{ url: world.app.origin }])
    for (const [path, { get }] of Object.entries(paths)) {
      const query = new URLSearchParams({ url: posts.video.url })
      for (const { name, schema } of get?.parameters ?? []) {
        if (name !== 'url' && schema.examples?.[0] !== undefined)
          query.set(name, schema.examples[0])
      }
      const answer = await world.ask(`${path.slice('/api/v1'.length)}?${query}`, token)
      expect([path, answer.status]).toEqual([path, 200])
      await answer.arrayBuffer()
    }
    expect(paths['/api/v1/save']?.get?.parameters?.map(({ name }) => name)).toEqual([
      ...['url', 'format', 'start', 'end'],
    ])
    expect(paths['/api/v1/save']?.get?.security).toEqual([{ token: ['save'] }])
    expect(paths['/api/v1/status']?.get?.security).toEqual([])
    await world.set({ apiAccess: 'anyone' })
    const open = await description()
    expect(open.paths['/api/v1/lookups']?.post?.security).toEqual([{}, { token: ['lookup'] }])
  })

  test('status and description are read only, and there while the API and the site are off', async () => {
    for (const path of ['/status', '/openapi.json']) {
      const sent = await world.ask(path, null, { method: 'POST', body: '{}' })
      expect([path, sent.status, sent.headers.get('allow')]).toEqual([
        path,
        405,
        'GET, HEAD, OPTIONS',
      ])
      expect(await sent.json()).toMatchObject({ code: 'method' })
    }
    const state = async () => (await (await world.ask('/status')).json()).site
    expect(await state()).toBe('working')
    await world.set({ apiAccess: 'off', maintenanceMode: true })
    expect(await state()).toBe('maintenance')
    await description()
    const closed = await world.ask(lookupOf(posts.video.url))
    expect([closed.status, closed.headers.get('retry-after')]).toEqual([503, '300'])
  })
})
