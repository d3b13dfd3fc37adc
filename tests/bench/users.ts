import type { UserQuery } from '#app/accounts/user-list.server.ts'
import { createRandom } from '#db/seed/random.ts'
import { everyView } from './list-views.ts'
import { fillUp, printRows, rowsAtSizes } from './sizes.ts'
import { type Row, row } from './table.ts'

/** The list of users at growing sizes. */
export function userRows(sizes = [10_000, 100_000, 1_000_000]): Row[] {
  return rowsAtSizes(import.meta.url, 'users', sizes)
}

const firstParts = 'an be ca da el fe ga ha iv jo ka le ma ni ol pe qu ro sa to ul va wi xe ya zo'
const lastParts = 'son berg mann ski ez ini ov aki dottir well ström puri ides ğlu ton field chen'
const domains = ['gmail.com', 'gmail.com', 'gmail.com', 'outlook.com', 'yahoo.com', 'web.de']

async function measure(size: number): Promise<Row[]> {
  const { db } = await import('#db/client.ts')
  const { searchColumns } = await import('#app/accounts/user.server.ts')
  const { listUsers, parseUserQuery } = await import('#app/accounts/user-list.server.ts')
  const { below, pick } = createRandom(7)
  const [firsts, lasts] = [firstParts.split(' '), lastParts.split(' ')]
  const word = () => pick(firsts) + pick(firsts)
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

  const newUser = (n: number) => {
    const [first, last] = [word() + pick(['', 'a', 'o', 'na']), word() + pick(lasts)]
    // One wave of accounts from one domain, all banned: what a filter finds least of.
    const wave = n % 10 === 7
    // Alike ones that stand together at either end of every order.
    const end = { 3: 'far', 4: 'near' }[n % 10]
    const [low, high] = [end === 'near', end === 'far']
    const name =
      end === undefined
        ? `${capital(first)} ${capital(last)}`
        : `${high ? 'Zz' : 'Aa'} ${end} end ${n}`
    const email =
      end === undefined
        ? `${first}.${last}${n}@${wave ? 'wave.example' : pick(domains)}`
        : `${high ? 'zz' : 'aa'}.${n}@end.example`
    return {
      id: `bench-${n}`,
      name,
      email,
      ...searchColumns({ name, email }),
      role: below(1000) === 0 ? ('admin' as const) : ('user' as const),
      status: wave
        ? ('banned' as const)
        : below(20) === 0
          ? ('inactive' as const)
          : ('active' as const),
      joined_at: 1_700_000_000_000 + (high ? 3e9 : low ? -3e9 : 0) + n * 1000,
      last_active_at: low ? 0 : 1_700_000_000_000 + (high ? 1_000_000_000 : below(1_000_000_000)),
      downloads: low ? 0 : high ? 40 : below(40),
    }
  }
  await fillUp('users', size, (trx, numbers) =>
    trx.insertInto('users').values(numbers.map(newUser)).execute(),
  )

  async function timeOf(changes: Partial<UserQuery>): Promise<{ ms: number; next: string | null }> {
    const start = performance.now()
    const { next } = await listUsers({ ...parseUserQuery(new URLSearchParams()), ...changes })
    return { ms: performance.now() - start, next }
  }

  const views: [string, Partial<UserQuery>][] = [
    ['first page', {}],
    ['by name', { sort: 'name', direction: 'asc' }],
    ['banned, by downloads', { status: 'banned', sort: 'downloads' }],
    ['search for nothing there', { search: 'zzyzx' }],
    ['search for one address', { search: `${size >> 1}@` }],
    ['search for a surname', { search: 'kamaström' }],
    ['search for a common part, by name', { search: 'SON', sort: 'name' }],
    ['search for a domain', { search: '@gmail.com', sort: 'lastActive' }],
    ['search for a domain, none banned', { search: '@gmail.com', status: 'banned' }],
    ['search for a wave, none active', { search: 'wave.example', status: 'active' }],
    ['search for one letter, by email', { search: 'e', sort: 'email', direction: 'asc' }],
    ['search for two letters', { search: 'zo', sort: 'name', direction: 'asc' }],
    ['search for two rare letters', { search: '-q' }],
    ['admins', { facets: { role: 'admin' } }],
    ['admins, search for one letter', { facets: { role: 'admin' }, search: 'e', sort: 'name' }],
    ['users, by downloads', { facets: { role: 'user' }, sort: 'downloads' }],
    ['users, search for a domain', { facets: { role: 'user' }, search: '@gmail.com' }],
    ['a page of 100, by name', { sort: 'name', pageSize: 100 }],
    ['search for two letters, inactive', { search: 'ğl', status: 'inactive', sort: 'downloads' }],
  ]
  const count = size.toLocaleString('en')
  const rows: Row[] = []
  for (const [name, view] of views) {
    let [cursor, worst]: [string | null, number] = [null, 0]
    for (let page = 0; page < 5; page += 1) {
      // The best of three, since other programs of the machine only ever add time.
      const tries = [await timeOf({ ...view, cursor }), await timeOf({ ...view, cursor })]
      const last = await timeOf({ ...view, cursor })
      worst = Math.max(worst, Math.min(last.ms, ...tries.map(({ ms }) => ms)))
      cursor = last.next
    }
    rows.push(row(`${count} users: ${name}, slowest of 5 pages`, worst, 'ms'))
  }
  rows.push(
    ...(await everyView({
      what: `${count} users`,
      table: 'users',
      statuses: ['active', 'banned'],
      sortColumns: {
        name: 'name_key',
        email: 'email',
        role: 'role',
        status: 'status',
        joined: 'joined_at',
        lastActive: 'last_active_at',
        downloads: 'downloads',
      },
      searches: {
        'far end': 'search for what stands last',
        'near end': 'search for what stands first',
        '@gmail.com': 'search for a domain',
        'an na be ro': 'search for what none has, but its parts many',
      },
      read: listUsers,
    })),
  )
  await db.destroy()
  return rows
}

await printRows(import.meta.url, measure)
