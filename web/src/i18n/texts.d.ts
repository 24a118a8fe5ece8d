/** The texts of each language, from `kolej/locale`; `vite.config.ts` makes this module. */
declare module 'virtual:texts' {
  type Texts = Record<string, string>
  /** Part of the page itself. */
  export const english: Texts
  /** The other languages, each loaded when it is wanted. */
  export const loaders: Record<string, () => Promise<{ default: Texts }>>
}
