/** Numbers with a real minus sign. */
export const signed = (number: number): string => (number < 0 ? `−${-number}` : String(number))

/** Points that are added or lost: +7, −4, 0. */
export const gained = (number: number): string => (number > 0 ? `+${number}` : signed(number))
