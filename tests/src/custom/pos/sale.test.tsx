import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ParkedSale, ParkSaleBody } from '#domain/contract/parked-sales.ts';
import { answer } from '#tests/support/consoleApi.ts';
import { aLocation, ironPeak } from '#tests/support/records.ts';
import { cashAnswer, chooseMaya, maya, renderTill, salesOf, toPayment, towel, water } from './till.tsx';
import '#src/custom/payments/EmailReceiptDialog.tsx';
import '#src/custom/pos/DiscountDialog.tsx';
import '#src/custom/pos/ParkedSalesDialog.tsx';
import '#src/custom/pos/ParkSaleDialog.tsx';

const settings = { payments: { pointOfSaleDiscount: 10, managerDiscount: 50 } };
const withSettings = { [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings }) };
const parked: ParkedSale = {
  id: crypto.randomUUID(), locationId: water.locationId, customer: 'Maya Okafor', pieces: 3, total: 8.1, note: 'Back at six',
  parkedBy: 'Sam Staff', createdAt: '2026-01-05T22:04:00.000Z',
};

test('a discount on a line and on the sale is sent with its reason and the total that was shown, and can be removed', async () => {
  const till = renderTill({ routes: withSettings });
  const { user } = till;
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  const give = async (name: string, value: string) => {
    await user.click(screen.getByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Discount on/ }));
    await user.type(dialog.getByRole('textbox', { name: 'Percent off' }), value);
    await user.type(dialog.getByRole('combobox', { name: 'Reason' }), 'Staff');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
  };
  await give('Discount on Water', '20');
  await give('Add Discount', '10');
  expect(await screen.findByText('20% off, Staff −$0.50')).toBeVisible();
  expect(screen.getByText('10% off, Staff')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  await user.type(screen.getByRole('textbox', { name: 'Cash received (optional)' }), '5');
  await user.click(screen.getByRole('button', { name: 'Complete Sale' }));
  await screen.findByText('Payment Successful!');
  const [sale] = salesOf(till);
  expect(sale?.body).toMatchObject({
    items: [{ salesItemId: water.id, quantity: 1, discount: { percent: 20, reason: 'Staff' } }],
    discount: { percent: 10, reason: 'Staff' },
    expectedTotal: 1.94,
    tendered: 5,
  });
});

test('a discount says what is missing, and what the level may give', async () => {
  const { user } = renderTill({ routes: withSettings });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Add Discount' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discount on the Sale' }));
  expect(await dialog.findByText('Up to 50% at your access level')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(dialog.getByText('Give a reason for the discount')).toBeVisible();
  await user.type(dialog.getByRole('combobox', { name: 'Reason' }), 'Staff');
  await user.type(dialog.getByRole('textbox', { name: 'Percent off' }), '51');
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(dialog.getByText('Your access level can give discounts of up to 50%')).toBeVisible();
});

test('Walk-in chooses the location’s customer without a name', async () => {
  const walkIn = { ...maya, id: crypto.randomUUID(), firstName: 'Walk-in', lastName: 'customer', email: '', phone: null };
  const location = aLocation();
  const { user } = renderTill({ locations: [location], routes: { [`POST /locations/${location.id}/walk-in`]: () => ({ contact: walkIn }) } });
  await user.click(await screen.findByRole('button', { name: 'Walk-in' }));
  expect(await screen.findByText('Walk-in customer')).toBeVisible();
});

test('a parked sale empties the till, with its customer, items and note', async () => {
  const { user, api } = renderTill({ routes: { 'POST /parked-sales': () => ({ parkedSale: parked }) } });
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Park Sale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Park Sale' }));
  await user.type(dialog.getByRole('textbox', { name: 'Note (optional)' }), 'Back at six');
  await user.click(dialog.getByRole('button', { name: 'Park Sale' }));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  const body = api.to('POST /parked-sales')[0]?.body as ParkSaleBody;
  expect(body).toMatchObject({ contactId: maya.id, items: [{ salesItemId: water.id, quantity: 1 }], note: 'Back at six' });
});

test('a resumed sale has the prices and the stock of today, and says what has changed', async () => {
  const resumed = {
    parkedSale: parked, contact: maya, discount: null,
    items: [
      { salesItemId: water.id, name: 'Water', price: 2, quantity: 1 },
      { salesItemId: towel.id, name: 'Towel', price: 10, quantity: 4 },
    ],
  };
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [parked] }),
      [`POST /parked-sales/${parked.id}/resume`]: () => resumed,
      [`GET /sales-items/${water.id}`]: () => ({ salesItem: water }),
      [`GET /sales-items/${towel.id}`]: () => ({ salesItem: towel }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(await screen.findByText('Water costs $2.50 now. It was $2.00.')).toBeVisible();
  expect(screen.getByText('Only 2 of Towel are in stock.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of Towel' })).toHaveValue('2'));
  expect(screen.getByText('Maya Okafor')).toBeVisible();
});

test('a parked sale that another till was first to resume says so', async () => {
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [parked] }),
      [`POST /parked-sales/${parked.id}/resume`]: () => answer(409, { message: 'This sale was resumed or discarded meanwhile, maybe at another till' }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(await screen.findByText('This sale was resumed or discarded meanwhile, maybe at another till')).toBeVisible();
});

test('the receipt of the last sale is mailed to the customer', async () => {
  const sold = cashAnswer();
  const { invoice } = sold;
  const { user, api } = renderTill({ routes: { 'POST /sales-items/purchase': () => sold, [`POST /invoices/${invoice.id}/receipt`]: () => ({ message: 'The receipt is sent', email: maya.email }) } });
  await toPayment(user);
  await user.click(screen.getByRole('button', { name: 'Complete Sale' }));
  await user.click(await screen.findByRole('button', { name: 'Next Customer' }));
  await user.click(await screen.findByRole('button', { name: 'Email Receipt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Email Receipt' }));
  expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(maya.email);
  await user.click(dialog.getByRole('button', { name: 'Send Receipt' }));
  expect(await screen.findByText(`The receipt is sent to ${maya.email}`)).toBeVisible();
  expect(api.to(`POST /invoices/${invoice.id}/receipt`)).toHaveLength(1);
});
