import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { User } from '#domain/auth/contract.ts';
import type { Invoice, InvoiceDetail } from '#domain/invoices/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import { expireSession, readSession } from '#src/authProvider/session.ts';
// The screens' own chunks, so that no test waits for them.
import '#src/resources/invoices/InvoiceShow.tsx';
import '#src/resources/invoices/payments/AlreadySentDialog.tsx';
import { createInvoice, createInvoiceDetail, createPayment } from '#tests/support/bookkeeping.ts';
import { someSettings } from '#tests/support/companies.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { installStripe } from '#tests/support/stripeJs/installStripe.ts';
import { enterCard } from '#tests/support/enterCard.ts';

const id = '018f0000-0000-7000-9000-0000abcd1234';
const owed: Partial<Invoice> = { id, status: 'overdue', paid: 0, total: 108, due: 108 };
const gym = buildLocation();
const open = (
  invoice: Partial<Invoice> = {},
  {
    level = 'manager',
    detail = {},
    routes = {},
    account = {},
  }: { level?: Level; detail?: Partial<InvoiceDetail>; routes?: Routes; account?: Partial<User> | undefined } = {},
) =>
  renderScreen(
    `/invoices/${id}`,
    {
      [`GET /invoices/${id}`]: () => createInvoiceDetail({ ...owed, ...invoice }, detail),
      [`GET /companies/${ironPeak.id}/stripe`]: () => ({
        stripeConfig: {
          hasStripeKeys: true,
          stripePublishableKey: 'pk_test_1',
          maskedSecretKey: null,
          hasWebhook: true,
        },
      }),
      [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: someSettings() }),
      ...routes,
    },
    { level, account, locations: [gym] },
  );
const actions = async () => within(await screen.findByRole('region', { name: 'Invoice actions' }));
const openMore = async ({ user }: Pick<ReturnType<typeof open>, 'user'>) =>
  user.click((await actions()).getByRole('button', { name: 'More actions' }));
/** The buttons, and then the entries of the menu. */
const offered = async (page: ReturnType<typeof open>) => {
  const buttons = (await actions()).getAllByRole('button').map(({ textContent }) => textContent);
  if (buttons.includes('More')) await openMore(page);
  return [...buttons, ...screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)];
};
const payments = `POST /invoices/${id}/payments`;
const taken = (change: Partial<Parameters<typeof createPayment>[0]> = {}) => ({
  invoice: createInvoice({ id }),
  payment: createPayment({ amount: 108, ...change }),
});

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
      { [`GET /invoices/${id}`]: () => createInvoiceDetail({ ...owed, locationId: there.id }) },
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
  ['whether cards are taken', `GET /companies/${ironPeak.id}/stripe`, { stripeConfig: null }],
  ['whether a drawer is open', 'GET /drawers', { drawers: [], lastCounted: null }],
])(
  'no payment is offered before it is known %s, which would move it under somebody’s hand',
  async (_what, route, body) => {
    const answer = later<unknown>();
    const { user } = open({ locationId: gym.id }, { routes: { [route]: () => answer.promise } });
    await user.click(await screen.findByRole('button', { name: 'Take Payment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take Payment' }));
    expect(dialog.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(dialog.queryByRole('button')).not.toBeInTheDocument();
    answer.settle(body);
    expect(await dialog.findByRole('button', { name: 'Charge $108.00' })).toBeVisible();
  },
);

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

describe('Take Payment', () => {
  const dialog = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Take Payment' }));
    return within(await screen.findByRole('dialog', { name: 'Take Payment' }));
  };

  test('takes cash, shows the change and sends the amount with a key', async () => {
    const page = open({}, { routes: { [payments]: () => taken({ tendered: 120, change: 12 }) } });
    const { getByLabelText, getByText, getByRole } = await dialog(page);
    await page.user.type(getByLabelText('Cash received (optional)'), '100');
    expect(getByText('Short by $8.00')).toBeVisible();
    expect(getByRole('button', { name: 'Charge $108.00' })).toBeDisabled();
    await page.user.clear(getByLabelText('Cash received (optional)'));
    await page.user.type(getByLabelText('Cash received (optional)'), '120');
    expect(getByText('Change $12.00')).toBeVisible();
    await page.user.click(getByRole('button', { name: 'Charge $108.00' }));
    expect(await screen.findByText('$108.00 taken. Change $12.00')).toBeVisible();
    const [call] = page.api.to(payments);
    expect(call?.body).toEqual({ method: 'cash', amount: 108, tendered: 120 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('takes a part by check with its number, and no more than is due', async () => {
    const page = open({}, { routes: { [payments]: () => taken({ method: 'other', amount: 50 }) } });
    const { getByLabelText, findByLabelText, getByText, getByRole } = await dialog(page);
    await page.user.clear(getByLabelText('Amount'));
    await page.user.type(getByLabelText('Amount'), '109');
    expect(getByText('Only $108.00 is due')).toBeVisible();
    await page.user.clear(getByLabelText('Amount'));
    await page.user.type(getByLabelText('Amount'), '50');
    await page.user.click(getByRole('button', { name: 'Other' }));
    await page.user.type(await findByLabelText('Reference (optional)'), '1042');
    await page.user.click(getByRole('combobox', { name: /^Payment method/ }));
    await page.user.click(await screen.findByRole('option', { name: String(someSettings().payments.otherMethods[0]) }));
    await page.user.click(getByRole('button', { name: 'Charge $50.00' }));
    await screen.findByText('$50.00 taken');
    expect(page.api.to(payments)[0]?.body).toEqual({
      method: 'other',
      amount: 50,
      otherMethod: someSettings().payments.otherMethods[0],
      reference: '1042',
    });
  });

  test('charges the saved card, says which it is and that it has expired, and why the bank refused', async () => {
    const savedCard = { brand: 'visa', lastDigits: '4242', lastDay: '2025-08-31' };
    const page = open(
      {},
      {
        detail: { hasSavedCard: true, savedCard },
        routes: { [payments]: () => respond(402, { message: 'Your card was declined.' }) },
      },
    );
    const { findByRole, findByText, getByRole } = await dialog(page);
    const methods = within(await findByRole('group', { name: 'Payment method' }));
    await methods.findByRole('button', { name: 'Saved card' });
    expect(methods.getAllByRole('button').map(({ textContent }) => textContent.trim())).toEqual([
      'Cash',
      'Saved card',
      'New card',
      'Other',
    ]);
    await page.user.click(methods.getByRole('button', { name: 'Saved card' }));
    expect(getByRole('note')).toHaveTextContent(
      'The saved card is charged at once: Visa ending in 4242, expired 08/25.',
    );
    await page.user.click(getByRole('button', { name: 'Charge $108.00' }));
    expect(await findByText('Your card was declined.')).toBeVisible();
    expect(page.api.to(payments)[0]?.body).toEqual({ method: 'card', card: 'saved', amount: 108 });
  });

  test.each([
    ['Save this card for future payments', false],
    ['Save this card for renewals', true],
  ])('charges a new card, which is saved only when asked: %s', async (name, renewsByCard) => {
    installStripe();
    const paymentIntent = { id: 'pi_1', clientSecret: 'pi_1_secret_1', status: 'requires_payment_method' };
    const detail = {
      membership: { id, name: 'Gold', periodEnd: null, renewsByCard, member: { id, name: 'Maya Chen' }, line: 0 },
    };
    const routes = { [payments]: () => ({ ...taken({ method: 'card', status: 'pending' }), paymentIntent }) };
    const charge = async (page: ReturnType<typeof open>, asks: boolean) => {
      const { findByRole, getByRole } = await dialog(page);
      await page.user.click(await findByRole('button', { name: 'Card' }));
      await enterCard(page.user);
      const box = getByRole('checkbox', { name });
      expect(box).not.toBeChecked();
      if (asks) await page.user.click(box);
      await waitFor(() => expect(getByRole('button', { name: 'Charge $108.00' })).toBeEnabled());
      await page.user.click(getByRole('button', { name: 'Charge $108.00' }));
      expect(await screen.findByText('$108.00 charged')).toBeVisible();
      return page.api.to(payments)[0]?.body;
    };
    const sent = { method: 'card', card: 'new', amount: 108 };
    const first = open({}, { detail, routes });
    expect(await charge(first, false)).toEqual({ ...sent, saveCard: false });
    first.unmount();
    expect(await charge(open({}, { detail, routes }), true)).toEqual({ ...sent, saveCard: true });
  });

  test('a walk-in customer is not asked whether the card is saved', async () => {
    installStripe();
    const page = open(
      {},
      { detail: { contact: { id, firstName: 'Walk-in', lastName: 'Customer', email: '', phone: null } } },
    );
    const { findByRole, findByLabelText, queryByRole } = await dialog(page);
    await page.user.click(await findByRole('button', { name: 'Card' }));
    await findByLabelText('Card number');
    expect(queryByRole('checkbox')).toBeNull();
  });

  test('while a new card is charged neither method nor amount can be changed', async () => {
    installStripe();
    const { promise, settle } = later<object>();
    const page = open({}, { routes: { [payments]: () => promise } });
    const { findByRole, getByRole, findByText } = await dialog(page);
    await page.user.click(await findByRole('button', { name: 'Card' }));
    await enterCard(page.user);
    await waitFor(() => expect(getByRole('button', { name: 'Charge $108.00' })).toBeEnabled());
    await page.user.click(getByRole('button', { name: 'Charge $108.00' }));
    await waitFor(() => expect(getByRole('button', { name: 'Cash' })).toBeDisabled());
    expect(getByRole('textbox', { name: 'Amount' })).toBeDisabled();
    settle(respond(409, { message: 'This invoice is already paid' }));
    expect(await findByText('This invoice is already paid')).toBeVisible();
    expect(getByRole('button', { name: 'Cash' })).toBeEnabled();
  });

  test('what was typed when the session ended is offered again after signing in, also what belongs to the method', async () => {
    const first = open();
    const before = await dialog(first);
    await first.user.clear(before.getByLabelText('Amount'));
    await first.user.type(before.getByLabelText('Amount'), '50');
    await first.user.click(before.getByRole('button', { name: 'Other' }));
    await first.user.click(await before.findByRole('combobox', { name: /^Payment method/ }));
    await first.user.click(await screen.findByRole('option', { name: 'Check' }));
    await first.user.type(before.getByLabelText('Reference (optional)'), '1042');
    const session = readSession();
    act(() => expireSession());
    first.unmount();

    const again = open({}, { account: session?.user, routes: { [payments]: () => taken({ amount: 50 }) } });
    const after = await dialog(again);
    expect(after.getByLabelText('Amount')).toHaveValue('108.00');
    await again.user.click(after.getByRole('button', { name: 'Restore' }));
    await again.user.click(await after.findByRole('button', { name: 'Charge $50.00' }));
    await waitFor(() =>
      expect(again.api.to(payments)[0]?.body).toEqual({
        method: 'other',
        amount: 50,
        otherMethod: 'Check',
        reference: '1042',
      }),
    );
  });

  test('a lost answer is asked for again with the same key', async () => {
    let isLost = true;
    const page = open({}, { routes: { [payments]: () => (isLost ? respond(500, {}) : taken()) } });
    const { getByRole, findByRole } = await dialog(page);
    await page.user.click(getByRole('button', { name: 'Charge $108.00' }));
    await findByRole('alert');
    isLost = false;
    await page.user.click(getByRole('button', { name: 'Charge $108.00' }));
    await screen.findByText('$108.00 taken');
    const keys = page.api.to(payments).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});

test('a payment that the server takes for another one is explained, and the next press has a new key', async () => {
  const answers = [respond(422, { message: 'This Idempotency-Key was used for another request' }), taken()];
  const page = open({}, { routes: { [payments]: () => answers.shift() } });
  await page.user.click(await screen.findByRole('button', { name: 'Take Payment' }));
  await page.user.click(await screen.findByRole('button', { name: 'Charge $108.00' }));
  const said = within(await screen.findByRole('alertdialog', { name: 'Already sent' }));
  expect(said.getByText(/^We could not check what became of the first\./)).toBeVisible();
  await page.user.click(said.getByRole('button', { name: 'Close' }));
  await page.user.click(await screen.findByRole('button', { name: 'Charge $108.00' }));
  expect(await screen.findByText('$108.00 taken')).toBeVisible();
  const keys = page.api.to(payments).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(2);
  expect(screen.queryByText(/Idempotency/)).not.toBeInTheDocument();
});

test('where the answer is lost and the invoice reads as paid by then, the same payment is asked for again and told as taken', async () => {
  let paid: Partial<Invoice> = {};
  const page = renderScreen(
    `/invoices/${id}`,
    {
      [`GET /invoices/${id}`]: () => createInvoiceDetail({ ...owed, ...paid }),
      [`GET /companies/${ironPeak.id}/stripe`]: () => respond(404, {}),
      [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings: someSettings() }),
      [payments]: () => {
        const isFirst = page.api.to(payments).length === 1;
        paid = { status: 'paid', paid: 108, due: 0 };
        if (isFirst) throw new TypeError('The answer is lost');
        return taken();
      },
    },
    { level: 'manager' },
  );
  await page.user.click(await screen.findByRole('button', { name: 'Take Payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Payment' }));
  await page.user.click(dialog.getByRole('button', { name: 'Charge $108.00' }));
  expect(
    await dialog.findByText(
      'The connection was lost, so this may have been done already. Try again to find out. It is done only once.',
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take Payment', hidden: true })).toBeNull());
  await page.user.click(dialog.getByRole('button', { name: 'Charge $108.00' }));
  expect(await screen.findByText('$108.00 taken')).toBeVisible();
  const keys = page.api.to(payments).map(({ headers }) => headers.get('idempotency-key'));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
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
