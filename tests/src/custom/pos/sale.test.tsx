import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ParkedSale, ParkSaleBody } from '#domain/pos/parkedSalesContract.ts';
import { expireSession, readSession } from '#src/authProvider/session.ts';
import { App } from '#src/App.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { createInvoiceRow } from '#tests/support/bookkeeping.ts';
import { buildContact, buildLocation, createMemberSummary, createPage, ironPeak } from '#tests/support/records.ts';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';
import { chooseMaya, maya, renderTill, towel, water } from './till.tsx';
import '#src/custom/pos/DiscountDialog.tsx';
import '#src/custom/pos/ParkedSalesDialog.tsx';
import '#src/custom/pos/ParkSaleDialog.tsx';

const settings = { payments: { pointOfSaleDiscount: 10, managerDiscount: 50 } };
const withSettings = { [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings }) };
const parked: ParkedSale = {
  id: crypto.randomUUID(),
  locationId: water.locationId,
  customer: 'Maya Okafor',
  pieces: 3,
  total: 8.1,
  note: 'Back at six',
  parkedBy: 'Sam Staff',
  createdAt: '2026-01-05T22:04:00.000Z',
};

const walkIn = {
  ...maya,
  id: crypto.randomUUID(),
  firstName: 'Walk-in',
  lastName: 'customer',
  email: '',
  phone: null,
};

test('an item for cash without a name takes three presses', async () => {
  const location = buildLocation({ salesTaxRate: 0.08 });
  const { user, api } = renderTill({
    locations: [location],
    routes: { [`POST /locations/${location.id}/walk-in`]: () => ({ contact: walkIn }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Walk-in, pay' }));
  await user.click(await screen.findByRole('button', { name: 'Complete Sale' }));
  expect(await screen.findByText('Payment Successful!')).toBeVisible();
  expect(api.to('POST /sales-items/purchase')[0]?.body).toMatchObject({ contactId: walkIn.id, paymentMethod: 'cash' });
  // The items stay where they are, for the next sale.
  expect(screen.getByRole('button', { name: 'Add Water' })).toBeVisible();
});

test('a chosen customer shows whether they are a member and what they owe, which can be collected', async () => {
  const owed = createInvoiceRow({ contactId: maya.id, status: 'open', due: 11.03 });
  const { user } = renderTill({
    routes: {
      [`GET /contacts/${maya.id}/standing`]: () => createMemberSummary({ membership: null, due: 11.03 }),
      'GET /invoices': () => ({ invoices: [owed], pagination: createPage(1) }),
    },
  });
  await chooseMaya(user);
  const customer = within(screen.getByRole('region', { name: 'Customer Selection' }));
  expect(await customer.findByText('No membership')).toBeVisible();
  expect(await customer.findByRole('button', { name: 'Collect $11.03' })).toBeVisible();
});

test('A dependant’s payer is named', async () => {
  const paidBy = { id: maya.id, firstName: 'Ann', lastName: 'Oakley' };
  const { user } = renderTill({
    routes: { [`GET /contacts/${maya.id}/standing`]: () => createMemberSummary({ paidBy }) },
  });
  await chooseMaya(user);
  const customer = within(screen.getByRole('region', { name: 'Customer Selection' }));
  expect(await customer.findByText('Paid by')).toHaveTextContent('Paid by Ann Oakley');
});

test('Walk-in chooses the location’s customer without a name', async () => {
  const location = buildLocation();
  const { user } = renderTill({
    locations: [location],
    routes: { [`POST /locations/${location.id}/walk-in`]: () => ({ contact: walkIn }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Walk-in' }));
  expect(await screen.findByText('Walk-in customer')).toBeVisible();
});

test('a discount says what the level may give, and one within it changes the total', async () => {
  const { user } = renderTill({ routes: withSettings });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  const cart = within(screen.getByRole('region', { name: 'Cart' }));
  await user.click(cart.getByText('Add discount'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discount on the Sale' }));
  expect(await dialog.findByText('Up to 50% at your access level')).toBeVisible();
  const percent = dialog.getByLabelText('Percent off');
  const apply = dialog.getByText('Apply');
  fireEvent.change(percent, { target: { value: '51' } });
  fireEvent.click(apply);
  expect(dialog.getByText('Give a reason for the discount')).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Staff' } });
  fireEvent.click(apply);
  expect(dialog.getByText('Your access level can give discounts of up to 50%')).toBeVisible();
  fireEvent.change(percent, { target: { value: '10.005' } });
  fireEvent.click(apply);
  expect(dialog.getByText('A percentage has at most two decimals')).toBeVisible();
  fireEvent.change(percent, { target: { value: '10' } });
  fireEvent.click(apply);
  expect(await cart.findByText('10% off, Staff')).toBeInTheDocument();
  expect(cart.getByText('−$0.25')).toBeInTheDocument();
  expect(cart.getByText('$2.43')).toBeInTheDocument();
});

test('a parked sale empties the till, with its customer, items and note', async () => {
  const { user, api } = renderTill({ routes: { 'POST /parked-sales': () => ({ parkedSale: parked }) } });
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  fireEvent.change(dialog.getByLabelText('Note (optional)'), { target: { value: 'Back at six' } });
  await user.click(dialog.getByRole('button', { name: 'Park sale' }));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  const body = api.to('POST /parked-sales')[0]?.body as ParkSaleBody;
  expect(body).toMatchObject({
    contactId: maya.id,
    items: [{ salesItemId: water.id, quantity: 1 }],
    note: 'Back at six',
  });
});

test('a sale that is parked after the till was left and opened again is not in the cart any more', async () => {
  let response: (respond: unknown) => void = () => undefined;
  const { user, api, unmount } = renderTill({
    routes: { 'POST /parked-sales': () => new Promise((resolve) => (response = resolve)) },
  });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Park sale' })).getByRole('button', { name: 'Park sale' }),
  );
  await waitFor(() => expect(api.to('POST /parked-sales')).toHaveLength(1));
  unmount();
  render(<App layout={Screen} />);
  expect(await screen.findByRole('textbox', { name: 'Quantity of Water' })).toBeVisible();
  response({ parkedSale: parked });
  expect(await screen.findByText('The cart is empty')).toBeVisible();
});

test('the note of a sale to park is offered again after the session ended, and a lost answer does not park it twice', async () => {
  let isLost = true;
  const routes = {
    'POST /parked-sales': () => (isLost ? respond(503, { message: 'The answer was lost' }) : { parkedSale: parked }),
  };
  const locations = [buildLocation()];
  const first = renderTill({ routes, locations });
  await chooseMaya(first.user);
  await first.user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await first.user.click(screen.getByRole('button', { name: 'Park sale' }));
  const before = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  fireEvent.change(before.getByLabelText('Note (optional)'), { target: { value: 'Back at six' } });
  await first.user.click(before.getByRole('button', { name: 'Park sale' }));
  expect(await before.findByText('The answer was lost')).toBeVisible();
  // With another note it would be a different sale.
  await waitFor(() => expect(before.getByLabelText('Note (optional)')).toHaveAttribute('readonly'));
  const session = readSession();
  act(() => expireSession());
  first.unmount();

  isLost = false;
  const again = renderTill({ routes, locations, account: session?.user });
  await again.user.click(await screen.findByRole('button', { name: 'Park sale' }));
  const after = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  await again.user.click(after.getByRole('button', { name: 'Restore' }));
  await again.user.click(after.getByRole('button', { name: 'Park sale' }));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  const [lost, sent] = [first.api.to('POST /parked-sales')[0], again.api.to('POST /parked-sales')[0]];
  expect(sent?.body).toMatchObject({ note: 'Back at six' });
  expect(sent?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
});

test('a resumed sale has the prices and the stock of today, and says what has changed', async () => {
  const resumed = {
    parkedSale: parked,
    contact: maya,
    discount: null,
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

test('a resumed sale of which nothing is sold any more leaves no discount for the next one', async () => {
  const discount = { percent: 10, reason: 'Staff' };
  const resumed = {
    parkedSale: parked,
    contact: maya,
    discount,
    items: [{ salesItemId: towel.id, name: 'Towel', price: 10, quantity: 1 }],
  };
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [parked] }),
      [`POST /parked-sales/${parked.id}/resume`]: () => resumed,
      [`GET /sales-items/${towel.id}`]: () => ({ salesItem: { ...towel, isActive: false } }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(await screen.findByText('Towel is no longer sold.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  expect(await screen.findByRole('button', { name: 'Add discount' })).toBeVisible();
});

test('a parked sale whose answer was lost stays, also over a reload when the server has it no more, and is resumed with the same key', async () => {
  let sales = [parked];
  const routes = {
    'GET /parked-sales': () => ({ parkedSales: sales }),
    [`POST /parked-sales/${parked.id}/resume`]: () => {
      if (sales.length === 0)
        return {
          parkedSale: parked,
          contact: maya,
          discount: null,
          items: [{ salesItemId: water.id, name: 'Water', price: 2.5, quantity: 1 }],
        };
      sales = [];
      return respond(503, { message: 'The answer was lost' });
    },
  };
  const locations = [buildLocation()];
  const { user, api, unmount } = renderTill({ routes, locations });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  const before = api.to('GET /parked-sales').length;
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(await screen.findByText('The answer was lost')).toBeVisible();
  await waitFor(() => expect(api.to('GET /parked-sales').length).toBeGreaterThan(before));
  // After a reload the page still has it.
  unmount();
  const again = renderTill({ routes, locations, account: readSession()?.user });
  await again.user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await again.user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('1'));
  const keys = [api, again.api]
    .flatMap((one) => one.to(`POST /parked-sales/${parked.id}/resume`))
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(screen.queryByRole('button', { name: /^Parked/ })).not.toBeInTheDocument();
});

test('a parked sale whose answer comes when another sale is in the cart stays parked, and is resumed with the same key', async () => {
  const resumed = {
    parkedSale: parked,
    contact: maya,
    discount: null,
    items: [{ salesItemId: water.id, name: 'Water', price: 2.5, quantity: 3 }],
  };
  let respondFirst: (response: unknown) => void = () => undefined;
  const first = new Promise((resolve) => (respondFirst = resolve));
  let sales = [parked];
  const { user, api } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: sales }),
      [`POST /parked-sales/${parked.id}/resume`]: () => {
        sales = [];
        return api.to(`POST /parked-sales/${parked.id}/resume`).length === 1 ? first : resumed;
      },
      [`GET /sales-items/${water.id}`]: () => ({ salesItem: water }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Add Towel' }));
  respondFirst(resumed);
  await waitFor(() => expect(api.to(`GET /sales-items/${water.id}`)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Parked (1)' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Quantity of Water' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove Towel' }));
  await user.click(screen.getByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('3'));
  const keys = api.to(`POST /parked-sales/${parked.id}/resume`).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a sale parked without a customer keeps the customer who is chosen at the till, and one parked with a customer brings its own', async () => {
  const other = buildContact({ firstName: 'Omar', lastName: 'Haddad' });
  const unnamed = { ...parked, id: crypto.randomUUID(), customer: null };
  const items = [{ salesItemId: water.id, name: 'Water', price: 2.5, quantity: 1 }];
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [unnamed, { ...parked, customer: 'Omar Haddad' }] }),
      [`POST /parked-sales/${unnamed.id}/resume`]: () => ({
        parkedSale: unnamed,
        contact: null,
        discount: null,
        items,
      }),
      [`POST /parked-sales/${parked.id}/resume`]: () => ({ parkedSale: parked, contact: other, discount: null, items }),
    },
  });
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Parked (2)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of No customer' }));
  expect(await screen.findByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('1');
  expect(screen.getByText('Maya Okafor')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove Water' }));
  await user.click(await screen.findByRole('button', { name: /^Parked/ }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Omar Haddad' }));
  expect(await screen.findByText('Omar Haddad')).toBeVisible();
  expect(screen.queryByText('Maya Okafor')).not.toBeInTheDocument();
});

test('a sale whose parking was not answered is parked with the same note and key when the dialog is opened again', async () => {
  let isLost = true;
  const { user, api } = renderTill({
    routes: {
      'POST /parked-sales': () => (isLost ? respond(503, { message: 'The answer was lost' }) : { parkedSale: parked }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  const before = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  fireEvent.change(before.getByLabelText('Note (optional)'), { target: { value: 'Back at six' } });
  await user.click(before.getByRole('button', { name: 'Park sale' }));
  expect(await before.findByText('The answer was lost')).toBeVisible();
  await user.click(before.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  isLost = false;
  await user.click(screen.getByRole('button', { name: 'Park sale' }));
  const after = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  expect(after.getByLabelText('Note (optional)')).toHaveValue('Back at six');
  expect(after.getByLabelText('Note (optional)')).toHaveAttribute('readonly');
  await user.click(after.getByRole('button', { name: 'Park sale' }));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  const [lost, sent] = api.to('POST /parked-sales');
  expect(sent?.body).toEqual(lost?.body);
  expect(sent?.headers.get('Idempotency-Key')).toBe(lost?.headers.get('Idempotency-Key'));
});

test('a parked sale that another till was first to resume says so', async () => {
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [parked] }),
      [`POST /parked-sales/${parked.id}/resume`]: () =>
        respond(409, { message: 'This sale has already been resumed or discarded, maybe at another till' }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(
    await screen.findByText('This sale has already been resumed or discarded, maybe at another till'),
  ).toBeVisible();
});
