/** Where the reader is: a tiny router for `/`, `/t/CODE` and `/rules/ID`. */

export type Place =
  | { page: 'home'; edition: string | null }
  | { page: 'table'; code: string }
  | { page: 'rule'; id: string }
  | { page: 'lost' }

/** The place that an address names. */
export function placeOf(path: string, search = ''): Place {
  if (path === '/') return { page: 'home', edition: new URLSearchParams(search).get('new') }
  const table = /^\/t\/([A-Za-z]{6})\/?$/.exec(path)
  if (table) return { page: 'table', code: table[1].toUpperCase() }
  const rule = /^\/rules\/([a-z0-9.-]+)\/?$/.exec(path)
  if (rule) return { page: 'rule', id: rule[1] }
  return { page: 'lost' }
}

/** The code in whatever somebody pasted: a code, or a link to a table. */
export function codeIn(text: string): string | null {
  const found = /(?:^|\/t\/)([A-Za-z]{6})\/?$/.exec(text.trim().split(/[?#]/)[0])
  return found ? found[1].toUpperCase() : null
}

const here = () => placeOf(location.pathname, location.search)

let place: Place = $state.raw(typeof location === 'undefined' ? { page: 'home', edition: null } : here())

export const route = {
  get place(): Place {
    return place
  },
}

/** Go to an address of this page. */
export function go(path: string, replace = false): void {
  if (path === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  place = here()
  if (!replace) scrollTo(0, 0)
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => (place = here()))
  // Plain links inside the page need no new page.
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null
    const special = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || special || event.defaultPrevented || link.target || link.hasAttribute('download')) return
    if (link.origin !== location.origin || placeOf(link.pathname).page === 'lost' || link.hash) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}
