// A compass rose: thin rays and a ring, its long ray to the north.

const round = (value) => Math.round(value * 10) / 10

export function rose([x, y, radius], north) {
  const at = (degrees, part) => {
    const turn = ((degrees + north) * Math.PI) / 180
    return `${round(x + Math.sin(turn) * radius * part)} ${round(y - Math.cos(turn) * radius * part)}`
  }
  const ray = (degrees, long) => `M${at(degrees, long)}L${at(degrees + 45, 0.16)}L${at(0, 0)}z`
  const other = (degrees, long) => `M${at(degrees, long)}L${at(degrees - 45, 0.16)}L${at(0, 0)}z`
  const main = [0, 90, 180, 270]
  const long = (degrees) => (degrees === 0 ? 1.25 : 0.95)
  const between = [45, 135, 225, 315]
  return [
    '<g class="ground-rose">',
    `<circle class="ground-rose-ring" cx="${x}" cy="${y}" r="${round(radius * 0.62)}"/>`,
    `<circle class="ground-rose-ring" cx="${x}" cy="${y}" r="${round(radius * 0.68)}"/>`,
    `<path class="ground-rose-light" d="${between.map((each) => ray(each, 0.6) + other(each, 0.6)).join('')}${main.map((each) => ray(each, long(each))).join('')}"/>`,
    `<path class="ground-rose-dark" d="${main.map((each) => other(each, long(each))).join('')}"/>`,
    '</g>',
  ].join('\n')
}
