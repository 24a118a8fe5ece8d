/** The page in a real browser, against a real server. `make test-browser` runs it. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: `${import.meta.dirname}/../../node_modules/.vite-browser`,
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    environment: 'node',
    globalSetup: ['setup.ts'],
    // A generous limit: nothing here measures time.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default'],
  },
})
