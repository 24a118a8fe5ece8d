/** Questions about the game that a seat may ask, and their answers; they change nothing. */
import type { OddsAnswer, ReachAnswer, StandInsAnswer, WhyAnswer } from './wire'

export type Question =
  | { type: 'why'; route: number }
  | { type: 'why'; city: number }
  | { type: 'stand-ins'; route: number; cards: number[] }
  | { type: 'reach' }
  | { type: 'odds'; route: number; cards: number[] }

/** The type of the answer to each question. */
export interface Answers {
  why: WhyAnswer
  'stand-ins': StandInsAnswer
  reach: ReachAnswer
  odds: OddsAnswer
}
