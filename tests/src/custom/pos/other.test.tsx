import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { ironPeak } from '#tests/support/records.ts';
import { outcomes, reload, renderTill, getSales, toPayment } from './till.tsx';

const settings: Routes = { [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: settingsDefaults }) };
const complete = () => screen.getByRole('button', { name: 'Complete Sale' });

/** At the payment step, with Other and Check chosen and a check number typed. */
const byCheck = async (routes: Routes = {}) => {
  const till = renderTill({ routes: { ...settings, ...routes } });
  await toPayment(till.user);
  await till.user.click(screen.getByRole('button', { name: 'Other' }));
  await till.user.click(await screen.findByRole('combobox', { name: /^Payment method/ }));
  await till.user.click(await screen.findByRole('option', { name: 'Check' }));
  await till.user.type(screen.getByLabelText('Reference (optional)'), '1042');
  return till;
};

test('a sale by check: one press sells it, with the method and its number, and the last sale says so', async () => {
  const till = await byCheck();
  await till.user.dblClick(complete());
  await screen.findByText('Payment Successful!');
  expect(getSales(till).map(({ body }) => body)).toMatchObject([
    { paymentMethod: 'other', otherMethod: 'Check', reference: '1042', expectedTotal: 2.7 },
  ]);
  expect(getSales(till)[0]?.body).not.toHaveProperty('stripePayment');
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Last sale' })).toHaveTextContent('Maya Okafor · Check'),
  );
});

test('without a method nothing is sold', async () => {
  const till = renderTill({ routes: settings });
  await toPayment(till.user);
  await till.user.click(screen.getByRole('button', { name: 'Other' }));
  await screen.findByRole('combobox', { name: /^Payment method/ });
  await till.user.click(complete());
  expect(await screen.findByText('Choose how it was paid')).toBeVisible();
  expect(getSales(till)).toEqual([]);
});

test('a sale whose answer was lost cannot be changed, and is sent again unchanged after a reload', async () => {
  const replies = [respond(502, {})];
  const till = await byCheck({
    'POST /sales-items/purchase': () =>
      replies.shift() ?? { success: true, invoice: outcomes.completed().invoice, payment: {} },
    'GET /purchases/:key': () => outcomes.unknown,
  });
  await till.user.click(complete());
  expect(await screen.findByRole('alert')).toHaveTextContent('HTTP 502');
  expect(screen.getByLabelText('Reference (optional)')).toBeDisabled();
  reload(till);
  expect(await screen.findByText(/^This sale was interrupted and is not recorded\./)).toBeVisible();
  expect(await screen.findByLabelText('Reference (optional)')).toHaveValue('1042');
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second).toEqual(first);
});
