import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { answered, maya, open, purchase, unlimited } from '#tests/support/purchaseDesk.ts';
import { createPage } from '#tests/support/records.ts';

const ann = { id: '018f0000-0000-7000-8000-00000000f101', firstName: 'Ann', lastName: 'Oakley' };
const family = (hasSavedCard: boolean): Routes => ({
  'GET /households': () => ({ households: [{ id: 'family' }], pagination: createPage(1) }),
  'GET /households/family': () => ({
    household: {
      id: 'family',
      payer: ann,
      savedCard: hasSavedCard ? { brand: 'visa', lastDigits: '4242', lastDay: '2999-08-31' } : null,
      members: [
        { ...ann, isPayer: true, mayAct: true, hasSavedCard, memberships: [] },
        { ...maya, isPayer: false, mayAct: false, hasSavedCard: false, memberships: [] },
      ],
      owed: 0,
      owedInvoices: [],
    },
  }),
});

async function atPayment(routes: Routes) {
  const page = await open(routes);
  const dialog = within(await screen.findByRole('dialog', { name: /Sell membership/ }));
  await page.user.click(await dialog.findByRole('button', { name: new RegExp(unlimited.name) }));
  return { ...page, dialog };
}

const sold = () =>
  respond(201, { ...answered(), contactMembership: { id: 'held', contactId: maya.id }, paymentIntent: undefined });

test('the payer’s saved card is proposed and charged without a card at the desk', async () => {
  const { dialog, user, api } = await atPayment({ ...family(true), [purchase]: sold });
  expect(await dialog.findByRole('combobox', { name: 'Paid by' })).toHaveTextContent(/^Ann Oakley, Visa .*4242/);
  expect(dialog.queryByRole('group', { name: 'Payment method' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Charge $69.12' }));
  expect(await dialog.findByText('Payment Successful!')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  const [call] = api.to(purchase);
  expect(call?.body).toMatchObject({ contactId: maya.id, payerId: ann.id, onPayer: 'saved_card' });
  expect(call?.body).not.toHaveProperty('paymentMethod');
});

test('the receipt is offered to the payer’s address', async () => {
  const email = 'ann@member.test';
  const { dialog, user, api } = await atPayment({
    ...family(true),
    [`GET /contacts/${ann.id}`]: () => ({ contact: { ...maya, ...ann, email }, homeLocation: null }),
    [purchase]: sold,
  });
  await user.click(await dialog.findByRole('button', { name: 'Charge $69.12' }));
  await waitFor(() => expect(api.to(`GET /contacts/${ann.id}`)).toHaveLength(1));
  await user.click(await dialog.findByRole('button', { name: 'Email receipt' }));
  expect(await screen.findByDisplayValue(email)).toBeVisible();
});

test('a declined card says why, and the plan can be put on the account instead', async () => {
  let isDeclined = true;
  const { dialog, user, api } = await atPayment({
    ...family(true),
    [purchase]: () =>
      isDeclined ? respond(402, { success: false, error: 'Declined', message: 'Your card was declined.' }) : sold(),
  });
  await user.click(await dialog.findByRole('button', { name: 'Charge $69.12' }));
  expect(await dialog.findByText('Your card was declined.')).toBeVisible();
  isDeclined = false;
  await user.click(dialog.getByRole('combobox', { name: 'Paid by' }));
  await user.click(await screen.findByRole('option', { name: 'Ann Oakley, on account' }));
  expect(await dialog.findByText(/Ann Oakley gets the invoice and owes \$69.12/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Put $69.12 on Account' }));
  expect(await dialog.findByText('Membership Sold')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Print receipt' })).toBeNull();
  expect(api.to(purchase).at(-1)?.body).toMatchObject({ payerId: ann.id, onPayer: 'account' });
});

test('without a saved card the payer pays now, and cash is the payer’s', async () => {
  const { dialog, user, api } = await atPayment({ ...family(false), [purchase]: sold });
  expect(await dialog.findByRole('combobox', { name: 'Paid by' })).toHaveTextContent('Ann Oakley, now');
  await user.click(dialog.getByRole('button', { name: 'Cash' }));
  await user.click(await dialog.findByRole('button', { name: 'Charge $69.12' }));
  await waitFor(() => expect(api.to(purchase)[0]?.body).toMatchObject({ payerId: ann.id, paymentMethod: 'cash' }));
});

test('nobody is asked who pays for a contact without a payer', async () => {
  const { dialog } = await atPayment({});
  await waitFor(() => expect(dialog.getByRole('group', { name: 'Payment method' })).toBeVisible());
  expect(dialog.queryByRole('combobox', { name: 'Paid by' })).toBeNull();
});
