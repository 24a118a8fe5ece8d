/** The faces of bots: a few features, chosen by the name. The same name always has the same face. */

export interface Face {
  /** The hue of the background, in degrees. */
  hue: number
  skin: string
  hair: string
  /** Which of the drawn variants. */
  cut: 0 | 1 | 2 | 3
  eyes: 0 | 1 | 2
  mouth: 0 | 1 | 2
  glasses: boolean
  moustache: boolean
}

const SKINS = ['#f6d7b8', '#e9bd94', '#c98f63', '#8f5c3b', '#fbe3cf']
const HAIRS = ['#3b2a20', '#7a4a24', '#c98d3c', '#2b2d33', '#a3a3a0', '#b4532e']

/** A whole number from a text (FNV-1a): every bit of it depends on every letter. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

export function faceOf(name: string): Face {
  let left = hashOf(name)
  const pick = (count: number): number => {
    const chosen = left % count
    left = Math.floor(left / count)
    return chosen
  }
  return {
    hue: pick(12) * 30,
    skin: SKINS[pick(SKINS.length)],
    hair: HAIRS[pick(HAIRS.length)],
    cut: pick(4) as Face['cut'],
    eyes: pick(3) as Face['eyes'],
    mouth: pick(3) as Face['mouth'],
    glasses: pick(4) === 0,
    moustache: pick(5) === 0,
  }
}
