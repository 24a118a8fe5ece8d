/** The path prefix of this server (`kolej serve --prefix`), which it writes into the page. */

/** Empty, or a path such as `/kolej`. */
export const PREFIX =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name=prefix]')?.content ?? '')

/** The address of a path of this server: what links, requests and sockets use. */
export function addressOf(path: string, prefix = PREFIX): string {
  return prefix + path
}

/** The path that an address has below the prefix; null outside of it. */
export function pathIn(address: string, prefix = PREFIX): string | null {
  if (address === prefix) return '/'
  return address.startsWith(`${prefix}/`) ? address.slice(prefix.length) : null
}
