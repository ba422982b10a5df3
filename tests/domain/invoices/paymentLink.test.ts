import { expect, test } from 'vitest';
import { endedLinkText, payableState, payableStates } from '#domain/invoices/paymentLink.ts';

const now = new Date('2026-03-10T12:00:00Z');
const link = { expiresAt: new Date('2026-03-17T12:00:00Z'), replacedAt: null };

test.each([
  ['an open invoice', 'open', {}, 'payable'],
  ['a partly paid one', 'partially_paid', {}, 'payable'],
  ['an overdue one', 'overdue', {}, 'payable'],
  ['a paid one', 'paid', {}, 'paid'],
  ['a void one', 'void', {}, 'void'],
  ['a refunded one', 'refunded', {}, 'refunded'],
  ['a link that ends exactly now', 'open', { expiresAt: now }, 'expired'],
  ['a link that ends in a moment', 'open', { expiresAt: new Date(now.getTime() + 1) }, 'payable'],
  ['a link with a newer one', 'open', { replacedAt: now }, 'replaced'],
  ['an old link with a newer one', 'open', { replacedAt: now, expiresAt: now }, 'replaced'],
  ['an old link of a paid invoice', 'paid', { replacedAt: now, expiresAt: now }, 'paid'],
] as const)('%s', (_what, status, change, state) => {
  expect(payableState(status, { ...link, ...change }, now)).toBe(state);
});

test('each reason why a link cannot be used has its own message', () => {
  const texts = Object.values(endedLinkText);
  expect(new Set(texts).size).toBe(payableStates.length - 1);
});
