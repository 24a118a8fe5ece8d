// Apart from vite.config.ts, so that building the page needs no package that only tests use.
import { svelteTesting } from '@testing-library/svelte/vite'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import build from './vite.config.ts'

export default mergeConfig(
  build,
  defineConfig({
    plugins: [svelteTesting({ autoCleanup: false })],
    test: {
      include: ['src/**/*.test.ts'],
      environment: 'node',
      setupFiles: ['tests/english.ts'],
      // Tests see packages as a browser would; this one is only a stub there.
      alias: { ws: new URL('./node_modules/ws/wrapper.mjs', import.meta.url).pathname },
      restoreMocks: true,
    },
  }),
)
