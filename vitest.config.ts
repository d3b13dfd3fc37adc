import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { circle, gateTag, leftOutWhole, wholeTag } from './tests/support/circles.ts'
import { limits } from './tests/support/limits.ts'
import { filesOnPostgres } from './tests/support/on-postgres.ts'
import { absence, findPostgres } from './tests/support/postgres-cluster.ts'

/** With `TEST_ENGINE=postgres` all files about stored data run, on PostgreSQL alone. */
const onPostgresAlone = process.env.TEST_ENGINE === 'postgres'
const hasPostgres = findPostgres() !== null
if (!hasPostgres && onPostgresAlone) throw new Error(absence)
if (!hasPostgres) process.stderr.write(`\nSKIPPED: all tests on PostgreSQL. ${absence}\n\n`)

const ofEveryFile = ['./tests/support/scratch-data-dir.ts', './tests/support/quiet-console.ts']
const components = {
  name: 'components',
  include: ['tests/**/*.test.tsx'],
  setupFiles: [...ofEveryFile, './tests/support/components.ts'],
}
const rooms = {
  name: 'rooms',
  globalSetup: './tests/support/fresh-build-if-needed.ts',
  setupFiles: ofEveryFile,
  include: ['tests/**/*.test.ts'],
  exclude: [
    'tests/{browsers,e2e}/**',
    'tests/**/*.postgres.test.ts',
    ...leftOutWhole('tests/**/*.test.ts'),
  ],
}
const postgres = {
  name: 'postgres',
  globalSetup: [
    './tests/support/fresh-build-if-needed.ts',
    './tests/support/postgres-if-needed.ts',
  ],
  setupFiles: [...ofEveryFile, './tests/support/walked-sql.ts'],
  env: { TEST_ENGINE: 'postgres' },
  ...filesOnPostgres(onPostgresAlone ? 'all' : circle),
}

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/errors-outside-tests.ts'],
    globalSetup: './tests/support/template-database.ts',
    // Some four hundred small files that most tests load, joined into three.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: ['kysely', 'kysely/helpers/postgres', 'kysely/migration', 'zod'],
        },
      },
    },
    // A file starts faster in a thread than in a process.
    pool: 'threads',
    maxWorkers: availableParallelism(),
    testTimeout: limits.test,
    hookTimeout: limits.hook,
    expect: { poll: { timeout: limits.poll } },
    // Written as `// @module-tag` at the top of a file: `vitest run --tags-filter=module` needs no build.
    tags: [
      { name: 'module', description: 'Imports what it tests' },
      { name: 'process', description: 'Starts the built app, or other processes' },
      { name: wholeTag, description: 'Runs in `npm run test:all` only, not in the gate' },
      { name: gateTag, description: 'A test of such a file that the gate takes in' },
    ],
    projects: [
      ...(onPostgresAlone ? [] : [components, rooms]),
      ...(hasPostgres ? [postgres] : []),
    ].map((test) => ({ extends: true as const, test })),
  },
})
