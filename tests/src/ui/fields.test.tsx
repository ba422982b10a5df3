import { expect, test } from 'vitest';
import { TotalField } from '#src/ui/fields.tsx';
import { render } from '#tests/support/unstyled.tsx';

test.each([
  ['partially_paid', '$10.00$4.00 of $10.00 due'],
  ['void', '$10.00'],
])('in a card the total of an invoice says what is due of it only while it is owed: %s', (status, text) => {
  const { container } = render(<TotalField status={status} total={10} due={4} currency="usd" />);
  expect(container.textContent).toBe(text);
});
