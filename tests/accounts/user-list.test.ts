// @module-tag module
import '#tests/support/own-data-dir.ts'

import { beforeAll, describe, expect, test } from 'vitest'
import {
  countUsers,
  searchColumns,
  type User,
  userColumns,
  userOf,
} from '#app/accounts/user.server.ts'
import {
  eachUser,
  listUsers,
  parseUserQuery,
  type UserQuery,
  type UserSort,
} from '#app/accounts/user-list.server.ts'
import { foldText } from '#app/lists/fold-case.ts'
import { createStatusList } from '#app/lists/status-list.server.ts'
import { db } from '#db/engine.ts'
import type { UserStatus } from '#db/schema.ts'
import fc, { cases } from '#tests/support/cases.ts'

/** More than are simply read through, so that every way of finding is taken. */
const activeCount = 7_000
const firstNames = [
  'Anna',
  'Zoë',
  'Ömer',
  'ΣΊΣΥΦΟΣ',
  'Jürgen',
  'İpek',
  'Li',
  '李明',
  'Straßer',
  'q',
]
const lastNames = [
  'Müller',
  'Smith-Jones',
  "O'Neill",
  'Ωnasis',
  'van "der" Berg',
  '100%',
  'a_b',
  '😀',
]
const domains = ['gmail.com', 'gmail.com', 'gmail.com', 'web.de', 'example.org']

let users: User[] = []
/** What a search has to find them by. */
const folded = new Map<User, [name: string, email: string]>()

beforeAll(async () => {
  const statuses: UserStatus[] = [
    ...Array.from({ length: activeCount }, () => 'active' as const),
    ...Array.from({ length: 900 }, () => 'banned' as const),
    ...Array.from({ length: 60 }, () => 'inactive' as const),
  ]
  const rows = statuses.map((status, n) => {
    const name = `${firstNames[n % 10]} ${lastNames[(n * 7) % 8]}${n % 97 === 0 ? ' Rarely' : ''}`
    // One wave of alike accounts, all banned.
    const domain = status === 'banned' ? 'wave.example' : domains[(n * 3) % 5]
    const email = `person${n}@${domain}`
    return {
      id: `user-${n}`,
      name,
      email,
      ...searchColumns({ name, email }),
      role: n % 50 === 0 ? ('admin' as const) : ('user' as const),
      status,
      joined_at: 1_000_000 + Math.floor(n / 3),
      last_active_at: n % 4 === 0 ? 0 : 2_000_000 + ((n * 31) % 500),
      downloads: (n * 13) % 20,
    }
  })
  // In no order of status, so that neighbours differ.
  rows.sort((a, b) => (foldText(a.id) < foldText(b.id) ? -1 : 1))
  for (let start = 0; start < rows.length; start += 500) {
    await db
      .insertInto('users')
      .values(rows.slice(start, start + 500))
      .execute()
  }
  const stored = await db.selectFrom('users').select(userColumns).orderBy('seq').execute()
  users = stored.map(userOf)
  for (const user of users) folded.set(user, [foldText(user.name), foldText(user.email)])
})

const query = (changes: Partial<UserQuery> = {}): UserQuery => ({
  ...parseUserQuery(new URLSearchParams()),
  ...changes,
})

/** What the list has to show, found by reading everything. */
function expected({
  search,
  status,
  facets,
}: Pick<UserQuery, 'search' | 'status' | 'facets'>): User[] {
  const term = foldText(search).trim()
  return users.filter(
    (user) =>
      (facets?.role === undefined || user.role === facets.role) &&
      (status === 'all' || user.status === status) &&
      (term === '' || folded.get(user)?.some((text) => text.includes(term)) === true),
  )
}

/** All pages of a list, one after the other. */
async function pagesOf(base: UserQuery, most = Number.POSITIVE_INFINITY) {
  const pages = []
  let cursor: string | null = null
  do {
    const page = await listUsers({ ...base, cursor })
    pages.push(page)
    cursor = page.next
  } while (cursor !== null && pages.length < most)
  return pages
}

const source = {
  table: 'users',
  searched: 'users',
  statuses: ['active', 'banned', 'inactive'],
  sortColumns: { joined: 'joined_at' },
  usualSort: 'joined',
  pageSize: 25,
  facets: { role: ['admin', 'user'] },
} as const

const ids = (list: User[]) => list.map(({ id }) => id).sort()

describe('searching users', () => {
  const terms = [
    'anna',
    'ANNA',
    'ann',
    'an',
    'a',
    'q',
    'q ',
    'zoë',
    'ZOË',
    'ö',
    'ömer',
    'σίσυφος',
    'ΣΊΣ',
    'ipek',
    '李',
    '李明',
    'strasser',
    'SS',
    "o'n",
    "'",
    '"',
    '"der"',
    '100%',
    '%',
    '_',
    'a_b',
    '😀',
    'smith-jones',
    '@gmail.com',
    'GMAIL',
    'wave.example',
    'person1',
    'person1@',
    'person6999@',
    'rarely',
    'ly',
    'nothing like it',
    'zz',
    '*',
    'AND',
    'NEAR(a b)',
    ')',
    '\\',
    'r m',
    '\u0000',
    '-',
    'active',
  ]

  test('finds exactly the users with the text in their name or email, in any letter case', async () => {
    for (const search of terms) {
      for (const status of ['all', 'active', 'banned', 'inactive'] as const) {
        const wanted = expected({ search: search.replaceAll('\u0000', ' '), status })
        const base = query({ search, status, sort: 'name', direction: 'asc', pageSize: 100 })
        const pages = await pagesOf(base, 3)
        const found = pages.flatMap((page) => page.users)
        const name = `${JSON.stringify(search)} ${status}`
        const total = pages[0]?.total
        if (wanted.length <= 300) expect(ids(found), name).toEqual(ids(wanted))
        else expect(new Set(found.map(({ id }) => id)).size, name).toBe(300)
        if (total !== null) expect(total, name).toBe(wanted.length)
        const all = new Set(ids(wanted))
        for (const { id } of found) expect(all.has(id), `${name} shows ${id}`).toBe(true)
      }
    }
  })

  test('finds any part of any user’s name or email', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.boolean(),
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        async (pick, byName, start, length) => {
          const user = users[pick % users.length]
          if (user === undefined) return
          const characters = [...(byName ? user.name : user.email)]
          const from = start % characters.length
          const search = characters.slice(from, from + length).join('')
          const wanted = expected({ search, status: user.status })
          const page = await listUsers(query({ search, status: user.status, pageSize: 500 }))
          if (wanted.length <= 500) expect(ids(page.users)).toEqual(ids(wanted))
          else expect(page.users).toHaveLength(500)
        },
      ),
      { numRuns: cases(150) },
    )
  })

  test('a change of name, email or status is found at once', async () => {
    const change = async (name: string, email: string, status: UserStatus) =>
      db
        .updateTable('users')
        .set({ name, email, status, ...searchColumns({ name, email }) })
        .where('id', '=', 'user-5')
        .execute()
    const before = users.find(({ id }) => id === 'user-5')
    await change('Quetzalcoatl', 'feathered@serpent.example', 'inactive')
    const found = await listUsers(query({ search: 'TZALCO', status: 'inactive' }))
    expect(found.users.map(({ email }) => email)).toEqual(['feathered@serpent.example'])
    expect((await listUsers(query({ search: 'tzalco', status: 'active' }))).total).toBe(0)
    expect((await listUsers(query({ search: 'person5@' }))).total).toBe(0)
    await change(before?.name ?? '', before?.email ?? '', before?.status ?? 'active')
    expect((await listUsers(query({ search: 'tzalco' }))).total).toBe(0)
  })
})

describe('paging through users', () => {
  const keys: Record<UserSort, (user: User) => string | number> = {
    name: (user) => foldText(user.name),
    email: (user) => user.email,
    role: (user) => user.role,
    status: (user) => user.status,
    joined: (user) => user.joinedAt,
    lastActive: (user) => user.lastActiveAt ?? 0,
    downloads: (user) => user.downloads,
  }

  for (const sort of Object.keys(keys) as UserSort[]) {
    test(`by ${sort} shows everyone once, in order, there and back`, async () => {
      for (const direction of ['asc', 'desc'] as const) {
        for (const status of ['all', 'banned'] as const) {
          const pages = await pagesOf(query({ sort, direction, status, pageSize: 400 }))
          const shown = pages.flatMap((page) => page.users)
          expect(ids(shown)).toEqual(ids(expected({ search: '', status })))
          const values = shown.map(keys[sort])
          const sorted = [...values].sort((a, b) => {
            const order =
              typeof a === 'string' && typeof b === 'string'
                ? Buffer.compare(Buffer.from(a), Buffer.from(b))
                : Number(a) - Number(b)
            return direction === 'asc' ? order : -order
          })
          expect(values).toEqual(sorted)
          let first = 1
          for (const page of pages) {
            expect(page.first).toBe(first)
            expect(page.total).toBe(shown.length)
            first += page.users.length
          }
          expect(pages[0]?.previous).toBeNull()

          let back = pages.at(-1)
          for (let at = pages.length - 2; at >= 0; at -= 1) {
            const cursor: string | null = back?.previous ?? null
            back = await listUsers(query({ sort, direction, status, pageSize: 400, cursor }))
            expect(back.users).toEqual(pages[at]?.users)
            expect(back.first).toBe(pages[at]?.first)
            expect(back.next).not.toBeNull()
          }
          expect(back?.previous).toBeNull()
        }
      }
    })
  }

  test('a search keeps its order over its pages', async () => {
    for (const search of ['gmail', 'rarely', 'person1']) {
      const base = query({ search, sort: 'downloads', direction: 'desc', pageSize: 200 })
      const shown = (await pagesOf(base)).flatMap((page) => page.users)
      expect(ids(shown)).toEqual(ids(expected({ search, status: 'all' })))
      const values = shown.map(({ downloads }) => downloads)
      expect(values).toEqual([...values].sort((a, b) => b - a))
    }
  })

  test('the users of one role are in the same order, whether they are few or many', async () => {
    for (const role of ['admin', 'user']) {
      for (const [search, status] of [
        ['', 'all'],
        ['gmail', 'active'],
        ['rarely', 'banned'],
        ['a', 'all'],
      ] as const) {
        for (const direction of ['asc', 'desc'] as const) {
          const facets = { role }
          const base = query({ search, status, facets, sort: 'lastActive', direction })
          const pages = await pagesOf({ ...base, pageSize: 400 })
          const shown = pages.flatMap((page) => page.users)
          expect(ids(shown), `${role} ${search}`).toEqual(ids(expected({ search, status, facets })))
          const values = shown.map(({ lastActiveAt }) => lastActiveAt ?? 0)
          const sign = direction === 'asc' ? 1 : -1
          expect(values).toEqual([...values].sort((a, b) => sign * (a - b)))
          const back = await listUsers({
            ...base,
            pageSize: 400,
            cursor: pages[1]?.previous ?? null,
          })
          expect(back.users).toEqual(pages[0]?.users)
        }
      }
    }
  })

  test('a role that is rare among many is not looked for in the whole list', async () => {
    const few = createStatusList<UserStatus, 'joined'>(source, 500)
    const counts = await countUsers('admin')
    const asked = { ...few.parseQuery(new URLSearchParams('role=admin')), pageSize: 100 }
    const wanted = expected({ search: '', status: 'all', facets: { role: 'admin' } })
    expect(counts.all).toBe(wanted.length)
    const page = await few.page(asked, counts)
    expect(page.total).toBe(wanted.length)
    // The same in the order of the list, where the role is frequent.
    const many = createStatusList<UserStatus, 'joined'>(source, 0)
    expect((await many.page(asked, counts)).rows).toEqual(page.rows)
  })

  test('S33: the list answers whatever the URL contains', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          q: fc.string({ unit: 'binary', maxLength: 300 }),
          status: fc.oneof(fc.constantFrom('all', 'banned', '__proto__'), fc.string()),
          sort: fc.oneof(
            fc.constantFrom(...Object.keys(keys), 'constructor', 'id; drop table users'),
          ),
          direction: fc.oneof(fc.constantFrom('asc', 'desc'), fc.string()),
          cursor: fc.oneof(
            fc.string(),
            fc
              .tuple(
                fc.constantFrom('next', 'previous', 'x'),
                fc.integer(),
                fc.oneof(fc.string(), fc.double(), fc.constant(null)),
                fc.integer(),
              )
              .map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
          ),
        }),
        async (params) => {
          const page = await listUsers(parseUserQuery(new URLSearchParams(params)))
          expect(page.users.length).toBeLessThanOrEqual(25)
        },
      ),
      { numRuns: cases(200) },
    )
    expect((await countUsers()).all).toBe(users.length)
  })

  test('repeated parameters count once', () => {
    const parsed = parseUserQuery(new URLSearchParams('q=a&q=b&status=banned&status=active'))
    expect(parsed).toMatchObject({ search: 'a', status: 'banned' })
  })
})

test('an export has everyone who matches, and no one else', async () => {
  for (const filter of [
    { search: '', status: 'all' },
    { search: 'gmail', status: 'active' },
    { search: 'RARELY', status: 'banned' },
    { search: 'gmail', status: 'active', facets: { role: 'admin' } },
  ] as const) {
    const exported: User[] = []
    for await (const user of eachUser(filter)) exported.push(user)
    expect(exported).toEqual(expected(filter))
  }
})

test('the counts kept by the database are right after any change', async () => {
  const real = async () => {
    const rows = await db
      .selectFrom('users')
      .select(['status', (eb) => eb.fn.countAll<number>().as('n')])
      .groupBy('status')
      .execute()
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
  }
  await db
    .updateTable('users')
    .set({ status: 'banned' })
    .where('id', 'in', ['user-1', 'user-2'])
    .execute()
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', 'user-3').execute()
  await db.deleteFrom('users').where('id', '=', 'user-4').execute()
  const { all, ...counts } = await countUsers()
  expect(counts).toEqual(await real())
  expect(all).toBe(users.length - 1)
})
