// @module-tag module
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#db/postgres/open.ts'
import { shareSalts } from '#db/postgres/salts.ts'
import { endForFault } from '#db/unavailable.ts'
import { poolerBetween } from '#tests/support/pooler-between.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'

const secret = 'a secret that the processes of a test share'

let url: string
beforeAll(async () => {
  url = await makeDatabase()
})
afterAll(() => dropDatabase(url))

/** What an operator reads of a start that fails; the error itself if they would get its stack. */
async function textOf(url: string): Promise<unknown> {
  const error = await start(url).catch((caught: unknown) => caught)
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  try {
    endForFault(error)
  } catch (caught) {
    if (exit.mock.calls.length === 0) return caught
    return write.mock.calls.map(([text]) => text).join('')
  } finally {
    write.mockRestore()
    exit.mockRestore()
  }
}

async function start(url: string): Promise<void> {
  const { db } = await openDatabase(url, [secret])
  await shareSalts(db, () => {}).finally(() => db.destroy())
}

const said = {
  '08P01': 'server login has been failing, try again later',
  '08006': 'the connection failed',
  '0A000': 'this isn’t supported',
  '28000': 'role "anna" is not permitted to log in',
  '28P01': 'password authentication failed for user "anna"',
  '3D000': 'database "site" does not exist',
  '42501': 'permission denied for database',
  '53200': 'out of memory',
  '53300': 'too many connections for role "anna"',
  '55000': 'the database is not accepting connections',
  '57P01': 'terminating connection',
  '57P03': 'the database system is starting up',
  '57P05': 'idle for too long',
  '58000': 'a pooler’s own fault',
  XX000: 'Tenant or user not found',
}

/** One of each kind at the pool's first connection: a whole start comes before it. */
const later = ['08P01', '28P01', '42501', '53300', 'XX000']

test.each(
  Object.entries(said).flatMap(([code, message]) =>
    (later.includes(code) ? [1, 2] : [1]).map((number) => [code, number, message] as const),
  ),
)(
  'a start refused with %s at its connection %i would end in a stack',
  async (code, number, message) => {
    const pooler = await poolerBetween(url, {
      refuses: (_, at) => (at >= number ? { code, message } : undefined),
    })
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const reading = textOf(pooler)
    // The pool waits for a server that may be back at once.
    const hurry = setInterval(() => vi.advanceTimersByTime(1000), 20)
    onTestFinished(() => clearInterval(hurry))
    const text = await reading
    expect(text).toEqual(expect.stringContaining(message))
    expect(text).not.toMatch(/^\s+at /m)
  },
)

test.each([
  ['a table that its role may not read', 'revoke all on visitor_salts from current_user'],
  ['a table that a restore has left out', 'drop table visitor_salts'],
])('a start that meets %s would end in a stack', async (_, fault) => {
  const own = await makeDatabase()
  onTestFinished(() => dropDatabase(own))
  await onDatabase(own, fault)
  expect(await textOf(own)).toMatch(
    /^The database refuses (this server|what Cleanclip needs): .*visitor_salts/,
  )
})

test('a bug would be shown as a fault of the database, without its place', () => {
  const bug = new TypeError('a bug')
  expect(() => endForFault(bug)).toThrow(bug)
})

const refusals: [name: string, message: string, cure: RegExp][] = [
  [
    'that gives a connection for one statement',
    'transaction blocks not allowed in statement pooling mode',
    /pool_mode to transaction, or use the server’s direct address: at Neon.*Supabase port 5432/,
  ],
  [
    'that refuses a setting of the address',
    'unsupported startup parameter: options',
    /Remove it there and set it for the role, or use the server’s direct address/,
  ],
  ['that knows no such database', 'no such database: site', /cannot be used/],
  ['that knows another password', 'SASL authentication failed', /cannot be used/],
]

test.each(refusals)(
  'a start at a pooler %s would wait a minute, and then not say what to do',
  async (_, message, cure) => {
    const pooler = await poolerBetween(url, {
      refuses: () => ({ code: '08P01', message }),
    })
    const wait = openDatabase(pooler, [secret], 3_600_000).catch(({ message }) => message)
    expect(await wait).toMatch(cure)
    expect(await wait).toContain(message)
  },
)
