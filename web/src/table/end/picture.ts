/** A picture of the final board with the scores, made in the browser. */

import { imageOf, withoutStyles } from '../../board/svg/without-styles'

export interface Score {
  name: string
  rank: number
  total: number
}

/** The width of the picture in pixels. */
const WIDTH = 2000

/** Saves the board on the screen, with its scores, as a PNG. */
export async function savePicture(title: string, scores: readonly Score[], name: string): Promise<void> {
  // The ground, what lies on it and what is highlighted are drawings of the same size, one above the other.
  const layers = document.querySelectorAll<SVGSVGElement>('[role=application] .layer svg:not(svg svg)')
  const [board, ...above] = [...layers].map(withoutStyles)
  if (!board) throw new Error('there is no board')
  board.append(...above)
  const { svg, width, height } = composed(board, board.viewBox.baseVal, title, scores)
  const image = await imageOf(svg, width, height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!png) throw new Error('the browser makes no picture')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(png)
  link.download = `${name}.png`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** The board under its title and above its scores, as an SVG document. */
export function composed(
  board: SVGSVGElement,
  box: { width: number; height: number },
  title: string,
  scores: readonly Score[],
): { svg: string; width: number; height: number } {
  const top = 110
  const drawn = Math.round((WIDTH * box.height) / box.width)
  const height = top + drawn + 90
  const column = WIDTH / Math.max(1, scores.length)
  const text = (x: number, y: number, size: number, weight: number, words: string) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="middle" ` +
    `font-family="system-ui, sans-serif" fill="#26242a">${escaped(words)}</text>`
  board.setAttribute('y', String(top))
  board.setAttribute('width', String(WIDTH))
  board.setAttribute('height', String(drawn))
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fffdf8"/>`,
    text(WIDTH / 2, 72, 52, 700, title),
    new XMLSerializer().serializeToString(board),
    ...scores.map(({ name, rank, total }, n) =>
      text(column * (n + 0.5), top + drawn + 58, 36, n === 0 ? 700 : 500, `${rank}. ${name}: ${total}`),
    ),
    '</svg>',
  ]
  return { svg: parts.join(''), width: WIDTH, height }
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
