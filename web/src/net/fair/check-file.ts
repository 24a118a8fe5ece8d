/** Compares a finished game's file with what this browser stored of its deal: its own seeds, and all commitments. */
import { tableCommitment } from './commitments'
import type { DealNote } from './deal-part'

/** Whether the file has the promised commitments, and this browser's seeds as the browser made them. */
export function fileMatches(text: string, note: DealNote): boolean {
  // Each line ends with a seal of ten characters.
  const lines = text.split('\n').map((line) => line.slice(0, -10).split(' '))
  const value = (...words: string[]) => lines.find((line) => words.every((word, n) => line[n] === word))?.at(-1)
  const seats = lines
    .filter((line) => line[0] === 'commitment' && line[1] !== 'server')
    .map(([, , who, hash]) => ({ who, hash }))
  return (
    value('commitment', 'server') === note.server &&
    (note.whole === null || tableCommitment(note.server, seats) === note.whole) &&
    Object.entries(note.seeds).every(([seat, seed]) =>
      note.opened?.includes(Number(seat)) ? value('seed', seat) === seed : true,
    )
  )
}
