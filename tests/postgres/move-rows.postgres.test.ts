// @module-tag whole
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { moveToFile, moveToServer } from '#db/move/index.ts'
import { openDatabase } from '#db/sqlite/open.ts'
import fc from '#tests/support/cases.ts'
import { dropDatabase, makeDatabase } from '#tests/support/postgres.ts'

const secrets: [string] = ['s'.repeat(32)]
const silent = { phase: () => {}, rows: () => {} }

const most = Number.MAX_SAFE_INTEGER
/** Lone surrogates and astral characters too; not NUL, which PostgreSQL cannot hold. */
const texts = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', '\n', '\t', "'", 'NULL', ' ') }),
    fc.constantFrom('', '\ud800', 'a\udc00b', '🙂', '\ufffd', '\u{10ffff}', 'NULL', '\\N'),
  )
  .map((text) => text.replaceAll('\0', ''))
const integers = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, most, -most, 2 ** 31, 2 ** 32 + 1),
)
const doubles = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 0.1, 5e-324, Number.MAX_VALUE, Infinity, -Infinity, 1e21),
)
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null })

const posts = fc.uniqueArray(
  fc.record({
    post_id: texts,
    title: texts,
    name: orNull(texts),
    plays: orNull(integers),
    seconds: orNull(doubles),
    seen: integers,
    cover: orNull(fc.uint8Array({ minLength: 1 })),
  }),
  {
    selector: ({ post_id }) => Buffer.from(post_id).toString('hex'),
    minLength: 1,
    maxLength: 150,
    size: 'max',
  },
)

function contentOf(file: string): unknown[][] {
  const connection = new SQLite(file, { readonly: true })
  const content = ['posts', 'post_covers'].map((table) =>
    connection.prepare(`select * from ${table} order by 1`).raw().all(),
  )
  connection.close()
  return content
}

test('every row comes back as it was', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let round = 0
  await fc.assert(
    fc.asyncProperty(posts, async (rows) => {
      round += 1
      const file = path.join(folder, `${round}.db`)
      const back = path.join(folder, `${round}-back.db`)
      const url = await makeDatabase('empty')
      try {
        await (await openDatabase(file)).destroy()
        const connection = new SQLite(file)
        const post = connection.prepare(
          `insert into posts (post_id, link, title, search_text, kind, author_name, play_count,
            duration_seconds, first_seen_at, last_seen_at)
          values (?, '', ?, ?, 'video', ?, ?, ?, ?, 0)`,
        )
        const cover = connection.prepare(
          `insert into post_covers (post_seq, demo, tried_at, type, bytes) values (?, 0, 0, ?, ?)`,
        )
        for (const { post_id, title, name, plays, seconds, seen, cover: bytes } of rows) {
          const { lastInsertRowid } = post.run(post_id, title, title, name, plays, seconds, seen)
          cover.run(lastInsertRowid, bytes === null ? null : 'image/webp', bytes)
        }
        connection.close()
        const there = await moveToServer({ file, url, secrets, salts: new Map() }, silent)
        const home = await moveToFile({ url, file: back, secrets }, silent)
        expect([there.isSame, home.isSame]).toEqual([true, true])
        expect(contentOf(back)).toEqual(contentOf(file))
      } finally {
        await dropDatabase(url)
      }
    }),
    { numRuns: 4 },
  )
})

test('a file with another secret does not take a site over', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  const url = await makeDatabase('empty')
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await dropDatabase(url)
  })
  const file = path.join(folder, 'site.db')
  await (await openDatabase(file)).destroy()
  const salts = new Map([[20_000, Buffer.alloc(32, 7)]])
  await moveToServer({ file, url, secrets, salts }, silent)
  const back = path.join(folder, 'back.db')
  await expect(moveToFile({ url, file: back, secrets: ['t'.repeat(32)] }, silent)).rejects.toThrow(
    'isn’t the one that the servers used',
  )
  const home = await moveToFile({ url, file: back, secrets }, silent)
  expect(home.salts).toEqual(salts)
})
