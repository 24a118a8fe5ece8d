/** Copies of drawings that need no style sheet, to be shown as pictures. */

/** What a drawing takes from style sheets: as attributes it stays the same without them. */
const PAINT = [
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['stroke-linecap', 'stroke-linejoin', 'opacity', 'display', 'visibility', 'paint-order'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'letter-spacing'],
  ...['filter', 'mask', 'clip-path', 'stop-color', 'stop-opacity'],
]

/** A copy of a drawing with its colours and lines as attributes, shown in full even where the drawing is hidden or dimmed. */
export function withoutStyles(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = [drawing, ...drawing.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  originals.forEach((original, n) => {
    const style = getComputedStyle(original)
    for (const name of PAINT) {
      const value = style.getPropertyValue(name)
      if (value) copies[n].setAttribute(name, value)
    }
    // The policy of the page forbids styles in attributes, and the copy has everything in others.
    for (const name of ['style', 'class', 'role', 'aria-label', 'tabindex']) copies[n].removeAttribute(name)
  })
  for (const name of ['display', 'opacity']) copy.removeAttribute(name)
  return copy
}

/** An SVG document as an image. */
export async function imageOf(svg: string, width: number, height: number): Promise<HTMLImageElement> {
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  return image
}
