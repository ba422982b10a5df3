import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { App } from '#src/App.tsx';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import '#src/resources/invoices/payments/EmailReceiptDialog.tsx';
import '#src/resources/signatures/SignDialog.tsx';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import {
  choose,
  home,
  maya,
  noStripe,
  open,
  paid,
  pay,
  preview,
  purchase,
  sent,
  today,
  unlimited,
} from '#tests/support/purchaseDesk.ts';
import { buildCheckin, createContactMembership, createInvoice, createPage, ironPeak } from '#tests/support/records.ts';
import { installStripe } from '#tests/support/stripeJs/installStripe.ts';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';

const settings = `GET /companies/${ironPeak.id}/settings`;
const methods = (otherMethods: string[]): Routes => ({
  [settings]: () => ({ settings: { ...settingsDefaults, payments: { ...settingsDefaults.payments, otherMethods } } }),
});
const method = (name: string) => screen.getByRole('button', { name });
const body = {
  contactId: maya.id,
  membershipId: unlimited.id,
  locationId: home.id,
  startDate: today,
  autoRenew: true,
  expectedTotal: 69.12,
};

test('without Stripe the first step says so, and Cash is chosen: paid with one press, also of two', async () => {
  const page = await open({ ...noStripe, ...paid });
  expect(
    await screen.findByText(
      /^Stripe payment configuration is not set up for this company\. Cash and other payments are taken\./,
    ),
  ).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Set up Stripe' })).not.toBeInTheDocument();
  await page.user.click(await screen.findByRole('button', { name: /Unlimited/ }));
  expect((await screen.findByRole('group', { name: 'Payment method' })).textContent).toBe(' Cash Card Other');
  expect(method('Cash')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.queryByLabelText(/^Cardholder name/)).not.toBeInTheDocument();
  await page.user.dblClick(pay());
  await screen.findByText('Payment Successful!');
  expect(sent(page)).toEqual([
    { key: expect.stringMatching(/^[0-9a-f]{32}$/), body: { ...body, paymentMethod: 'cash' } },
  ]);
  await page.user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(Object.keys(localStorage).filter((name) => name.startsWith('openAttempt.'))).toEqual([]);
});

test('with Stripe, Card is chosen, in the order of the till; without, Card says what is missing', async () => {
  installStripe();
  const { unmount } = await choose(/Unlimited/);
  expect((await screen.findByRole('group', { name: 'Payment method' })).textContent).toBe(' Cash Card Other');
  expect(await screen.findByLabelText('Card number')).toBeVisible();
  unmount();
  const { user } = await choose(/Unlimited/, noStripe);
  await user.click(await screen.findByRole('button', { name: 'Card' }));
  expect(await screen.findByText('Stripe payment configuration is not set up for this company')).toBeVisible();
});

test('cash received gives the change, which stays until the dialog is closed; too little cannot be paid', async () => {
  const { user } = await choose(/Unlimited/, { ...noStripe, ...paid });
  await user.type(await screen.findByLabelText('Cash received (optional)'), '50');
  expect(screen.getByText('Short by $19.12')).toBeVisible();
  expect(pay()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: '$80.00' }));
  expect(screen.getByText('Change $10.88')).toBeVisible();
  await user.click(pay());
  const said = within(await screen.findByRole('status'));
  expect(said.getByText('Change $10.88')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
});

test('a sold plan says the next charge, and its receipt is printed or sent before the dialog is closed', async () => {
  let isSold = false;
  const term = createContactMembership({
    contactId: maya.id,
    membershipId: unlimited.id,
    renewsBy: 'manual',
    nextRenewalOn: '2027-01-14',
    nextRenewalAmount: 69.12,
  });
  const earlier = { ...term, id: '018f0000-0000-7000-8000-00000000e001', nextRenewalOn: '2026-12-31' };
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const page = await choose(/Unlimited/, {
    ...noStripe,
    [purchase]: (call) => {
      isSold = true;
      return paid[purchase]?.(call);
    },
    [`GET /contacts/${maya.id}/memberships`]: () => {
      const memberships = isSold ? [earlier, term] : [earlier];
      return { memberships, pagination: createPage(memberships.length) };
    },
  });
  await page.user.click(await screen.findByRole('button', { name: '$80.00' }));
  expect(screen.getByText(/Step 2 of 2/)).toBeVisible();
  await page.user.click(pay());
  expect(await screen.findByText('Next payment $69.12 with tax on Jan 14, 2027')).toBeVisible();
  expect(screen.queryByText(/Step 2 of 2/)).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Print receipt' }));
  const receipt = within(await screen.findByRole('article', { name: 'Receipt', hidden: true }));
  expect(receipt.getByText('Maya Okafor', { exact: false })).toBeInTheDocument();
  expect(receipt.getByText('Tendered')).toBeInTheDocument();
  expect(print).toHaveBeenCalledOnce();
  await page.user.click(screen.getByRole('button', { name: 'Email receipt' }));
  expect(await screen.findByRole('textbox', { name: /^Email/ })).toHaveValue(maya.email);
});

test('a plan that does not renew says that nothing more is charged', async () => {
  let isSold = false;
  const term = createContactMembership({ contactId: maya.id, membershipId: unlimited.id });
  const page = await choose(/Unlimited/, {
    ...noStripe,
    [purchase]: (call) => {
      isSold = true;
      return paid[purchase]?.(call);
    },
    [`GET /contacts/${maya.id}/memberships`]: () => ({
      memberships: isSold ? [{ ...term, autoRenew: false, nextRenewalOn: null, nextRenewalAmount: null }] : [],
      pagination: createPage(isSold ? 1 : 0),
    }),
  });
  await page.user.click(pay());
  expect(await screen.findByText('Nothing more will be charged.')).toBeVisible();
});

test('a member who has just bought a plan is checked in with one press, and a denial is read before the dialog closes', async () => {
  let isDenied = true;
  const checkIn: Routes = {
    'POST /checkins': () =>
      isDenied
        ? respond(403, { message: 'Membership starts tomorrow' })
        : respond(201, buildCheckin({ contactId: maya.id })),
  };
  const page = await choose(/Unlimited/, { ...noStripe, ...paid, ...checkIn });
  await page.user.click(pay());
  await page.user.click(await screen.findByRole('button', { name: 'Check In Now' }));
  expect(await screen.findByText(/Membership starts tomorrow/)).toBeVisible();
  isDenied = false;
  await page.user.click(screen.getByRole('button', { name: 'Check In Now' }));
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('cash for a plan with no drawer open says so', async () => {
  const noDrawer: Routes = { 'GET /drawers': () => ({ drawers: [], pagination: createPage(0), lastCounted: null }) };
  const page = await choose(/Unlimited/, { ...noStripe, ...noDrawer }, [unlimited], 'manager');
  expect(await screen.findByText('No drawer is open, so no drawer counts this cash.')).toBeVisible();
  expect(page.api.to('GET /drawers')[0]?.query.get('locationId')).toBe(home.id);
});

test('by another method of the settings, with its number', async () => {
  const page = await choose(/Unlimited/, { ...noStripe, ...paid, ...methods(['Bank transfer', 'Check']) });
  await page.user.click(await screen.findByRole('button', { name: 'Other' }));
  const select = await screen.findByRole('combobox', { name: /^Payment method/ });
  await page.user.click(pay());
  expect(await screen.findByText('Choose how it was paid')).toBeVisible();
  await page.user.click(select);
  await page.user.click(await screen.findByRole('option', { name: 'Check' }));
  await page.user.type(screen.getByLabelText('Reference (optional)'), ' 1042 ');
  await page.user.click(pay());
  await screen.findByText('Payment Successful!');
  expect(sent(page).map((one) => one.body)).toEqual([
    { ...body, paymentMethod: 'other', otherMethod: 'Check', reference: '1042' },
  ]);
});

test('the only other method is chosen already; without any it says so', async () => {
  const { user, unmount } = await choose(/Unlimited/, { ...noStripe, ...methods(['Voucher']) });
  await user.click(await screen.findByRole('button', { name: 'Other' }));
  expect(await screen.findByRole('combobox', { name: /^Payment method/ })).toHaveTextContent('Voucher');
  unmount();
  const page = await choose(/Unlimited/, { ...noStripe, ...methods([]) });
  await page.user.click(await screen.findByRole('button', { name: 'Other' }));
  expect(await screen.findByText(/^No other payment methods are set up\./)).toBeVisible();
  expect(pay()).toBeDisabled();
});

test('what was entered before the method was changed stays', async () => {
  const { user } = await choose(/Unlimited/, { ...noStripe, ...methods(['Check']) });
  await user.click(await screen.findByRole('switch', { name: 'Renew automatically' }));
  await user.click(method('Other'));
  expect(await screen.findByRole('switch', { name: 'Renew automatically' })).not.toBeChecked();
});

test.each([
  ['refused', respond(409, { success: false, error: 'x', message: 'Towel is out of stock' }), 'Towel is out of stock'],
  [
    'another price',
    respond(409, { success: false, error: 'x', message: 'The total has changed', total: 80 }),
    'The total has changed. Please check the new total.',
  ],
])('%s: reported above the buttons, and the next press is a new purchase', async (_case, response, text) => {
  const page = await choose(/Unlimited/, { ...noStripe, [purchase]: () => response });
  await page.user.click(await screen.findByRole('button', { name: 'Charge $69.12' }));
  expect(await screen.findByText(text)).toBeVisible();
  await page.user.click(pay());
  await waitFor(() => expect(sent(page)).toHaveLength(2));
  const [first, second] = sent(page);
  expect(second?.key).not.toBe(first?.key);
});

/** Pay was pressed, the response did not come, and the contact is opened again. */
const cutOff = async (outcome: unknown) => {
  const replies = [later().promise];
  const page = await choose(/Unlimited/, {
    ...noStripe,
    ...paid,
    [purchase]: (call) => replies.shift() ?? paid[purchase]?.(call),
    'GET /purchases/:key': () => outcome,
  });
  await page.user.click(await screen.findByRole('button', { name: 'Charge $69.12' }));
  await waitFor(() => expect(sent(page)).toHaveLength(1));
  page.unmount();
  window.history.replaceState(null, '', `/contacts/${maya.id}`);
  render(<App layout={Screen} />);
  return page;
};

test('what was entered stays when the connection is gone at the press', async () => {
  let isGone = false;
  const previewed = `GET /memberships/${unlimited.id}/preview/${maya.id}`;
  const fail = () => {
    isGone = true;
    throw new TypeError('No connection');
  };
  const { user, api } = await choose(/Unlimited/, {
    ...noStripe,
    [previewed]: () => (isGone ? fail() : { preview }),
    [purchase]: fail,
  });
  await user.type(await screen.findByLabelText('Cash received (optional)'), '80');
  await user.click(pay());
  await waitFor(() => expect(api.to(previewed).length).toBeGreaterThan(1));
  expect(await screen.findByText(/may have been done already/)).toBeVisible();
  expect(screen.getByLabelText('Cash received (optional)')).toHaveValue('80');
});

test('a purchase whose answer was lost and that went through is shown as paid and not sent again', async () => {
  const page = await cutOff({ state: 'completed', invoice: createInvoice({ status: 'paid' }), message: null });
  await screen.findByText('Payment Successful!');
  expect(sent(page)).toHaveLength(1);
});

test('one that the server never saw is shown as not recorded, and the next press sends it again', async () => {
  const page = await cutOff({ state: 'unknown', invoice: null, message: null });
  expect(
    await screen.findByText('This purchase was interrupted and is not recorded. Nothing was charged.'),
  ).toBeVisible();
  await page.user.click(pay());
  await screen.findByText('Payment Successful!');
  const [first, second] = sent(page);
  expect(second).toEqual(first);
});
