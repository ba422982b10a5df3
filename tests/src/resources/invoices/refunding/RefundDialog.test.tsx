import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { cardRefusalTexts } from '#domain/invoices/refunds.ts';
import { expireSession, readSession } from '#src/authProvider/session.ts';
import { createLine, createInvoice, createInvoiceDetail, createPayment } from '#tests/support/bookkeeping.ts';
import { later, respond } from '#tests/support/consoleApi.ts';
import { buildLocation } from '#tests/support/records.ts';
import {
  buildRefund,
  byBoth,
  byCard,
  cardId,
  cashId,
  dialog,
  gym,
  id,
  open,
  paid,
  refunds,
  sent,
} from './refundScreen.ts';

describe('the dialog', () => {
  test.each([
    ['2026-01-20T10:00:00.000Z', 1],
    [null, 0],
  ])('warns of a second payment where a payment is disputed: since %s', async (disputedAt, count) => {
    const routes = { [`GET /invoices/${id}/dispute-evidence`]: () => respond(404, {}) };
    const shown = await dialog(open(byCard, { invoice: { disputedAt }, routes }));
    await shown.findByLabelText(/^Reason/);
    expect(shown.queryAllByText(/^The cardholder disputes a payment of this invoice/)).toHaveLength(count);
  });

  test('says what the bank has taken back of a card payment, and offers the rest, only in cash', async () => {
    const disputedAt = '2026-01-20T10:00:00.000Z';
    const routes = { [`GET /invoices/${id}/dispute-evidence`]: () => respond(404, {}) };
    const shown = await dialog(
      open(
        {
          payments: [
            createPayment({ id: cardId, method: 'card', amount: 20.52, disputed: 4, cardRefusal: 'disputed' }),
          ],
          disputed: 4,
        },
        { invoice: { disputedAt }, routes },
      ),
    );
    expect(shown.getByText(/The bank has taken back \$4\.00, which is not refunded again\.$/)).toBeVisible();
    expect(shown.getByLabelText(/^Amount/)).toHaveValue('16.52');
    expect(shown.queryByRole('button', { name: 'To the card' })).toBeNull();
    expect(shown.getByText(cardRefusalTexts.disputed)).toBeVisible();
    expect(shown.getByText('Hand back $16.52 cash.')).toBeVisible();
  });

  test('of two cards, the newer disputed, offers what the other paid to the card, and no reason for cash', async () => {
    const disputedAt = '2026-01-20T10:00:00.000Z';
    const routes = { [`GET /invoices/${id}/dispute-evidence`]: () => respond(404, {}) };
    const payments = [
      createPayment({ id: cashId, method: 'card', amount: 10 }),
      createPayment({ id: cardId, method: 'card', amount: 10.52, disputed: 10.52, cardRefusal: 'disputed' }),
    ];
    const shown = await dialog(open({ payments, disputed: 10.52 }, { invoice: { disputedAt }, routes }));
    expect(shown.getByLabelText(/^Amount/)).toHaveValue('10.00');
    expect(shown.getByText('$10.00 goes back to the card.')).toBeVisible();
    expect(shown.queryByText(cardRefusalTexts.disputed)).toBeNull();
  });

  test('of one line of a household names the membership that ends, not the first', async () => {
    const line = (name: string, member: string) => ({ ...createLine({ name, price: 9.5, total: 9.5 }), member });
    const membership = (name: string, position: number) => ({
      id: `018f0000-0000-7000-9000-0000000000a${position}`,
      name,
      periodEnd: '2026-01-31',
      renewsByCard: true,
      member: { id: `018f0000-0000-7000-9000-0000000000b${position}`, name: position ? 'Pia Ott' : 'Otto Ott' },
      line: position,
    });
    const memberships = [membership('Denver Monthly', 0), membership('Senior Mornings', 1)];
    const page = open(
      { ...byCard, membership: memberships[0] ?? null, memberships },
      {
        invoice: { metadata: { lineItems: [line('Denver Monthly', 'Otto Ott'), line('Senior Mornings', 'Pia Ott')] } },
      },
    );
    const { getByRole, findByRole, getByLabelText } = await dialog(page);
    await page.user.click(getByRole('button', { name: 'Items' }));
    await page.user.type(getByLabelText(/^Quantity of Senior Mornings/), '1');
    await page.user.click(await findByRole('radio', { name: 'End it now' }));
    const outcome = getByRole('note', { name: 'What will happen' });
    expect(outcome).toHaveTextContent('Senior Mornings ends now, and so does access.');
    expect(outcome).not.toHaveTextContent('Denver Monthly');
  });

  test('offers nothing before it is known whether a drawer is open, which would move it under somebody’s hand', async () => {
    const answer = later<unknown>();
    const page = open(byCard, {
      invoice: { locationId: gym.id },
      routes: { 'GET /drawers': () => answer.promise },
    });
    const shown = await dialog(page);
    expect(shown.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(shown.queryByRole('button')).not.toBeInTheDocument();
    answer.settle({ drawers: [], lastCounted: null });
    expect(await shown.findByRole('button', { name: 'Refund $20.52' })).toBeVisible();
  });

  test('refunds all of it to the card with a reason, and says so before', async () => {
    const page = open();
    const { getByRole, getByLabelText } = await dialog(page);
    expect(getByLabelText('Amount')).toHaveValue('20.52');
    expect(getByRole('note', { name: 'What will happen' })).toHaveTextContent(
      '$20.52 goes back to the card.The invoice is then refunded.',
    );
    await page.user.type(getByLabelText(/^Reason/), 'Wrong size');
    await page.user.click(getByRole('button', { name: 'Refund $20.52' }));
    expect(await screen.findByText('$6.48 refunded')).toBeVisible();
    expect(sent(page)).toEqual([{ amount: 20.52, destination: 'card', reason: 'Wrong size' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('asks for the reason', async () => {
    const page = open();
    const { getByRole, findByText } = await dialog(page);
    await page.user.click(getByRole('button', { name: 'Refund $20.52' }));
    expect(await findByText('Reason is required')).toBeVisible();
    expect(sent(page)).toEqual([]);
  });

  test('refunds items with their tax and puts them back into stock', async () => {
    const page = open();
    const { getByRole, getByLabelText, queryByRole } = await dialog(page);
    await page.user.click(getByRole('button', { name: 'Items' }));
    expect(getByRole('button', { name: 'Refund' })).toBeDisabled();
    await page.user.clear(getByLabelText('Quantity of Water Bottle'));
    await page.user.type(getByLabelText('Quantity of Water Bottle'), '2');
    await page.user.click(getByRole('checkbox', { name: '2 × Water Bottle' }));
    expect(getByRole('note')).toHaveTextContent(
      '$6.48 goes back to the card.Restocked: 2 × Water Bottle.$14.04 of what was paid stays.',
    );
    await page.user.clear(getByLabelText('Quantity of Day Pass'));
    await page.user.type(getByLabelText('Quantity of Day Pass'), '1');
    expect(queryByRole('checkbox', { name: '1 × Day Pass' })).toBeNull();
    await page.user.type(getByLabelText(/^Reason/), 'Wrong size');
    await page.user.click(getByRole('button', { name: 'Refund $17.28' }));
    await waitFor(() =>
      expect(sent(page)).toEqual([
        {
          lines: [
            { position: 0, quantity: 2 },
            { position: 1, quantity: 1 },
          ],
          destination: 'card',
          reason: 'Wrong size',
          restock: [0],
        },
      ]),
    );
  });

  test('sends to the card no more than it paid, and the rest in cash', async () => {
    const page = open(byBoth);
    const { getByRole, getByLabelText, findByText, getByText } = await dialog(page);
    expect(getByLabelText('Amount')).toHaveValue('10.52');
    await page.user.clear(getByLabelText('Amount'));
    await page.user.type(getByLabelText('Amount'), '11');
    expect(await findByText('Only $10.52 can go back to a card. Refund the rest in cash.')).toBeVisible();
    expect(getByRole('button', { name: 'Refund' })).toBeDisabled();
    await page.user.click(getByRole('button', { name: 'In cash' }));
    expect(getByText('Hand back $11.00 cash.')).toBeVisible();
  });

  test('rounds what is handed back with what was handed back before', async () => {
    const before = createPayment({
      amount: -3.35,
      cashRounding: 0.02,
      method: 'cash',
      status: 'refunded',
      refundOf: cashId,
    });
    const place = buildLocation({ cashRounding: 5 });
    const page = open(
      { payments: [createPayment({ id: cashId, amount: 20.5, cashRounding: -0.02 }), before] },
      { place, invoice: { locationId: place.id, refunded: 3.33, paid: 20.5, cashRounding: -0.02 } },
    );
    const { getByLabelText, findByText } = await dialog(page);
    await page.user.clear(getByLabelText('Amount'));
    await page.user.type(getByLabelText('Amount'), '3.33');
    expect(await findByText('Hand back $3.30 cash.')).toBeVisible();
  });

  test('offers no card for what came in cash, and says when an amount is none', async () => {
    const page = open({ payments: [createPayment({ id: cashId, amount: 20.52 })] });
    const { queryByRole, getByLabelText, getByText, findByText } = await dialog(page);
    expect(queryByRole('button', { name: 'To the card' })).toBeNull();
    expect(getByText('Hand back $20.52 cash.')).toBeVisible();
    await page.user.clear(getByLabelText('Amount'));
    expect(await findByText('Enter an amount such as 12.50')).toBeVisible();
  });

  test.each([
    ['not_stripe', 'A card payment of this invoice was not made through Stripe. Refund it in cash.'],
    ['stripe_missing', 'Stripe is not set up for this company. Refund card payments in cash.'],
  ] as const)('offers no card where the server would refuse it, and says why: %s', async (cardRefusal, why) => {
    const page = open({ payments: [createPayment({ id: cardId, method: 'card', amount: 20.52, cardRefusal })] });
    const { queryByRole, getByRole, getByLabelText, getByText } = await dialog(page);
    expect(queryByRole('button', { name: 'To the card' })).toBeNull();
    expect(getByText(why)).toBeVisible();
    await page.user.type(getByLabelText(/^Reason/), 'Wrong size');
    await page.user.click(getByRole('button', { name: 'Refund $20.52' }));
    await waitFor(() => expect(sent(page)).toEqual([{ amount: 20.52, destination: 'cash', reason: 'Wrong size' }]));
  });

  test('turns to cash when the card was refunded elsewhere in the meantime', async () => {
    let detail = createInvoiceDetail(paid, byBoth);
    const page = open(byBoth, {
      routes: {
        [`GET /invoices/${id}`]: () => detail,
        [refunds]: () => {
          const elsewhere = createPayment({ method: 'card', status: 'refunded', amount: -10.52, refundOf: cardId });
          detail = createInvoiceDetail(
            { ...paid, refunded: 10.52 },
            { ...byBoth, payments: [...byBoth.payments, elsewhere] },
          );
          return respond(409, { message: 'Only $10.00 can be refunded' });
        },
      },
    });
    const { getByRole, getByLabelText, findByText, queryByRole } = await dialog(page);
    await page.user.type(getByLabelText(/^Reason/), 'Wrong size');
    await page.user.click(getByRole('button', { name: 'Refund $10.52' }));
    expect(await findByText('Hand back $10.00 cash.')).toBeVisible();
    expect(queryByRole('button', { name: 'To the card' })).toBeNull();
    expect(getByRole('button', { name: 'Refund $10.00' })).toBeEnabled();
  });

  test('asks what happens to the membership, and shows its last day', async () => {
    const page = open({
      ...byCard,
      membership: {
        id: cashId,
        name: 'Gold',
        periodEnd: '2026-11-30',
        renewsByCard: true,
        member: { id: cashId, name: 'Maya Chen' },
        line: 0,
      },
    });
    const { getByRole, getByLabelText } = await dialog(page);
    const choice = within(getByRole('radiogroup', { name: 'Gold' }));
    expect(choice.getByRole('radio', { name: 'Keep the membership' })).toBeChecked();
    await page.user.click(choice.getByRole('radio', { name: 'End it with the paid period, on Nov 30, 2026' }));
    expect(getByRole('note')).toHaveTextContent('Gold ends on Nov 30, 2026.');
    await page.user.click(choice.getByRole('radio', { name: 'End it now' }));
    expect(getByRole('note')).toHaveTextContent('Gold ends now, and so does access.');
    await page.user.type(getByLabelText(/^Reason/), 'Unhappy');
    await page.user.click(getByRole('button', { name: 'Refund $20.52' }));
    await waitFor(() =>
      expect(sent(page)).toEqual([{ amount: 20.52, destination: 'card', reason: 'Unhappy', membership: 'end_now' }]),
    );
  });

  test('what was typed when the session ended is offered again after signing in', async () => {
    const first = open();
    const before = await dialog(first);
    await first.user.click(before.getByRole('button', { name: 'Items' }));
    await first.user.type(before.getByLabelText('Quantity of Water Bottle'), '2');
    await first.user.type(before.getByLabelText(/^Reason/), 'Wrong size');
    const session = readSession();
    act(() => expireSession());
    first.unmount();

    const again = open(byCard, { account: session?.user });
    const after = await dialog(again);
    await again.user.click(after.getByRole('button', { name: 'Restore' }));
    expect(after.getByLabelText('Quantity of Water Bottle')).toHaveValue(2);
    expect(after.getByLabelText(/^Reason/)).toHaveValue('Wrong size');
    expect(after.queryByRole('button', { name: 'Restore' })).toBeNull();
    await again.user.click(after.getByRole('button', { name: 'Refund $6.48' }));
    await waitFor(() =>
      expect(sent(again)).toEqual([
        { lines: [{ position: 0, quantity: 2 }], destination: 'card', reason: 'Wrong size' },
      ]),
    );
  });

  test('shows why it was refused, and sends the same key when it is tried again', async () => {
    const replies = [
      respond(503, { message: 'Stripe does not answer. Please try again in a moment.' }),
      { invoice: createInvoice({ id }), refund: buildRefund() },
    ];
    const page = open(byCard, { routes: { [refunds]: () => replies.shift() } });
    const { getByRole, getByLabelText, findByText } = await dialog(page);
    await page.user.type(getByLabelText(/^Reason/), 'Wrong size');
    await page.user.click(getByRole('button', { name: 'Refund $20.52' }));
    expect(await findByText('Stripe does not answer. Please try again in a moment.')).toBeVisible();
    await page.user.click(getByRole('button', { name: 'Refund $20.52' }));
    await waitFor(() => expect(sent(page)).toHaveLength(2));
    const keys = page.api.to(refunds).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });
});
