import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Most of their time they wait for processes of their own.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Vitest's own second is as long as events wait until they are counted.
    expect: { poll: { timeout: 5_000 } },
    // Written as `// @module-tag` at the top of a file: `vitest run --tags-filter=module` needs no build.
    tags: [
      { name: 'module', description: 'Imports what it tests' },
      { name: 'process', description: 'Starts the built app, or other processes' },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'components',
          include: ['tests/**/*.test.tsx'],
          setupFiles: './tests/support/components.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'rooms',
          globalSetup: './tests/support/fresh-build-if-needed.ts',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/{browsers,e2e}/**'],
        },
      },
    ],
  },
})
