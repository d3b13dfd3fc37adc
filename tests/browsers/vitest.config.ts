import { defineConfig } from 'vitest/config'

/** Run by `npm run test:browsers`, once for each browser. */
export default defineConfig({
  test: {
    include: ['tests/browsers/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    fileParallelism: false,
  },
})
