import { defineConfig } from 'vitest/config'
import { hangLimitMs } from './tests/support/hang-limit.ts'
import { filesOnPostgres } from './tests/support/on-postgres.ts'
import { absence, findPostgres } from './tests/support/postgres-cluster.ts'

/** With `TEST_ENGINE=postgres` all files about stored data run, on PostgreSQL alone. */
const onPostgresAlone = process.env.TEST_ENGINE === 'postgres'
const hasPostgres = findPostgres() !== null
if (!hasPostgres && (process.env.CI || onPostgresAlone)) throw new Error(absence)
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
  exclude: ['tests/{browsers,e2e}/**', 'tests/**/*.postgres.test.ts'],
}
const postgres = {
  name: 'postgres',
  globalSetup: [
    './tests/support/fresh-build-if-needed.ts',
    './tests/support/postgres-if-needed.ts',
  ],
  setupFiles: ofEveryFile,
  env: { TEST_ENGINE: 'postgres' },
  ...filesOnPostgres(onPostgresAlone),
}

export default defineConfig({
  test: {
    globalSetup: './tests/support/no-data-left.ts',
    // Most of their time they wait for processes of their own.
    maxWorkers: 3,
    // Limits end what hangs: a busy machine takes several times as long as a quiet one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: hangLimitMs } },
    // Written as `// @module-tag` at the top of a file: `vitest run --tags-filter=module` needs no build.
    tags: [
      { name: 'module', description: 'Imports what it tests' },
      { name: 'process', description: 'Starts the built app, or other processes' },
    ],
    projects: [
      ...(onPostgresAlone ? [] : [components, rooms]),
      ...(hasPostgres ? [postgres] : []),
    ].map((test) => ({ extends: true as const, test })),
  },
})
