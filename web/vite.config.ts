import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.KOLEJ_SERVER ?? 'http://127.0.0.1:8000'

/**
 * The module `virtual:texts`: a loader for each language. Every folder of the catalogue is a language, and all its
 * sections are put together into one file. A build writes them as JSON, of which a browser fetches one: texts are no
 * code, and JSON is parsed faster.
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
  const textsOf = (language: string) =>
    JSON.stringify(Object.assign({}, ...sections(language).map((file) => JSON.parse(readFileSync(file, 'utf8')))))
  let building = false
  return {
    name: 'texts',
    configResolved({ command }) {
      building = command === 'build'
    },
    resolveId: (id) => (id.startsWith('virtual:texts') ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(MODULE)) return
      if (id !== MODULE) {
        const language = id.slice(MODULE.length + 1)
        sections(language).forEach((file) => this.addWatchFile(file))
        return `export default ${textsOf(language)}`
      }
      const loaders = languages.map((language) => {
        if (!building) return `${language}: async () => (await import('virtual:texts/${language}')).default`
        const file = this.emitFile({ type: 'asset', name: `${language}.json`, source: textsOf(language) })
        return `${language}: () => fetched(import.meta.ROLLUP_FILE_URL_${file})`
      })
      return `
        async function fetched(address) {
          const answer = await fetch(address)
          if (!answer.ok) throw new Error(\`\${answer.status} for \${address}\`)
          return answer.json()
        }
        export const loaders = { ${loaders.join(', ')} }`
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
