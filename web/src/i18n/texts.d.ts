/** The texts of each language, from `kolej/locale`; `vite.config.ts` makes this module. */
declare module 'virtual:texts' {
  type Texts = Record<string, string>
  /** Every language, each loaded when it is wanted. */
  export const loaders: Record<string, () => Promise<Texts>>
}
