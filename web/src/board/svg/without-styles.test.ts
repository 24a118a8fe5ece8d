// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { withoutStyles } from './without-styles'

test('a copy has what style sheets say as attributes, and is shown though the drawing is hidden', () => {
  document.head.innerHTML = `<style>
    .sea { fill: rgb(1, 2, 3); fill-rule: evenodd; }
    .gone { display: none; }
    .hidden { display: none; opacity: 0.26; }
  </style>`
  document.body.innerHTML = `<svg class="hidden" role="img"><path class="sea" d="M0 0"/><path class="gone" d="M1 1"/></svg>`
  const copy = withoutStyles(document.querySelector('svg')!)
  const [sea, gone] = copy.children
  expect(sea.getAttribute('fill')).toBe('rgb(1, 2, 3)')
  expect(sea.getAttribute('fill-rule')).toBe('evenodd')
  expect(sea.getAttribute('d')).toBe('M0 0')
  expect(gone.getAttribute('display')).toBe('none')
  for (const name of ['display', 'opacity', 'class', 'role']) expect(copy.hasAttribute(name), name).toBe(false)
  expect(sea.hasAttribute('class')).toBe(false)
})
