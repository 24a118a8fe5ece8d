/** The palettes of the boards: custom properties for everything inside an element with `data-board="EDITION"`. */

// Loaded for their effect. A board without a palette has the colours of theme.css.
import.meta.glob('../../../src/kolej/editions/*/art/palette.css', { eager: true })
