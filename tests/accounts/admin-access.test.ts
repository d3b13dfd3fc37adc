// @module-tag process
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser, createBrowser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { type RoutePage, routePages } from '#tests/support/route-manifest.ts'
import type { Sql } from '#tests/support/sql.ts'

const layout = 'admin/layout'

const all = routePages()
const guarded = all.filter(({ ids }) => ids.includes(layout))
const open = all.filter(({ path, ids }) => path.startsWith('/admin') && !ids.includes(layout))

/** An address that the page answers at. */
const addressOf = ({ path }: RoutePage) =>
  path.replace(/:\w+\??/g, 'no-such-thing').replace('*', 'nothing/here')

const people = ['anonymous', 'user', 'banned admin', 'inactive admin', 'admin'] as const
type Person = (typeof people)[number]
const outsiders = people.filter((person) => person !== 'admin')

let app: AppServer
let db: Sql
const ids = new Map<Person, string>()

beforeAll(async () => {
  app = await startApp()
  db = openDatabase(app)
  ids.set('user', await addUser(db, { email: 'user@site.example', role: 'user' }))
  ids.set('banned admin', await addUser(db, { email: 'banned@site.example', status: 'banned' }))
  ids.set(
    'inactive admin',
    await addUser(db, { email: 'inactive@site.example', status: 'inactive' }),
  )
  ids.set('admin', await addUser(db, { email: 'admin@site.example', name: 'The Operator' }))
})
afterAll(async () => {
  await db?.close()
  if (app !== undefined) await discardApp(app)
})

/** Each request has a session of its own: a refused one is ended. */
async function ask(person: Person, target: string, method: string): Promise<Response> {
  const id = ids.get(person)
  const headers: Record<string, string> =
    id === undefined ? {} : { Cookie: await plantSession(app, db, id) }
  const body = method === 'POST' ? new URLSearchParams() : undefined
  return createBrowser(app).send(target, { method, headers, ...(body && { body }) })
}

function dataPath(page: RoutePage): string {
  return `${addressOf(page)}.data`
}

describe('S16: who may open what in the back office', () => {
  test('only the sign-in pages are outside the guard', () => {
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/admin/connection',
      '/admin/forgot-password',
      '/admin/login',
      '/admin/logout',
      '/admin/passkey',
      '/admin/reset/:token',
      '/admin/setup/:token',
      '/admin/sign-in-again',
      '/admin/two-factor',
    ])
    expect(guarded.length).toBeGreaterThanOrEqual(3)
  })

  test('visitors and users who aren’t admins reach no page, data, file or form', async () => {
    for (const page of guarded) {
      for (const [person, target, method] of [
        ['anonymous', addressOf(page), 'GET'],
        ['anonymous', dataPath(page), 'GET'],
        ['user', addressOf(page), 'GET'],
        ['user', addressOf(page), 'POST'],
      ] as const) {
        const response = await ask(person, target, method)
        const name = `${person}: ${method} ${target}`
        expect([202, 302], name).toContain(response.status)
        expect(response.headers.get('cache-control'), name).toBe('no-store')
        const text = `${await response.text()}${response.headers.get('location') ?? ''}`
        expect(text, name).toContain('/admin/login')
      }
    }
  })

  // Everyone at every address, by each method.
  for (const page of guarded) {
    describe(page.path, { tags: 'whole' }, () => {
      for (const person of outsiders) {
        const login =
          person === 'user'
            ? '/admin/login?problem=not-admin'
            : person === 'anonymous'
              ? /^\/admin\/login(\?next=[^&]*)?$/
              : /^\/admin\/login(\?next=[^&]*)?([?&]ended=inactive)?$/

        test(`${person}: document, HEAD and POST lead to the sign-in page`, async () => {
          for (const method of ['GET', 'HEAD', 'POST']) {
            const response = await ask(person, addressOf(page), method)
            expect(response.status, method).toBe(302)
            expect(response.headers.get('location'), method).toMatch(login)
            expect(response.headers.get('cache-control'), method).toBe('no-store')
            expect(await response.text(), method).toBe('')
          }
        })

        test(`${person}: its data does too, whichever routes are asked for`, async () => {
          const targets = [
            dataPath(page),
            ...page.ids.map((id) => `${dataPath(page)}?_routes=${encodeURIComponent(id)}`),
            `${dataPath(page)}?_routes=${encodeURIComponent(page.ids.join(','))}`,
            `${dataPath(page)}?_routes=`,
          ]
          for (const target of targets) {
            for (const method of ['GET', 'POST']) {
              const response = await ask(person, target, method)
              const text = await response.text()
              const name = `${method} ${target}`
              expect([202, 302], name).toContain(response.status)
              expect(response.headers.get('cache-control'), name).toBe('no-store')
              expect(`${text}${response.headers.get('location') ?? ''}`, name).toContain(
                '/admin/login',
              )
              expect(text, name).not.toMatch(/The Operator|@site\.example|loaderData/)
            }
          }
        })
      }

      test('admin: is let in, and no response can be cached', async () => {
        for (const [target, method] of [
          [addressOf(page), 'GET'],
          [addressOf(page), 'HEAD'],
          [addressOf(page), 'POST'],
          [dataPath(page), 'GET'],
          ...page.ids.map((id) => [`${dataPath(page)}?_routes=${id}`, 'GET'] as const),
        ] as const) {
          const response = await ask('admin', target, method)
          const name = `${method} ${target}`
          expect(response.status, name).toBeLessThan(500)
          expect(response.headers.get('location') ?? '', name).not.toContain('/admin/login')
          expect(response.headers.get('cache-control'), name).toBe('no-store')
          if (method === 'HEAD') expect(await response.text(), name).toBe('')
        }
      })

      test('no one: PUT, DELETE, PATCH and OPTIONS', async () => {
        for (const person of people) {
          for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
            for (const target of [addressOf(page), dataPath(page)]) {
              expect((await ask(person, target, method)).status).toBe(405)
            }
          }
        }
      })
    })
  }

  test('other spellings of a URL are guarded too', async () => {
    const spellings = [
      '/ADMIN',
      '/Admin/Settings/Account',
      '/admin/',
      '/%61dmin',
      '/admin/settings/%61ccount',
      '/admin//settings/account',
      '/admin/./settings/account',
      '/admin/login/../settings/account',
      '/admin/settings/account/',
      '/admin/settings/account.data?_routes=routes%2Fadmin%2Fsettings%2Faccount%2Faccount&_routes=root',
      '/_root.data?_routes=routes/admin/settings/account/account',
      '/admin/login.data?_routes=routes/admin/settings/account/account',
    ]
    for (const target of spellings) {
      const response = await ask('anonymous', target, 'GET')
      const text = await response.text()
      expect(text, target).not.toMatch(/Where you are signed in|"sessions"|rules/)
    }
  })

  test('the sign-in pages aren’t cached either', async () => {
    for (const page of open) {
      for (const target of [addressOf(page), dataPath(page)]) {
        const response = await ask('anonymous', target, 'GET')
        expect(response.status, target).toBeLessThan(500)
        expect(response.headers.get('cache-control'), target).toBe('no-store')
      }
    }
  })

  test('only admins see that a page of the back office does not exist', async () => {
    const response = await ask('admin', '/admin/no/such/page', 'GET')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Page not found')
  })
})
