import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createInvoice, createInvoiceDetail, createPayment } from '#tests/support/bookkeeping.ts';
import { invoiceId as id, openOwed as open, owed } from '#tests/support/owedInvoice.ts';
import { buildLocation } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const actions = async () => within(await screen.findByRole('region', { name: 'Invoice actions' }));
const openMore = async ({ user }: Pick<ReturnType<typeof open>, 'user'>) =>
  user.click((await actions()).getByRole('button', { name: 'More actions' }));
/** The buttons, and then the entries of the menu. */
const offered = async (page: ReturnType<typeof open>) => {
  const buttons = (await actions()).getAllByRole('button').map(({ textContent }) => textContent);
  if (buttons.includes('More')) await openMore(page);
  return [...buttons, ...screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)];
};

describe('what can be done about an invoice', () => {
  test('that is owed: a manager takes, retries, voids and writes off', async () => {
    const page = open({}, { detail: { hasSavedCard: true } });
    expect(await offered(page)).toEqual([
      'Take Payment',
      'Retry Card',
      'Send Payment Link',
      'More',
      'Print',
      'Void',
      'Write Off',
    ]);
  });

  test('without a saved card there is nothing to retry, and what is partly paid is not voided', async () => {
    const page = open({ status: 'partially_paid', paid: 50, due: 58 });
    expect(await offered(page)).toEqual([
      'Take Payment',
      'Send Payment Link',
      'Refund',
      'More',
      'Email receipt',
      'Print',
      'Write Off',
    ]);
  });

  test('an operator takes payments only', async () => {
    const page = open({}, { level: 'operator', detail: { hasSavedCard: true } });
    expect(await offered(page)).toEqual(['Take Payment', 'Retry Card', 'Send Payment Link', 'Print']);
  });

  test('by the level at the invoice’s location, not at the selected one', async () => {
    const [here, there] = [buildLocation({ name: 'A' }), buildLocation({ name: 'B' })];
    const page = renderScreen(
      `/invoices/${id}`,
      {
        [`GET /invoices/${id}`]: () => createInvoiceDetail({ ...owed, locationId: there.id }),
      },
      {
        level: 'operator',
        locations: [
          { location: here, level: 'manager' },
          { location: there, level: 'operator' },
        ],
      },
    );
    expect(await offered(page)).toEqual(['Take Payment', 'Send Payment Link', 'Print']);
  });

  test.each(['draft', 'paid', 'void', 'refunded'] as const)('on one that is %s: nothing', async (status) => {
    open({ status });
    await screen.findByRole('region', { name: 'Financial Summary' });
    expect(screen.queryByRole('button', { name: 'Take Payment' })).toBeNull();
  });
});

test.each([
  [{ isEmailed: true, openedAt: null }, 'Link sent Nov 24, 2025, not opened'],
  [{ isEmailed: false, openedAt: null }, 'Link made Nov 24, 2025, not opened'],
  [{ isEmailed: true, openedAt: '2025-11-25T17:00:00.000Z' }, 'Link opened Nov 25, 2025'],
  [
    { isEmailed: true, openedAt: null, expiresAt: '2025-12-01T17:00:00.000Z' },
    'Link sent Nov 24, 2025, expired Dec 1, 2025',
  ],
])('a payment link that was %j shows on the invoice', async (change, text) => {
  const sentLink = { createdAt: '2025-11-24T17:00:00.000Z', expiresAt: '2999-12-01T17:00:00.000Z', ...change };
  open({}, { detail: { sentLink } });
  expect(await screen.findByText(text)).toBeVisible();
});

test('Write Off asks for a reason and sends it', async () => {
  const page = open(
    {},
    { routes: { [`POST /invoices/${id}/write-off`]: () => ({ invoice: createInvoice({ id, status: 'void' }) }) } },
  );
  await openMore(page);
  await page.user.click(screen.getByRole('menuitem', { name: 'Write Off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write Off $108.00' }));
  await page.user.click(dialog.getByRole('button', { name: 'Write Off' }));
  expect(await dialog.findByText('Reason is required')).toBeVisible();
  await page.user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Moved away');
  await page.user.click(dialog.getByRole('button', { name: 'Write Off' }));
  expect(await screen.findByText('$108.00 written off')).toBeVisible();
  expect(page.api.to(`POST /invoices/${id}/write-off`)[0]?.body).toEqual({ reason: 'Moved away' });
});

test.each([
  ['partly paid', { paid: 90, due: 18 }, 'Write Off $18.00', true],
  ['not paid', {}, 'Write Off $108.00', false],
] as const)(
  'the write-off of a membership that is %s asks whether the membership is granted',
  async (_case, money, name, grants) => {
    const lineItems = [
      { name: 'Monthly', description: null, type: 'membership' as const, quantity: 1, price: 100, total: 100 },
    ];
    const page = open(
      { ...money, metadata: { lineItems } },
      { routes: { [`POST /invoices/${id}/write-off`]: () => ({ invoice: createInvoice({ id, status: 'void' }) }) } },
    );
    await openMore(page);
    await page.user.click(screen.getByRole('menuitem', { name: 'Write Off' }));
    const dialog = within(await screen.findByRole('dialog', { name }));
    const grant = dialog.getByRole('switch', { name: 'Grant the membership' });
    if (grants) expect(grant).toBeChecked();
    else expect(grant).not.toBeChecked();
    await page.user.click(grant);
    await page.user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Moved away');
    await page.user.click(dialog.getByRole('button', { name: 'Write Off' }));
    await waitFor(() =>
      expect(page.api.to(`POST /invoices/${id}/write-off`)[0]?.body).toEqual({ reason: 'Moved away', grant: !grants }),
    );
  },
);

test('Retry Card asks first and says what was charged', async () => {
  const savedCard = { brand: 'mastercard', lastDigits: '4444', lastDay: '2999-12-31' };
  const page = open(
    {},
    {
      detail: { hasSavedCard: true, savedCard },
      routes: {
        [`POST /invoices/${id}/retry`]: () => ({
          invoice: createInvoice({ id, status: 'paid' }),
          payment: createPayment({ amount: 108 }),
        }),
      },
    },
  );
  await page.user.click(await screen.findByRole('button', { name: 'Retry Card' }));
  expect(await screen.findByText('Mastercard ending in 4444, expires 12/99')).toBeVisible();
  await page.user.click(await screen.findByRole('button', { name: 'Charge $108.00' }));
  expect(await screen.findByText('$108.00 charged')).toBeVisible();
});

test('what is said to be charged or written off is what was, also when a part was paid meanwhile', async () => {
  const rest = {
    invoice: createInvoice({ id, status: 'paid', paid: 108, due: 0 }),
    payment: createPayment({ amount: 58, method: 'card' }),
  };
  const lost = { invoice: createInvoice({ id, status: 'void', paid: 50, due: 0, writtenOff: 58 }) };
  const page = open(
    {},
    {
      detail: { hasSavedCard: true },
      routes: { [`POST /invoices/${id}/retry`]: () => rest, [`POST /invoices/${id}/write-off`]: () => lost },
    },
  );
  await page.user.click(await screen.findByRole('button', { name: 'Retry Card' }));
  await page.user.click(await screen.findByRole('button', { name: 'Charge $108.00' }));
  expect(await screen.findByText('$58.00 charged')).toBeVisible();
  await openMore(page);
  await page.user.click(screen.getByRole('menuitem', { name: 'Write Off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write Off $108.00' }));
  await page.user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Moved away');
  await page.user.click(dialog.getByRole('button', { name: 'Write Off' }));
  expect(await screen.findByText('$58.00 written off')).toBeVisible();
});

test('what was written off is shown with its reason', async () => {
  open({ status: 'void', paid: 50, due: 0, writtenOff: 58, closedReason: 'Moved away' });
  expect(within(await screen.findByRole('region', { name: 'Financial Summary' })).getByText('$58.00')).toBeVisible();
  expect(screen.getByText('Moved away')).toBeVisible();
});
