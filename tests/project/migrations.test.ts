// @module-tag module
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '#db/migrations/index.ts'

const files = globSync('db/migrations/[0-9]*.ts').sort()
const nameOf = (file: string) => path.basename(file, '.ts')

/** The first 16 hex digits of each file's SHA-256. A new migration adds its line once it has landed. */
const landed: Record<string, string> = {
  '0001-posts': 'f6638d1e0ffaa57b',
  '0002-accounts': '1923713fec198844',
  '0003-newsletter': '8795b7e363f4126b',
  '0004-moderation': '988f9428d043b5c8',
  '0005-dmca': '4c054aaf1e3a5a3f',
  '0006-backlinks': '39e8c1dad881238c',
  '0007-analytics': '27d03c1cc34384b5',
  '0008-list-orders': '3b3e8b3e0af39839',
  '0009-outbox-delivery': 'c802516ceedc7a56',
  '0010-analytics-days': '9e99dc223881afb4',
  '0011-demo-data': '969612d02e42d917',
  '0012-token-origin': '245083d64f3ba362',
  '0013-empty-days': '2f5fa8cdbdfc5b63',
  '0014-dmca-mail': 'b180c017371f813b',
  '0016-covers': '11f9f6a033a91d91',
  '0017-contact-messages': '80af8fdb2870fc28',
  '0018-extraction-session': '050bf08a823843de',
  '0019-source-health': 'd0adecbfe82c6941',
  '0020-source-canaries': '911d062ef22c084f',
  '0021-batches': 'a44fa223aa6c0f47',
  '0023-passkeys': 'd8c284379d2346a5',
  '0024-list-views': 'c117738cacb621f9',
  '0025-bulk-runs': 'dfa8dc880b5f8436',
  '0026-dmca-queue': 'd724f1168a3e104d',
  '0027-outreach-mail': '0aa213de4c30d431',
  '0028-analytics-inbox': '36bf5fa9027b499f',
  '0029-processes': '02517c28adc8c8b9',
}

test('a migration that has landed stays as it is: databases have run it already', () => {
  const now = Object.fromEntries(
    files.map((file) => [
      nameOf(file),
      createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16),
    ]),
  )
  expect(now).toEqual(landed)
})

test('the first migration of PostgreSQL stays as it is too', () => {
  const hash = createHash('sha256')
  for (const file of globSync('db/postgres/baseline/*.ts').sort()) hash.update(readFileSync(file))
  expect(hash.digest('hex').slice(0, 16)).toBe('72bcaf44d268dffa')
})

test('every file of db/migrations is registered under its own name, in order', () => {
  expect(Object.keys(migrations)).toEqual(files.map(nameOf))
})

test('no migration needs code that can change', () => {
  for (const file of files) {
    for (const [, source = ''] of readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)) {
      expect([file, source]).toEqual([file, expect.stringMatching(/^(kysely|node:)/)])
    }
  }
})
