import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Invoice, InvoiceDetail } from '#domain/invoices/contract.ts';
import { createInvoice, createInvoiceDetail, createPayment } from '#tests/support/bookkeeping.ts';
import { buildLocation } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { buildRefund, byCard, cardId, dialog, id, open, paid, refunds, sent } from './refunding/refundScreen.ts';

describe('refunding at each level', () => {
  test.each(['admin', 'manager'] as const)('%s refunds what was paid', async (level) => {
    open(byCard, { level });
    expect(await screen.findByRole('button', { name: 'Refund' })).toBeVisible();
  });

  test('an operator does not', async () => {
    open(byCard, { level: 'operator' });
    await screen.findByRole('region', { name: 'Financial Summary' });
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });

  test.each([
    ['manager', 'operator', false],
    ['operator', 'manager', true],
  ] as const)(
    '%s at the selected location and %s at the invoice’s: offered is %s',
    async (selected, own, isOffered) => {
      const [here, there] = [buildLocation({ name: 'A' }), buildLocation({ name: 'B' })];
      renderScreen(
        `/invoices/${id}`,
        { [`GET /invoices/${id}`]: () => createInvoiceDetail({ ...paid, locationId: there.id }, byCard) },
        {
          level: 'operator',
          locations: [
            { location: here, level: selected },
            { location: there, level: own },
          ],
        },
      );
      await screen.findByRole('region', { name: 'Financial Summary' });
      expect(screen.queryAllByRole('button', { name: 'Refund' })).toHaveLength(isOffered ? 1 : 0);
    },
  );

  test.each([
    ['nothing was paid', { status: 'open', paid: 0, due: 20.52 }],
    ['all is refunded', { status: 'refunded', refunded: 20.52 }],
  ] as const)('there is nothing to refund where %s', async (_case, invoice) => {
    open(byCard, { invoice });
    await screen.findByRole('region', { name: 'Financial Summary' });
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });
});

test('where the answer is lost and the invoice reads as refunded by then, the same refund is asked for again and told', async () => {
  let refunded: Partial<Invoice> = {};
  const page = open(byCard, {
    routes: {
      [`GET /invoices/${id}`]: () => createInvoiceDetail({ ...paid, ...refunded }, byCard),
      [refunds]: () => {
        const isFirst = sent(page).length === 1;
        refunded = { status: 'refunded', refunded: 20.52 };
        if (isFirst) throw new TypeError('The answer is lost');
        return { invoice: createInvoice({ id }), refund: buildRefund({ amount: 20.52 }) };
      },
    },
  });
  const { getByRole, getByLabelText, findByText } = await dialog(page);
  await page.user.type(getByLabelText(/^Reason/), 'Wrong size');
  await page.user.click(getByRole('button', { name: 'Refund $20.52' }));
  expect(await findByText(/^The connection was lost, so this may have been done already/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Refund', hidden: true })).toBeNull());
  await page.user.click(getByRole('button', { name: 'Refund $20.52' }));
  expect(await screen.findByText('$20.52 refunded')).toBeVisible();
  const keys = page.api.to(refunds).map(({ headers }) => headers.get('Idempotency-Key'));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

/** It is hidden on the screen. */
const paper = () => document.querySelector('article');

describe('what was refunded', () => {
  const refunded: Partial<InvoiceDetail> = {
    ...byCard,
    payments: [
      ...byCard.payments,
      createPayment({
        method: 'card',
        status: 'refunded',
        amount: -6.48,
        refundOf: cardId,
        refundId: buildRefund().id,
      }),
    ],
    refunds: [buildRefund()],
  };

  test('is a row of its own with its reason, and no item is offered twice', async () => {
    const page = open(refunded, { invoice: { refunded: 6.48 } });
    const table = within(await screen.findByRole('table', { name: 'Payment History' }));
    const [, , row] = table.getAllByRole('row');
    expect(row).toHaveTextContent('Refund to card');
    expect(row).toHaveTextContent('Wrong size');
    expect(row).toHaveTextContent('−$6.48');
    expect(screen.getByRole('region', { name: 'Financial Summary' })).toHaveTextContent('Refunded−$6.48');
    const { getByRole, getByText } = await dialog(page);
    await page.user.click(getByRole('button', { name: 'Items' }));
    expect(getByText('1 × $3.24 with tax')).toBeVisible();
  });

  test('has a receipt of its own', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    const page = open(refunded, { invoice: { refunded: 6.48 } });
    await page.user.click(await screen.findByRole('button', { name: 'Print receipt' }));
    const receipt = await waitFor(() => paper() ?? expect.fail('Nothing is on paper'));
    expect(print).toHaveBeenCalledOnce();
    expect(receipt).toHaveTextContent('Refunded $6.48');
    expect(receipt).toHaveTextContent('Water Bottle2');
    expect(receipt).toHaveTextContent('Reason: Wrong size');
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(paper()).toBeNull());
  });
});
