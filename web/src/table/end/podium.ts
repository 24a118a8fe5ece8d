/** Who stands where on the podium. */

/** The seats on the podium, best first, where each stands from left to right, and those who came after. */
export function podium(ranks: readonly number[]): {
  steps: number[]
  order: (seat: number) => number
  others: number[]
} {
  const sorted = [...ranks.keys()].toSorted((one, two) => ranks[one] - ranks[two] || one - two)
  const steps = sorted.filter((seat, at) => ranks[seat] <= 3 && at < 3)
  // The winner in the middle, the second at the left.
  const order = (seat: number) => [2, 1, 3][steps.indexOf(seat)] ?? 4
  return { steps, order, others: sorted.filter((seat) => !steps.includes(seat)) }
}
