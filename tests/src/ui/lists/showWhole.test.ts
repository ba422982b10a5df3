import { expect, test } from 'vitest';
import { showWhole } from '#src/ui/lists/tableStyles.ts';

function textOf(width: number, title = '') {
  const target = document.createElement('span');
  target.textContent = 'frank.spencer@example.net';
  target.title = title;
  Object.defineProperties(target, { clientWidth: { value: 100, writable: true }, scrollWidth: { value: width } });
  return target;
}

test('a text that is cut off shows itself on hover, and no longer once it fits', () => {
  const target = textOf(180);
  showWhole({ target });
  expect(target.title).toBe('frank.spencer@example.net');
  Object.assign(target, { clientWidth: 200 });
  showWhole({ target });
  expect(target.title).toBe('');
});

test('a text that fits gets no title, and one that has its own keeps it', () => {
  const [fitting, own] = [textOf(80), textOf(180, 'Corporate, Personal training')];
  for (const target of [fitting, own]) showWhole({ target });
  expect([fitting.title, own.title]).toEqual(['', 'Corporate, Personal training']);
});
