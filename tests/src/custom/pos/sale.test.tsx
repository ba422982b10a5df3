import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { later, respond } from '#tests/support/consoleApi.ts';
import { createInvoiceRow } from '#tests/support/bookkeeping.ts';
import { buildLocation, createMemberSummary, createPage, ironPeak } from '#tests/support/records.ts';
import { setWidth } from '#tests/support/width.ts';
import { chooseMaya, maya, renderTill } from './till.tsx';
import '#src/custom/pos/DiscountDialog.tsx';

const settings = { payments: { pointOfSaleDiscount: 10, managerDiscount: 50 } };
const withSettings = { [`GET /companies/${ironPeak.id}/settings`]: () => ({ settings }) };

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
  await screen.findByText('Payment Successful!');
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

test('on a phone the customer is one line, which says what is owed; pressed, it offers to collect it', async () => {
  setWidth(390);
  const owed = createInvoiceRow({ due: 11.03, status: 'open' });
  const { user } = renderTill({
    routes: {
      [`GET /contacts/${maya.id}`]: () => ({ contact: maya, homeLocation: null }),
      [`GET /contacts/${maya.id}/standing`]: () => createMemberSummary({ membership: null, due: 11.03 }),
      'GET /invoices': () => ({ invoices: [owed], pagination: createPage(1) }),
    },
  });
  await chooseMaya(user);
  const customer = within(screen.getByRole('region', { name: 'Customer Selection' }));
  const line = await customer.findByRole('button', {
    name: /^Maya Okafor.*No membership.*\$11\.03 due · maya@example\.test/,
  });
  expect(customer.queryByRole('button', { name: 'Collect $11.03' })).not.toBeInTheDocument();
  await user.click(line);
  expect(customer.getByText('maya@example.test · (303) 555-0123')).toBeVisible();
  expect(await customer.findByRole('button', { name: 'Collect $11.03' })).toBeVisible();
  expect(await customer.findByRole('button', { name: 'Sell membership' })).toBeVisible();
  await user.click(customer.getByRole('button', { name: 'Change' }));
  expect(await screen.findByRole('combobox', { name: 'Search customers' })).toBeVisible();
});

test.each([
  ['with a membership', {}, 'Paid by Ann Oakley · (303) 555-0123 · Monthly Unlimited'],
  ['without one', { membership: null }, 'Paid by Ann Oakley · (303) 555-0123'],
])('The line of a dependant %s begins with who pays', async (_case, change, text) => {
  const paidBy = { id: maya.id, firstName: 'Ann', lastName: 'Oakley' };
  const { user } = renderTill({
    routes: { [`GET /contacts/${maya.id}/standing`]: () => createMemberSummary({ ...change, paidBy }) },
  });
  await chooseMaya(user);
  const payer = await screen.findByText('Paid by');
  expect(payer.parentElement?.textContent).toBe(text);
});

test('A freeze says until when, before the plan', async () => {
  const { summary } = createMemberSummary();
  const frozen = { ...summary.membership, status: 'suspended', frozenUntil: '2999-12-03' };
  const { user } = renderTill({
    routes: { [`GET /contacts/${maya.id}/standing`]: () => ({ summary: { ...summary, membership: frozen } }) },
  });
  await chooseMaya(user);
  expect(await screen.findByText('Frozen until Dec 3, 2999 · Monthly Unlimited')).toBeVisible();
});

test('on a phone a status that cannot be loaded is said once', async () => {
  setWidth(390);
  const { user } = renderTill({
    routes: {
      [`GET /contacts/${maya.id}`]: () => ({ contact: maya, homeLocation: null }),
      [`GET /contacts/${maya.id}/standing`]: () => respond(503, { message: 'The database does not answer.' }),
      'GET /invoices': () => ({ invoices: [], pagination: createPage(0) }),
    },
  });
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: /^Maya Okafor/ }));
  expect(await screen.findByRole('button', { name: 'Sell membership' })).toBeVisible();
  expect(await screen.findAllByText('The database does not answer.')).toHaveLength(1);
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

test('Walk-in does not lead to the payment for what is added until its answer comes', async () => {
  const location = buildLocation();
  const answer = later<unknown>();
  const { user } = renderTill({
    locations: [location],
    routes: {
      [`POST /locations/${location.id}/walk-in`]: () => answer.promise,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Walk-in' }));
  await user.click(screen.getByRole('button', { name: 'Add Water' }));
  answer.settle({ contact: walkIn });
  expect(await screen.findByText('Walk-in customer')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Sale' })).not.toBeInTheDocument();
});

test('a customer who is chosen while Walk-in is on its way stays the customer, and nothing is paid', async () => {
  const location = buildLocation();
  const answer = later<unknown>();
  const { user } = renderTill({
    locations: [location],
    routes: { [`POST /locations/${location.id}/walk-in`]: () => answer.promise },
  });
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await user.click(screen.getByRole('button', { name: 'Walk-in, pay' }));
  await chooseMaya(user);
  await act(async () => answer.settle({ contact: walkIn }));
  expect(screen.getByText('Maya Okafor')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
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
