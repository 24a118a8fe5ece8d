import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

const server = process.env.KOLEJ_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), svelteTesting({ autoCleanup: false })],
  server: {
    proxy: { '/api': { target: server, ws: true } },
    // The catalogue of words lies in the Python package, beside the page.
    fs: { allow: ['..'] },
  },
  build: {
    outDir: '../src/kolej/page',
    emptyOutDir: true,
    // Pictures stay files: the page's content policy allows no data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    // Tests see packages as a browser would; this one is only a stub there.
    alias: { ws: new URL('./node_modules/ws/wrapper.mjs', import.meta.url).pathname },
    restoreMocks: true,
  },
})
