/**
 * A vehicle for each card, 80 units wide, standing on y = 42: rail stock, or what drives through the streets of a town.
 *
 * Which fleet a table uses follows from the pieces of its edition, and the vehicle of a wild from the name of its wilds.
 */

export interface Vehicle {
  /** In the colour of the card. */
  body: string
  /** Frame, roof and wheels. */
  dark: string
  glass: string
  /** Thin lines on the body. */
  trim: string
  /** In place of the colour of the card. */
  paint?: string
}

const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`
const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
const wheels = (r: number, ...at: number[]) => at.map((x) => disc(x, 42 - r, r)).join('')
const panes = (from: number, count: number, step: number, y: number, width: number, height: number) =>
  Array.from({ length: count }, (_, n) => box(from + n * step, y, width, height)).join('')
/** The bogies of a wagon, with its frame and buffers. */
const BOGIES = `${wheels(4.2, 15, 24.5, 55.5, 65)}${box(4, 33, 72, 3)}M1 32h4v5H1ZM75 32h4v5h-4Z`
const AXLES = `${wheels(5, 18, 62)}${box(4, 32.5, 72, 3)}M1 31.5h4v5H1ZM75 31.5h4v5h-4Z`
const RAILS = 'M7 33V13q0-3 3-3h60q3 0 3 3v20Z'

const coach: Vehicle = {
  body: 'M5 33V15q0-4 4-4h62q4 0 4 4v18Z',
  dark: `${BOGIES}M7 11q2-4 8-4h50q6 0 8 4Z`,
  glass: panes(10, 5, 12.4, 15, 9.4, 8),
  trim: 'M5 27h70M5 29.5h70',
}
const mail: Vehicle = {
  body: 'M5 33V11h70v22Z',
  dark: `${BOGIES}M4 11q4-5 36-5t36 5Z`,
  glass: `${box(9, 15, 8, 6)}${box(63, 15, 8, 6)}`,
  trim: 'M22 14h14v19M36 14v19M22 14v19M44 14h14v19M44 14v19M29 14v19M51 14v19M5 24h17M58 24h17',
}
const hopper: Vehicle = {
  body: 'M5 13h70l-3 12-9 9H17l-9-9Z',
  dark: `${BOGIES}M10 13q6-6 12-3 6-6 13-2 6-5 13-1 6-4 12 1 5-1 10 5Z`,
  glass: '',
  trim: 'M18 13v20M29 13v20M40 13v20M51 13v20M62 13v20M5 17h70',
}
const tank: Vehicle = {
  body: 'M15 12h50q10 0 10 10.5T65 33H15Q5 33 5 22.5T15 12ZM34 12V8q0-2 2-2h8q2 0 2 2v4Z',
  dark: BOGIES,
  glass: '',
  trim: 'M20 12v21M60 12v21M40 12v21M30 12l-3-4M50 12l3-4M8 22.5h64',
}
const boxcar: Vehicle = {
  body: RAILS,
  dark: `${BOGIES}M5 10l3-4h64l3 4Z`,
  glass: '',
  trim: 'M29 10v23M51 10v23M40 10v23M7 33l22-23M29 33L7 10M73 33L51 10M51 33l22-23M29 21h22',
}
const coal: Vehicle = {
  body: 'M5 18h70v15H5Z',
  dark: `${AXLES}M8 18q3-7 9-6 3-6 10-3 5-5 12-1 6-4 12 1 7-3 11 3 6 0 10 6Z`,
  glass: '',
  trim: 'M17 18v15M28.5 18v15M40 18v15M51.5 18v15M63 18v15M5 25.5h70',
}
const cooler: Vehicle = {
  body: 'M6 33V12h68v21Z',
  dark: `${AXLES}M5 12q8-6 35-6t35 6ZM18 4h8v4h-8ZM54 4h8v4h-8Z`,
  glass: '',
  trim: 'M26 12v21M54 12v21M12 12v21M68 12v21M40 15v15M33.5 18.8l13 7.5M46.5 18.8l-13 7.5M37.5 16l2.5 2 2.5-2M37.5 29l2.5-2 2.5 2',
}
const caboose: Vehicle = {
  body: 'M13 33V15h54v18ZM30 15V7h20v8Z',
  dark: `${BOGIES}M9 15l2-3h19v3ZM50 12h19l2 3H50ZM27 7l2-3h22l2 3ZM8 21h2v12H8ZM70 21h2v12h-2ZM5 21h8v1.6H5ZM67 21h8v1.6h-8Z`,
  glass: `${box(33, 8.5, 6, 5)}${box(41, 8.5, 6, 5)}${box(18, 18, 8, 7)}${box(54, 18, 8, 7)}${box(36, 18, 8, 7)}`,
  trim: 'M13 28.5h54',
}
const locomotive: Vehicle = {
  body: 'M16 14h34v17H16ZM50 6h20v26H50ZM12 16h4v13h-4Z',
  dark: `${disc(23, 36, 6)}${disc(38, 36, 6)}${disc(55, 35, 7)}${disc(69, 38, 4)}M19 14l-2-9h-2V2h12v3h-2l-2 9ZM34 14v-3q0-3 3.5-3t3.5 3v3ZM47 6V3h26v3ZM4 40l8-9h4v9ZM12 30h60v4H12Z`,
  glass: box(55, 10, 10, 8),
  trim: 'M30 14v17M44 14v17M23 36h32M50 24h20',
}

const van: Vehicle = {
  body: 'M5 36V14q0-3 3-3h42v25ZM50 16h10q3 0 5 3l6 8q4 1 4 4v5H50Z',
  dark: `${wheels(6, 19, 61)}${box(4, 34.5, 72, 2.5)}`,
  glass: 'M53 19h7l5 8H53Z',
  trim: 'M50 11v25M10 17h34v10H10Z',
}
const pickup: Vehicle = {
  body: 'M4 36V24h36V15q0-2 2-2h12q3 0 5 3l6 8 9 2q3 1 3 4v6Z',
  dark: `${wheels(6, 18, 62)}${box(3, 34.5, 75, 2.5)}M8 24v-5h5v-3h7v4h6v-5h8v9Z`,
  glass: 'M44 16.5h10l5 7.5H44Z',
  trim: 'M40 24v12M4 28h36',
}
const limousine: Vehicle = {
  body: 'M2 36v-8q0-3 4-4l9-1 7-8q1-1 3-1h32q2 0 3 1l6 8 9 1q4 1 4 4v8Z',
  dark: `${wheels(5.5, 15, 65)}${box(1, 34.5, 78, 2.5)}`,
  glass: 'M19 23l6-6h8v6ZM36 17h9v6h-9ZM48 17h8l5 6H48Z',
  trim: 'M34.5 17v17M46.5 17v17M4 28.5h72',
}
const roadster: Vehicle = {
  body: 'M5 36v-7q0-4 5-5 14-3 20-3l6-6q1-1 2-1h6l2 7q16 1 26 4 4 1 4 5v6Z',
  dark: `${wheels(6.5, 19, 61)}${box(4, 34.5, 73, 2.5)}M24 21q2-5 6-5l2 5Z`,
  glass: 'M37 21l3-4h4l1 4Z',
  trim: 'M46 24v10M10 28h62M50 26h16',
}
const bus: Vehicle = {
  body: 'M4 37V10q0-4 4-4h62q6 0 6 5v26Z',
  dark: `${wheels(5.5, 19, 60)}${box(3, 35, 74, 2.5)}`,
  glass: `${panes(8, 5, 11.4, 11, 9, 9)}M66 11h6q2 0 2 2v9h-8Z`,
  trim: 'M4 25h72M4 28h62M66 25v12',
}
const truck: Vehicle = {
  body: 'M3 34V9h46v25ZM51 36V15h11q3 0 5 3l4 7q5 1 5 5v6Z',
  dark: `${wheels(6, 16, 31, 64)}${box(2, 33.5, 74, 3)}`,
  glass: 'M55 18h7l4 7H55Z',
  trim: 'M11 9v25M20 9v25M29 9v25M38 9v25M3 14h46',
}
const taxi: Vehicle = {
  paint: '#f7c51e',
  body: 'M3 36v-8q0-3 4-4l10-2 8-8q1-1 3-1h26q2 0 3 1l7 8 10 2q4 1 4 4v8ZM33 13V8h14v5Z',
  dark: `${wheels(6, 19, 61)}${box(2, 34.5, 77, 2.5)}${panes(8, 9, 7.2, 26, 3.6, 2.4)}${panes(11.6, 9, 7.2, 28.4, 3.6, 2.4)}`,
  glass: 'M22 22l6-6h11v6ZM42 16h11l6 6H42Z',
  trim: 'M40.5 16v10',
}

const tram: Vehicle = {
  body: 'M3 36V20l4-9q1-2 3-2h15v27ZM27 9h26v27H27ZM55 36V9h15q2 0 3 2l4 9v16Z',
  dark: `${wheels(3.6, 14, 22, 58, 66)}${wheels(3.6, 36, 44)}M25 10h2v25h-2ZM53 10h2v25h-2ZM36 9l4-5-3-2h9v2l-4 0 3 2-4 3Z`,
  glass: `M6.5 20l3-7H13v7Z${panes(15, 1, 10, 13, 8, 9)}${panes(30, 2, 11, 13, 9, 9)}${panes(57, 1, 10, 13, 8, 9)}M73.5 20l-3-7H67v7Z`,
  trim: 'M3 28h22M27 28h26M55 28h22',
}
const oldTram: Vehicle = {
  body: 'M8 35V14h64v21ZM22 11V7h36v4Z',
  dark: `${wheels(4.5, 28, 52)}M5 14q3-4 10-4h50q7 0 10 4ZM20 7q2-3 6-3h28q4 0 6 3ZM40 4l14-4v1.6L44 5ZM5 33h70v3H5Z`,
  glass: `${panes(20, 4, 10.4, 17, 8, 8)}${box(10, 17, 6, 8)}${box(64, 17, 6, 8)}`,
  trim: 'M18 14v21M62 14v21M8 29h64',
}
const cityTram: Vehicle = {
  body: 'M5 35V16q0-6 6-6h58q6 0 6 6v19Z',
  dark: `${wheels(4, 18, 27, 53, 62)}M12 10l4-3h48l4 3ZM34 7l5-4-3-2h10v2h-5l3 2-4 2Z${box(4, 33, 72, 3)}`,
  glass: `M9 23v-6q0-3 3-3h4v9ZM71 23v-6q0-3-3-3h-4v9Z${panes(20, 3, 14, 14, 12, 9)}`,
  trim: 'M5 26h70M5 28.5h70M33 14v19M47 14v19',
}
const subway: Vehicle = {
  body: 'M4 36V14q0-6 6-6h60q6 0 6 6v22Z',
  dark: `${wheels(3.6, 14, 23, 57, 66)}${box(3, 34.5, 74, 2.5)}`,
  glass: `${box(8, 13, 7, 8)}${box(65, 13, 7, 8)}${panes(20, 3, 14.5, 13, 5, 17)}${panes(27, 3, 14.5, 13, 6, 8)}`,
  trim: 'M4 31h72M22.5 13v17M37 13v17M51.5 13v17',
}
const longSubway: Vehicle = {
  body: 'M2 36V18q0-8 8-8h28v26ZM42 10h28q8 0 8 8v18H42Z',
  dark: `${wheels(3.6, 11, 20, 33, 47, 60, 69)}${box(1, 34.5, 78, 2.5)}M38 13h4v20h-4Z`,
  glass: 'M6 23v-5q0-4 4-4h3v9ZM74 23v-5q0-4-4-4h-3v9ZM17 14h8v9h-8ZM28 14h7v17h-7ZM45 14h7v17h-7ZM55 14h8v9h-8Z',
  trim: 'M2 27h26M35 27h3M42 27h3M52 27h26M31.5 14v17M48.5 14v17',
}
const cityTrain: Vehicle = {
  body: 'M3 35V17l5-7q1-2 4-2h56q3 0 4 2l5 7v18Z',
  dark: `${BOGIES}M14 8l3-3h46l3 3Z`,
  glass: `M8 19l4-7h5v7Z${panes(21, 2, 16, 12, 10, 8)}${box(53, 12, 7, 8)}M72 19l-4-7h-5v7Z${panes(33, 1, 1, 12, 3, 17)}${box(48, 12, 3, 17)}`,
  trim: 'M3 23h77M3 26h77',
}
const bicycle: Vehicle = {
  body: '',
  dark: `${disc(22, 30, 12)}${disc(22, 30, 9.8)}${disc(58, 30, 12)}${disc(58, 30, 9.8)}${disc(38, 31, 3.2)}M28 11h10v2.6H28ZM50 8h9v2.6h-6l1 4h-2.5Z`,
  glass: '',
  trim: 'M22 30l10-15h20L38 31H22M32 13l6 18M52 11l6 19M22 30V18M22 30l-8.5 6M22 30l8.5 6M58 30V18M58 30l-8.5 6M58 30l8.5 6',
}

type Fleet = Readonly<Record<string, Vehicle>>

const RAIL: Fleet = {
  blue: coach,
  green: mail,
  yellow: hopper,
  orange: tank,
  purple: boxcar,
  black: coal,
  white: cooler,
  red: caboose,
}
const ROAD: Fleet = { blue: van, green: pickup, black: limousine, purple: roadster, red: bus, orange: truck }
const TOWN: Fleet = { blue: tram, green: oldTram, orange: cityTram, black: subway, purple: longSubway, red: cityTrain }

/** The fleet that belongs to a piece. */
const FLEETS: Readonly<Record<string, Fleet>> = { train: RAIL, taxi: ROAD, tram: TOWN }
const WILDS: Readonly<Record<string, Vehicle>> = { locomotive, taxi, bicycle }

/** What a card shows. `pieces` and `wild` are those of the edition; unknown ones ride by rail. */
export function vehicleOf(color: string, isWild: boolean, pieces: readonly string[], wild: string): Vehicle {
  if (isWild) return WILDS[wild] ?? locomotive
  const fleet = FLEETS[pieces.find((piece) => FLEETS[piece]) ?? 'train'] ?? RAIL
  const all = Object.values(fleet)
  // A colour without a vehicle of its own borrows one.
  return fleet[color] ?? all[color.length % all.length]
}
