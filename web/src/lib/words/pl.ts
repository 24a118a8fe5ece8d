/** All sections of the Polish catalogue, in one piece. */
const sections = import.meta.glob<Record<string, string>>('../../../../src/kolej/locale/pl/*.json', {
  eager: true,
  import: 'default',
})

export default Object.assign({}, ...Object.values(sections)) as Record<string, string>
