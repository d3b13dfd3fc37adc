// @module-tag module
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { baselineName, migrations } from '#db/migrations/index.ts'

const baseline = globSync('db/migrations/baseline/*.ts').sort()
const files = globSync('db/migrations/[0-9]*.ts').sort()
const nameOf = (file: string) => path.basename(file, '.ts')

/** The first 16 hex digits of each file's SHA-256. A new migration adds its line once it has landed. */
const landed: Record<string, string> = {
  '0030-passed-on': '6287f73c820b92d9',
  '0032-backlink-imports': '863b7c05bccaadcd',
  '0033-source-pauses': '5fb4a3cb91c3756e',
  '0034-fair-shares': '4528a91102c9d54d',
  '0036-save-progress': '3eb3a7812512e035',
  '0037-batch-saves': '6906dcaacc440a00',
  '0039-jobs': '2c79e9b8bffc992c',
  '0040-recurring-jobs': '9cddfccc93a2cc15',
  '0041-link-checks': '41f9b327d1b5bb1b',
  '0042-batch-jobs': 'a5a32403332fe23b',
  '0043-counting-jobs': '582720e8bf0eb106',
  '0044-audit-sentences': 'c70a1e41d04e7cef',
  '0045-audit-without-contacts': '7947f3dd3f751f3a',
  '0046-bulk-changes': '6ad9f2c013c704f5',
  '0047-without-lease': '4ed2f24f2b4c3fc8',
  '0049-more-formats': '700b470e20ee4a02',
  '0050-platforms': '0789ac5151a6284b',
  '0051-posts-of-platforms': '7f2debceb2c899b8',
  '0052-events-by-platform': 'e5b41afe159b4e06',
  '0054-webhooks': '9cd2a32e141049ef',
  '0055-platform-status': 'd6121d38361c0f56',
  '0056-api-tokens': '3c832c4b894d2175',
  '0057-mail-faults': 'dda4732194ad573b',
  '0058-refold-searches': '77845457233f9207',
  '0059-campaigns': '65317adf8109c4d8',
  '0060-partial-saves': '598fb7a58cf85f06',
  '0061-refold-accents': '284880c0fd0daaba',
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

test('the baseline stays as it is too: what follows builds on it', () => {
  const hash = createHash('sha256')
  for (const file of baseline) hash.update(readFileSync(file))
  expect(hash.digest('hex').slice(0, 16)).toBe('bedf3b2cde7d5fbd')
})

test('every file of db/migrations is registered under its own name, in order', () => {
  expect(Object.keys(migrations)).toEqual([baselineName, ...files.map(nameOf)])
})

test('no migration needs code that can change', () => {
  for (const file of [...files, ...baseline]) {
    for (const [, source = ''] of readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)) {
      expect([file, source]).toEqual([file, expect.stringMatching(/^(kysely|node:|\.\/\w+\.ts$)/)])
    }
  }
})
