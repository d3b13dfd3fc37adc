// @module-tag process
import { expect, test } from 'vitest'
import { z } from 'zod'
import { posts } from '#tests/fakes/extraction-service.ts'
import { lookupOf, startApiWorld } from './api-world.ts'

const world = startApiWorld()

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
      if (name !== 'url' && schema.examples?.[0] !== undefined) query.set(name, schema.examples[0])
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
