import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.KOLEJ_SERVER ?? 'http://127.0.0.1:8000'

/**
 * The module `virtual:texts`: a loader for each language, so that each becomes one file and a browser loads one. Every
 * folder of the catalogue is a language, and all its sections are put together.
 */
function texts(): Plugin {
  const MODULE = '\0virtual:texts'
  const catalogue = new URL('../src/kolej/locale/', import.meta.url)
  const sections = (language: string) => {
    const folder = new URL(`${language}/`, catalogue)
    return readdirSync(folder).map((name) => fileURLToPath(new URL(name, folder)))
  }
  const languages = readdirSync(catalogue, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]{2}$/.test(entry.name))
    .map(({ name }) => name)
  return {
    name: 'texts',
    resolveId: (id) => (id.startsWith('virtual:texts') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(MODULE)) return
      if (id === MODULE) {
        const loaders = languages.map((language) => `${language}: () => import('virtual:texts/${language}')`)
        return `export const loaders = { ${loaders.join(', ')} }`
      }
      const files = sections(id.slice(MODULE.length + 1))
      files.forEach((file) => this.addWatchFile(file))
      const whole = Object.assign(
        {},
        ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as object),
      ) as object
      return `export default ${JSON.stringify(whole)}`
    },
  }
}

export default defineConfig({
  plugins: [texts(), svelte()],
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  // The files of the page find each other by relative paths: the server may have a path prefix.
  base: './',
  build: {
    outDir: '../src/kolej/page',
    emptyOutDir: true,
    // Pictures stay files: the page's content policy allows no data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
