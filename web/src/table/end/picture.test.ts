// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { composed } from './picture'

test('a picture has the board between its title and its scores, and names do no harm', () => {
  const board = document.createElementNS('http://www.w3.org/2000/svg', 'svg') as unknown as SVGSVGElement
  board.innerHTML = '<path d="M0 0"/>'
  const scores = [
    { name: '<b>Ada & Bo', rank: 1, total: 104 },
    { name: 'Cy', rank: 2, total: -3 },
  ]
  const { svg, width, height } = composed(board, { width: 1000, height: 500 }, 'Europe', scores)
  expect([width, height]).toEqual([2000, 1200])
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(read.querySelector('parsererror')).toBeNull()
  expect([...read.querySelectorAll('text')].map((text) => text.textContent)).toEqual([
    'Europe',
    '1. <b>Ada & Bo: 104',
    '2. Cy: -3',
  ])
  expect(read.querySelector('svg > svg > path')).not.toBeNull()
})
