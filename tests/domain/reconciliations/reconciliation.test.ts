import { expect, test } from 'vitest';
import { stripeDashboardUrl } from '#domain/reconciliations/reconciliation.ts';

test.each([
  ['ch_1', false, 'https://dashboard.stripe.com/payments/ch_1'],
  ['re_1', true, 'https://dashboard.stripe.com/test/refunds/re_1'],
  ['po_1', false, 'https://dashboard.stripe.com/payouts/po_1'],
  ['du_1', false, 'https://dashboard.stripe.com/disputes/du_1'],
  ['txn_1', true, 'https://dashboard.stripe.com/test/search?query=txn_1'],
])('%s is found in the dashboard of Stripe', (id, isTest, url) => {
  expect(stripeDashboardUrl(id, isTest)).toBe(url);
});
