// Vignettes: small drawings for empty parts of a board. Each has a width and a height; `pale`, `tone`, `dark` and `accent` are
// fills, `line` is drawn with a thin pen, and `lamp` is seen at night only.

const path = (name, data) => `<path class="v-${name}" d="${data}"/>`
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
const box = (x, y, width, height) => `M${x} ${y}h${width}v${height}h${-width}Z`
const ripples = (x, y, width) =>
  `M${x} ${y}q${width / 8}-4 ${width / 4} 0t${width / 4} 0 ${width / 4} 0 ${width / 4} 0M${x + width * 0.2} ${y + 6}q${width / 8}-4 ${width / 4} 0t${width / 4} 0`
const columns = (from, count, step, y, width, height) =>
  Array.from({ length: count }, (_, n) => box(from + n * step, y, width, height)).join('')

export const VIGNETTES = {
  /** The compass rose, which rose.mjs draws: it has to know where north is. */
  rose: { size: [80, 80], art: [] },
  fuji: {
    size: [130, 84],
    art: [
      path('accent', disc(96, 24, 15)),
      path('tone', 'M0 78Q38 60 54 14H76Q92 60 130 78Z'),
      path('pale', 'M47 34Q51 24 54 14H76Q79 24 83 34L76 28 71 40 65 29 58 41 53 28Z'),
      path('line', 'M40 60q8-4 14-14M92 62q-8-6-12-16M66 50v14M0 78H130M20 83q14-5 28 0t28 0 28 0'),
    ],
  },
  torii: {
    size: [74, 70],
    art: [
      path(
        'accent',
        'M2 8Q37 15 72 8L70 16Q37 22 4 16ZM12 27H62V33H12ZM17 18h7l-3 46h-7ZM50 18h7l3 46h-7ZM34 19h6v8h-6Z',
      ),
      path('line', ripples(4, 64, 66)),
    ],
  },
  wave: {
    size: [120, 74],
    art: [
      path(
        'tone',
        'M0 72Q26 70 40 46 52 14 88 6 74 14 76 24 90 12 108 22 92 22 90 32 102 30 106 42 92 38 84 46 78 66 120 72Z',
      ),
      path(
        'pale',
        'M88 6Q74 14 76 24 90 12 108 22 92 22 90 32 102 30 106 42 90 36 82 44 76 34 66 40 74 24 62 22 72 10 88 6Z',
      ),
      path('line', 'M16 70Q42 64 52 42M36 70Q58 64 64 48M58 71Q72 66 76 54'),
    ],
  },
  ship: {
    size: [120, 66],
    art: [
      path('line', 'M62 14q4-10 16-8 10-6 20 0'),
      path('pale', `${box(34, 30, 56, 12)}${box(42, 20, 40, 10)}`),
      path('accent', `${box(56, 8, 9, 12)}${box(70, 10, 8, 10)}`),
      path('dark', 'M6 38 32 42H110L100 58H18Z'),
      path('line', `${columns(40, 6, 8, 33, 4, 4)}M14 50H106M26 42V22M26 26 42 40${ripples(4, 61, 112)}`),
    ],
  },
  sail: {
    size: [84, 88],
    art: [
      path('pale', 'M40 6Q16 30 12 62H40ZM44 12Q70 34 74 62H44Z'),
      path('dark', 'M6 66H78Q72 80 60 80H24Q12 80 6 66Z'),
      path('accent', 'M40 2h14l-5 5H40Z'),
      path('line', `M42 2V66M20 46H40M44 46H68M28 28H40M44 28H60${ripples(2, 83, 80)}`),
    ],
  },
  longship: {
    size: [126, 92],
    art: [
      path('pale', 'M30 12Q64 22 98 12 92 38 98 60 64 52 30 60 36 38 30 12Z'),
      path('accent', 'M43 15.5 52 17V54.5L43 56ZM60 18h9V54h-9ZM78 17 87 15.5V56L78 54.5Z'),
      path('dark', 'M4 40Q0 74 34 78H92Q126 74 122 40 112 62 64 64 14 62 4 40Z'),
      path('line', `M64 4V64M28 12H100M10 62Q64 78 116 62${ripples(8, 84, 110)}`),
      path('pale', [20, 36, 52, 68, 84, 100].map((x) => disc(x + 3, 66, 4.4)).join('')),
    ],
  },
  lighthouse: {
    size: [64, 104],
    art: [
      path('lamp', 'M32 22 0 8V36ZM32 22 64 8V36Z'),
      path('tone', 'M4 98Q14 84 32 84T60 98Z'),
      path('pale', 'M24 30H40L44 88H20Z'),
      path('accent', 'M23 44H41L41.8 55H22.2ZM21.6 66H42.4L43.2 77H20.8Z'),
      path('dark', `${box(22, 27, 20, 4)}M25 14h14l-7-8Z`),
      path('line', `${box(26, 14, 12, 13)}${ripples(0, 98, 64)}`),
    ],
  },
  windmill: {
    size: [76, 92],
    art: [
      path('pale', 'M26 40H50L56 88H20Z'),
      path('accent', 'M25 40Q38 24 51 40Z'),
      path('dark', `${box(34, 74, 9, 14)}${disc(38, 36, 3)}`),
      path('tone', 'M40 34 66 6 72 12 43 38ZM36 34 8 8 2 14 33 38ZM36 39 10 64 15 70 40 41ZM41 39 64 66 70 60 44 36Z'),
      path('line', 'M38 36 69 9M38 36 5 11M38 36 12 67M38 36 67 63M30 52h16M28 64h20M10 90H66'),
    ],
  },
  balloon: {
    size: [58, 86],
    art: [
      path('pale', 'M29 4C6 4 0 24 6 38 10 48 20 56 24 62H34C38 56 48 48 52 38 58 24 52 4 29 4Z'),
      path('accent', 'M29 4C20 4 16 24 19 40 21 50 25 58 27 62H31C33 58 37 50 39 40 42 24 38 4 29 4Z'),
      path('dark', 'M24 70H34L32.5 80H25.5Z'),
      path(
        'line',
        'M29 4C6 4 0 24 6 38 10 48 20 56 24 62H34C38 56 48 48 52 38 58 24 52 4 29 4ZM25 62 25 70M33 62 33 70',
      ),
    ],
  },
  whale: {
    size: [96, 62],
    art: [
      path('tone', 'M4 46Q8 22 40 24 66 26 76 40 84 34 82 22 88 28 92 22 94 34 88 44 80 56 60 56H16Q6 56 4 46Z'),
      path('pale', 'M6 48Q20 52 44 50 40 56 30 56H16Q8 56 6 48Z'),
      path('line', `M28 22V10M28 12Q22 4 16 10M28 12Q34 4 40 10M16 40h3M40 50q6 4 10 10${ripples(2, 58, 92)}`),
    ],
  },
  tower: {
    size: [56, 136],
    art: [
      path('tone', 'M25.5 46H30.5L34 130H22Z'),
      path('pale', disc(28, 42, 11)),
      path('accent', 'M27 6h2V31h-2ZM17.5 40h21v4h-21Z'),
      path('lamp', `${disc(28, 6, 2.5)}${disc(22, 42, 1.4)}${disc(28, 42, 1.4)}${disc(34, 42, 1.4)}`),
      path('line', `${disc(28, 42, 11)}M10 132H46M16 130q12-8 24 0M24 70h8M23 92h10M22.5 112h11`),
    ],
  },
  gate: {
    size: [112, 82],
    art: [
      path('accent', 'M44 20V12q4-6 8 0v8ZM56 20v-9q4-7 9 0v9ZM68 20l2-8 4 8ZM38 20l2-7 3 7Z'),
      path('pale', `M20 26V20H92V26ZM10 40V26H102V40ZM12 74V40H100V74Z`),
      path('dark', columns(23, 5, 14.5, 46, 9, 28)),
      path('tone', columns(14, 6, 14.6, 42, 7, 32)),
      path('line', 'M10 33H102M10 26H102M10 40H102M6 75H106M12 40V74M100 40V74'),
      path('lamp', columns(26, 5, 14.5, 52, 3, 3)),
    ],
  },
  skyline: {
    size: [150, 104],
    art: [
      path('tone', 'M2 98V62H16V50H28V98ZM92 98V40H104V34H112V40H122V98ZM126 98V66H148V98Z'),
      path('pale', 'M34 98V44H40V32H46V22L49 18V2L52 18 55 22V32H61V44H67V98ZM72 98V50Q80 44 80 20 82 44 90 50V98Z'),
      path(
        'line',
        'M34 98V44H40V32H46V22L49 18V2L52 18 55 22V32H61V44H67V98M72 98V50Q80 44 80 20 82 44 90 50V98M46 44V98M55 44V98M0 98H150M76 60h10M76 68h10M76 76h10',
      ),
      path(
        'lamp',
        `${columns(6, 3, 7, 66, 3, 3)}${columns(6, 3, 7, 76, 3, 3)}${columns(49, 1, 8, 50, 3, 3)}${columns(49, 1, 8, 60, 3, 3)}${columns(38, 4, 7, 72, 3, 3)}${columns(96, 3, 8, 48, 3, 3)}${columns(96, 3, 8, 58, 3, 3)}${columns(96, 3, 8, 72, 3, 3)}${columns(131, 2, 8, 74, 3, 3)}`,
      ),
    ],
  },
  bridge: {
    size: [150, 62],
    art: [
      path('tone', 'M30 12H42V58H30ZM108 12H120V58H108Z'),
      path('pale', 'M33 22h6v16h-6ZM111 22h6v16h-6Z'),
      path('dark', box(0, 40, 150, 3.5)),
      path(
        'line',
        `M0 38Q24 30 36 12 75 62 114 12 126 30 150 38M12 36V40M22 28V40M48 27V40M60 37V40M90 37V40M102 27V40M128 28V40M138 35V40${ripples(4, 57, 142)}`,
      ),
      path('lamp', [10, 24, 52, 75, 98, 126, 140].map((x) => disc(x, 38.5, 1.3)).join('')),
    ],
  },
  aurora: {
    size: [250, 120],
    art: [
      path('aurora', 'M4 96Q40 52 86 68 132 84 168 48 206 12 246 28L242 4Q206-6 164 22 126 50 88 40 38 30 8 62Z'),
      path(
        'aurora',
        'M20 112Q62 74 104 86 150 98 184 64 214 36 240 48L236 26Q210 14 178 42 146 68 106 60 58 52 24 84Z',
      ),
    ],
  },
}
