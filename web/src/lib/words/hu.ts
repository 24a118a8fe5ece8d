/** All sections of the Hungarian catalogue, in one piece. */
const sections = import.meta.glob<Record<string, string>>('../../../../src/kolej/locale/hu/*.json', {
  eager: true,
  import: 'default',
})

export default Object.assign({}, ...Object.values(sections)) as Record<string, string>
