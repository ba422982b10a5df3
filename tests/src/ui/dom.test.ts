import { afterEach, expect, test } from 'vitest';
import { isFocusInUse } from '#src/ui/dom.ts';

afterEach(() => document.body.replaceChildren());

test.each([
  ['nothing', '<main></main>', 'main', false],
  ['the page itself', '<main tabindex="-1"></main>', 'main', false],
  ['the menu beside it', '<nav><a href="/">Dashboard</a></nav><main></main>', 'a', false],
  ['a row of the page', '<main><ul><li><a href="/">Ann</a></li></ul></main>', 'a', true],
  ['a field', '<input>', 'input', true],
  ['a dialog', '<div role="dialog"><button></button></div>', 'button', true],
])('while %s has the focus, another part of the page may take it or not', (_what, html, selector, isInUse) => {
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>(selector)?.focus();
  expect(isFocusInUse()).toBe(isInUse);
});
