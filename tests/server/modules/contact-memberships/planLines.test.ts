import { expect, test } from 'vitest';
import { purchaseLines } from '#server/modules/contact-memberships/planLines.ts';

test('line items are the plan, its required sales items, and each active location fee', () => {
  const named = { id: 'id', description: '' };
  const fee = { ...named, amount: '10.00', is_active: true };
  const lines = purchaseLines(
    { ...named, name: 'Gold', price_cents: 4999 },
    [
      { ...named, name: 'Towel', price_cents: 500, is_required: true },
      { ...named, name: 'Locker', price_cents: 700, is_required: false },
    ],
    [
      { ...fee, name: 'Service', type: 'percentage' },
      { ...fee, name: 'Card', type: 'fixed' },
      { ...fee, name: 'Old', type: 'fixed', is_active: false },
    ],
  );
  expect(
    lines.map(({ name, type, quantity, price_cents, total_cents }) => [name, type, quantity, price_cents, total_cents]),
  ).toEqual([
    ['Gold', 'membership', 1, 4999, 4999],
    ['Towel', 'sales_item', 1, 500, 500],
    ['Service', 'location_fee', 1, 500, 500],
    ['Card', 'location_fee', 1, 1000, 1000],
  ]);
});
