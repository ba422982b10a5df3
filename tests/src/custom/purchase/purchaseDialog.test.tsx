import type { PaymentIntentResult } from '@stripe/stripe-js';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { App } from '#src/App.tsx';
import '#src/custom/purchase/PurchaseDialog.tsx';
import '#src/custom/purchase/PurchaseForm.tsx';
import '#src/resources/contacts/ContactShow.tsx';
import type { MembershipPurchaseBody } from '#domain/contract/memberships-purchase.ts';
import { addDays, todayIn } from '#domain/rules/dates.ts';
import { answer, later, type Routes } from '#tests/support/consoleApi.ts';
import { aContact, aHeldMembership, aLocation, anInvoice, aPage, aPlan, ironPeak } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';
import { aDecline, anIntentResult, installStripe } from '#tests/support/stripeJs/installStripe.ts';

const home = aLocation();
const maya = aContact({ homeLocationId: home.id, address: '1 Peak St', city: 'Denver', state: 'CO', zipCode: '80202' });
const unlimited = aPlan({ name: 'Unlimited', description: 'Every class' });
const dayPass = aPlan({ name: 'Day Pass', billingFrequency: 'one_time', accessDurationDays: 1, price: 20 });
const yearly = aPlan({ name: 'Year', type: 'contract', contractLengthMonths: 12 });
const today = todayIn(home.timezone, new Date());
const preview = {
  lineItems: [
    { name: 'Unlimited', description: null, type: 'membership', total: 59 },
    { name: 'Facility fee', description: 'Towels', type: 'location_fee', total: 5 },
  ],
  subtotal: 64,
  tax: 5.12,
  total: 69.12,
};
const purchase = 'POST /memberships/purchase';
const stripe = `GET /companies/${ironPeak.id}/stripe`;
const answered = (totalAmount = 69.12) => ({
  success: true,
  paymentIntent: { id: 'pi_1', clientSecret: 'pi_1_secret_1', status: 'requires_payment_method' },
  contactMembership: null,
  invoice: anInvoice({ status: 'open' }),
  lineItems: [],
  totalAmount,
});

const open = async (routes: Routes = {}, plans = [unlimited, dayPass, yearly]) => {
  const page = renderConsole(
    `/contacts/${maya.id}`,
    {
      [`GET /contacts/${maya.id}`]: () => ({ contact: maya, homeLocation: home }),
      [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [], pagination: aPage(0) }),
      'GET /memberships': () => ({ memberships: plans.map((membership) => ({ membership, location: null })), pagination: aPage(plans.length) }),
      ...Object.fromEntries(plans.map(({ id }) => [`GET /memberships/${id}/preview/${maya.id}`, () => ({ preview })])),
      [stripe]: () => ({ stripeConfig: { hasStripeKeys: true, stripePublishableKey: 'pk_test_1', maskedSecretKey: null, hasWebhook: true } }),
      [purchase]: () => answered(),
      ...routes,
    },
    { level: 'operator', locations: [home] },
  );
  await page.user.click(await screen.findByRole('tab', { name: 'Memberships' }));
  await page.user.click(await screen.findByRole('button', { name: 'Purchase Membership' }));
  return page;
};

const choose = async (name: RegExp, ...given: Parameters<typeof open>) => {
  const page = await open(...given);
  await page.user.click(await screen.findByRole('button', { name }));
  return page;
};

const withCard = async (routes?: Routes, number = '4242424242424242') => {
  const page = await choose(/Unlimited/, routes);
  await page.user.type(await screen.findByLabelText('Card number'), number);
  await waitFor(() => expect(pay()).toBeEnabled());
  return page;
};
const pay = () => screen.getByRole('button', { name: 'Pay $69.12' });
const sent = ({ api }: Awaited<ReturnType<typeof open>>) =>
  api.to(purchase).map(({ body, headers }) => ({ body: body as MembershipPurchaseBody, key: headers.get('Idempotency-Key') }));

test('only memberships that are both published and active are offered', async () => {
  await open({}, [unlimited, aPlan({ name: 'Draft', isPublished: false }), aPlan({ name: 'Retired', isActive: false })]);
  const offered = within(await screen.findByRole('list', { name: 'Memberships' }));
  expect(offered.getAllByRole('button').map((button) => button.textContent)).toEqual([expect.stringContaining('Unlimited')]);
});

test("'No published memberships available'", async () => {
  await open({}, [aPlan({ isPublished: false })]);
  expect(await screen.findByText('No published memberships available')).toBeVisible();
});

test('search matches name, description and type, case-insensitively', async () => {
  const { user } = await open();
  const search = await screen.findByRole('searchbox', { name: 'Search memberships' });
  const names = () => screen.queryAllByRole('listitem').map((row) => row.textContent);
  for (const [text, name] of [['DAY p', 'Day Pass'], ['every CLASS', 'Unlimited'], ['contract', 'Year']] as const) {
    await user.clear(search);
    await user.type(search, text);
    expect(names().some((row) => row?.includes(name))).toBe(true);
  }
  await user.clear(search);
  await user.type(search, 'zzz');
  expect(screen.getByText('No memberships match your search criteria.')).toBeVisible();
});

test('a plan already held is marked, and the start proposed after its end', async () => {
  const held = aHeldMembership({ membershipId: unlimited.id, startDate: today, endDate: addDays(today, 20) });
  installStripe();
  await open({ [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [held], pagination: aPage(1) }) });
  const dialog = within(await screen.findByRole('dialog', { name: /Purchase Membership/ }));
  fireEvent.click(await dialog.findByRole('button', { name: /Unlimited.*Held until/ }));
  expect(await screen.findByLabelText(/^Start Date/)).toHaveValue(addDays(today, 21));
});

test('the preview shows line items, fees, tax and total; the badge says test mode', async () => {
  installStripe();
  await choose(/Unlimited/);
  const sheet = await screen.findByRole('region', { name: 'Purchase Summary' });
  expect(sheet).toHaveTextContent('Unlimited$59.00Facility fee (Fee)Towels$5.00Subtotal$64.00Tax$5.12Total$69.12');
  expect(screen.getByText('Test mode')).toBeVisible();
});

test('automatic renewal is offered for all but one-time memberships', async () => {
  installStripe();
  const { user } = await choose(/Day Pass/);
  expect(await screen.findByLabelText(/^Cardholder Name/)).toHaveValue('Maya Okafor');
  expect(screen.queryByRole('switch', { name: /Renew automatically/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(await screen.findByRole('button', { name: /Unlimited/ }));
  expect(await screen.findByRole('switch', { name: /Renew automatically/ })).not.toBeChecked();
});

test.each([
  ['Cardholder Name', '', 'Please enter the cardholder name'],
  ['Street', '', 'Please complete the billing address'],
  ['ZIP Code', '', 'Please complete the billing address'],
  ['Start Date', '', 'Please select a start date'],
  ['Start Date', addDays(today, -1), 'Start date cannot be in the past'],
])('%s as "%s": %s', async (label, value, text) => {
  installStripe();
  const page = await withCard();
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  fireEvent.blur(screen.getByLabelText(new RegExp(`^${label}`)));
  await page.user.click(pay());
  expect(await screen.findByText(text)).toBeVisible();
  expect(sent(page)).toEqual([]);
});

test.each<[string, Routes, string]>([
  ['not set up', { [stripe]: () => answer(404, {}) }, 'Stripe payment configuration is not set up for this company'],
  ['not loaded', { [stripe]: () => answer(500, {}) }, 'Failed to load payment configuration'],
  ['no preview', { [`GET /memberships/${unlimited.id}/preview/${maya.id}`]: () => answer(500, {}) }, 'Failed to load purchase details'],
])('%s: its sentence', async (_case, routes, text) => {
  await choose(/Unlimited/, routes);
  expect(await screen.findByText(text)).toBeVisible();
});

test('plans that cannot be read: an error', async () => {
  await open({ 'GET /memberships': () => answer(500, { message: 'Failed to load memberships' }) });
  expect(await screen.findByText('Failed to load memberships')).toBeVisible();
});

test('a paid purchase: one call for a double click, billing told to Stripe, history read again, the dialog closes', async () => {
  const calls = installStripe();
  const page = await withCard();
  const before = page.api.to(`GET /contacts/${maya.id}/memberships`).length;
  await page.user.dblClick(pay());
  expect(await screen.findByText('Payment Successful!')).toBeVisible();
  expect(sent(page)).toEqual([
    { key: expect.stringMatching(/^[0-9a-f]{32}$/), body: { contactId: maya.id, membershipId: unlimited.id, startDate: today, autoRenew: false } },
  ]);
  expect(calls.mock.calls).toEqual([['confirm', 'pi_1_secret_1', 'pm_card_visa']]);
  await waitFor(() => expect(page.api.to(`GET /contacts/${maya.id}/memberships`).length).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), { timeout: 4000 });
});

test("a declined card stays with Stripe's message, and Try Again uses the same intent", async () => {
  const results = [aDecline(), anIntentResult('succeeded')];
  installStripe(async () => results.shift() ?? aDecline());
  const page = await withCard();
  await page.user.click(pay());
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  expect(screen.queryByText('Payment Successful!')).not.toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(screen.getByLabelText('Card number')).toHaveValue('4242424242424242');
  await page.user.click(pay());
  expect(await screen.findByText('Payment Successful!')).toBeVisible();
  const [first, second] = sent(page);
  expect(second).toEqual(first);
});

test('a payment that is still processing is called that, and the dialog stays', async () => {
  installStripe(async () => anIntentResult('processing'));
  const { user } = await withCard();
  await user.click(pay());
  expect(await screen.findByText('Payment processing')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test.each<[string, unknown, string]>([
  ['refused', answer(409, { success: false, error: 'x', message: 'This membership is not for sale' }), 'This membership is not for sale'],
  ['refused with 200', { success: false, error: 'Not for sale', message: '' }, 'Not for sale'],
  ['another price', answered(80), 'The price has changed. Please check the new total.'],
])('%s: said above the actions, and no card is charged', async (_case, reply, text) => {
  const calls = installStripe();
  const { user } = await withCard({ [purchase]: () => reply });
  await user.click(pay());
  expect(await screen.findByText(text)).toBeVisible();
  expect(calls).not.toHaveBeenCalled();
});

test("closing before the payment completes asks: 'Close Without Purchasing'", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Continue Purchase' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Close Without Purchasing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

const cancel = 'POST /memberships/purchase/cancel';

test('closing after a declined card takes the purchase back on the server, by its key', async () => {
  installStripe(async () => aDecline());
  const page = await withCard({ [cancel]: () => ({ invoice: anInvoice({ status: 'void' }) }) });
  await page.user.click(pay());
  await page.user.click(await screen.findByRole('button', { name: 'Close' }));
  await page.user.click(await screen.findByRole('button', { name: 'Close Without Purchasing' }));
  await waitFor(() => expect(page.api.to(cancel).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([sent(page)[0]?.key]));
  expect(page.api.to(cancel)[0]?.body).toEqual({ contactId: maya.id, membershipId: unlimited.id });
});

test('a purchase that was cut off goes on where its contact is opened again: asked about with the same key, then said to be paid', async () => {
  installStripe((verb) => (verb === 'confirm' ? later<PaymentIntentResult>().promise : Promise.resolve(anIntentResult('succeeded'))));
  const page = await withCard();
  await page.user.click(pay());
  await waitFor(() => expect(sent(page)).toHaveLength(1));
  page.unmount();
  window.history.replaceState(null, '', `/contacts/${maya.id}`);
  render(<App />);
  await waitFor(() => expect(sent(page)).toHaveLength(2));
  const [first, second] = sent(page);
  expect(second).toEqual(first);
  expect(await screen.findByText('Payment Successful!')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), { timeout: 6000 });
});

test('the agreements of the plan are shown, each with its newest PDF', async () => {
  const plan = aPlan({ agreementIds: ['018f0000-0000-7000-8000-00000000aaaa'] });
  const waiver = { id: plan.agreementIds[0] ?? '', name: 'Waiver' };
  installStripe();
  const page = await choose(
    /Unlimited/,
    {
      [`GET /memberships/${plan.id}`]: () => ({ membership: plan, location: null, agreements: [waiver] }),
      [`GET /agreements/${waiver.id}`]: () => ({ agreement: { ...waiver, versions: [{ id: 'v2' }, { id: 'v1' }] } }),
      'GET /agreements/versions/v2/download': () => answer(404, { message: 'Failed to get download URL' }),
    },
    [plan],
  );
  await page.user.click(await screen.findByRole('button', { name: 'Download Waiver' }));
  expect(await screen.findByText('Failed to get download URL')).toBeVisible();
  expect(page.api.to('GET /agreements/versions/v2/download')).toHaveLength(1);
});
