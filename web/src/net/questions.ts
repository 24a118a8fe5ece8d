/** What a seat may ask about the game; nothing changes by it. */
import type { OddsAnswer, PicksAnswer, ReachAnswer, WhyAnswer } from './wire'

export type Question =
  | { do: 'why'; route: number }
  | { do: 'why'; city: number }
  | { do: 'picks'; route: number; cards: number[] }
  | { do: 'reach' }
  | { do: 'odds'; route: number; cards: number[] }

/** What is answered, by what was asked. */
export interface Answers {
  why: WhyAnswer
  picks: PicksAnswer
  reach: ReachAnswer
  odds: OddsAnswer
}
