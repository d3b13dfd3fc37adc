import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Most of their time they wait for processes of their own.
    maxWorkers: 3,
    projects: [
      { test: { name: 'components', include: ['tests/components/**/*.test.tsx'] } },
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
