import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/contract.ts';
import { expireSession, readSession } from '#src/authProvider/session.ts';
import { createInvoice, createPayment } from '#tests/support/bookkeeping.ts';
import { someSettings } from '#tests/support/companies.ts';
import { later, respond } from '#tests/support/consoleApi.ts';
import { enterCard } from '#tests/support/enterCard.ts';
import { gym, invoiceId as id, openOwed as open } from '#tests/support/owedInvoice.ts';
import { ironPeak } from '#tests/support/records.ts';
import { installStripe } from '#tests/support/stripeJs/installStripe.ts';

const payments = `POST /invoices/${id}/payments`;
const taken = (change: Partial<Parameters<typeof createPayment>[0]> = {}) => ({
  invoice: createInvoice({ id }),
  payment: createPayment({ amount: 108, ...change }),
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

describe('Take Payment', () => {
  const dialog = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Take Payment' }));
    return within(await screen.findByRole('dialog', { name: 'Take Payment' }));
  };

  test('says from whom and for which invoice', async () => {
    const { findByText } = await dialog(open({ number: 'DEN-10423' }));
    expect(await findByText('Maya Okafor · DEN-10423')).toBeVisible();
  });

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
  const invoice: Partial<Invoice> = {};
  const page = open(invoice, {
    routes: {
      [`GET /companies/${ironPeak.id}/stripe`]: () => respond(404, {}),
      [payments]: () => {
        const isFirst = page.api.to(payments).length === 1;
        Object.assign(invoice, { status: 'paid', paid: 108, due: 0 });
        if (isFirst) throw new TypeError('The answer is lost');
        return taken();
      },
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Take Payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Payment' }));
  await page.user.click(dialog.getByRole('button', { name: 'Charge $108.00' }));
  expect(
    await dialog.findByText(
      'The connection was lost, so this may have been done already. Check, or try again. It is done only once.',
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take Payment', hidden: true })).toBeNull());
  await page.user.click(dialog.getByRole('button', { name: 'Charge $108.00' }));
  expect(await screen.findByText('$108.00 taken')).toBeVisible();
  const keys = page.api.to(payments).map(({ headers }) => headers.get('idempotency-key'));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});
