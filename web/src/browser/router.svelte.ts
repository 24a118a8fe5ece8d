/** A small router for `/`, `/t/CODE`, `/rules` and `/rules/EDITION`, below the prefix of the server. */
import { addressOf, pathIn } from './prefix'

export type Page =
  | { type: 'home'; edition: string | null }
  | { type: 'table'; code: string }
  | { type: 'rules'; edition: string | null; rule: string | null }
  | { type: 'not-found' }

/** The page that a path of this site names. */
export function pageOf(path: string | null, search = ''): Page {
  if (path === null) return { type: 'not-found' }
  if (path === '/') return { type: 'home', edition: new URLSearchParams(search).get('new') }
  const table = /^\/t\/([A-Za-z]{6,10})\/?$/.exec(path)
  if (table) return { type: 'table', code: table[1].toUpperCase() }
  const rules = /^\/rules(?:\/([a-z0-9._-]+))?\/?$/.exec(path)
  // The id of a rule has a dot in it, that of an edition has none.
  const named = rules?.[1] ?? null
  if (rules)
    return named?.includes('.')
      ? { type: 'rules', edition: null, rule: named }
      : { type: 'rules', edition: named, rule: null }
  return { type: 'not-found' }
}

/** The table code in pasted text: a code, or a link to a table. */
export function codeFrom(text: string): string | null {
  const found = /(?:^|\/t\/)([A-Za-z]{6,10})\/?$/.exec(text.trim().split(/[?#]/)[0])
  return found ? found[1].toUpperCase() : null
}

const here = () => pageOf(pathIn(location.pathname), location.search)

let page: Page = $state.raw(typeof location === 'undefined' ? { type: 'home', edition: null } : here())

export const router = {
  get page(): Page {
    return page
  },
}

/** Navigates to a path of this site. */
export function go(path: string, replace = false): void {
  const address = addressOf(path)
  if (address === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', address)
  page = here()
  if (!replace) scrollTo(0, 0)
}

/** Replaces the query of the address; the page stays. */
export function setQuery(query: URLSearchParams): void {
  const address = location.pathname + (query.size ? `?${query}` : '')
  if (address !== location.pathname + location.search) history.replaceState(null, '', address)
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => (page = here()))
  // Plain links inside the site need no page load.
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null
    const special = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || special || event.defaultPrevented || link.target || link.hasAttribute('download')) return
    const path = link.origin === location.origin ? pathIn(link.pathname) : null
    if (path === null || pageOf(path).type === 'not-found' || link.hash) return
    event.preventDefault()
    go(path + link.search)
  })
}
