import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import '#src/resources/invoices/payments/OpenAttemptNotice.tsx';
import { listAttempts, saveAttempt, type ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createUser } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';
import {
  cashResponse,
  chooseMaya,
  maya,
  outcomes,
  reload,
  renderTill,
  getSales,
  toPayment,
  water,
} from '#tests/src/custom/pos/till.tsx';

const denver = buildLocation({ salesTaxRate: 0.08 });
const me = createUser('manager');
const { id, firstName, lastName, email, phone, homeLocationId } = maya;
const at = Date.parse('2026-03-10T20:14:00Z');
const sale: ItemSaleAttempt = {
  kind: 'sale',
  key: 'k1',
  userId: me.id,
  locationName: denver.name,
  startedAt: Date.now(),
  isOutcomeUnknown: true,
  receivedCents: 500,
  body: {
    contactId: maya.id,
    locationId: denver.id,
    items: [{ salesItemId: water.id, quantity: 1 }],
    notes: 'Point of Sale Transaction',
    expectedTotal: 2.7,
    paymentMethod: 'cash',
  },
  contact: {
    id,
    firstName,
    lastName,
    email,
    phone,
    homeLocationId,
    thumbnailUrl: null,
    previewUrl: null,
    originalUrl: null,
    homeLocation: null,
  },
  cart: [{ item: water, quantity: 1 }],
};
beforeEach(() => saveAttempt(sale));

/** Signed in again on the same device, on a page other than the till. */
const signIn = (routes: Routes = {}, account: object = { id: me.id }) =>
  renderConsole('/training', routes, { level: 'manager', locations: [denver], account });
const interruptedSales = async () => within(await screen.findByRole('region', { name: 'Interrupted sales' }));
const asked = 'GET /purchases/k1';
const sold = 'POST /sales-items/purchase';
const open = () => listAttempts(me.id);

test('an open sale that went through is shown at the next sign-in, with its invoice and receipt, until it was read', async () => {
  const { user } = signIn({ [asked]: () => outcomes.completed() });
  const notice = await interruptedSales();
  expect(await notice.findByText(/^The sale from \d+:\d\d [AP]M went through\.$/)).toBeVisible();
  expect(notice.getByText(/1 × Water · Maya Okafor · .* · \$2\.70 · Change \$2\.30/)).toBeVisible();
  expect(notice.getByRole('link', { name: 'View invoice' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/invoices\//),
  );
  expect(notice.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  await user.click(notice.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Interrupted sales' })).not.toBeInTheDocument());
  expect(open()).toEqual([]);
});

test('one the server has no record of can be finished, with the same key and body', async () => {
  let isSold = false;
  const { user, api } = signIn({
    [asked]: () => (isSold ? outcomes.completed() : outcomes.unknown),
    [sold]: () => ((isSold = true), cashResponse()),
  });
  const notice = await interruptedSales();
  expect(await notice.findByText(/was interrupted and is not recorded\.$/)).toBeVisible();
  expect(api.to(sold)).toEqual([]);
  await user.dblClick(notice.getByRole('button', { name: 'Finish sale' }));
  expect(await notice.findByText(/went through\.$/)).toBeVisible();
  expect(api.to(sold).map(({ body, headers }) => [body, headers.get('Idempotency-Key')])).toEqual([[sale.body, 'k1']]);
});

test('or discarded, at the server too', async () => {
  const { user, api } = signIn({
    [asked]: () => outcomes.unknown,
    'POST /sales-items/purchase/cancel': () => ({ invoice: null }),
  });
  await user.click(await (await interruptedSales()).findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(open()).toEqual([]));
  expect(api.to('POST /sales-items/purchase/cancel')[0]?.headers.get('Idempotency-Key')).toBe('k1');
});

test('one that turns out to be paid when it is discarded went through', async () => {
  let isPaid = false;
  const { user } = signIn({
    [asked]: () => (isPaid ? outcomes.completed() : outcomes.unknown),
    'POST /sales-items/purchase/cancel': () => ((isPaid = true), { invoice: cashResponse().invoice }),
  });
  const notice = await interruptedSales();
  await user.click(await notice.findByRole('button', { name: 'Discard' }));
  expect(await notice.findByText(/went through\.$/)).toBeVisible();
  expect(open()).toHaveLength(1);
});

test('while the server cannot be asked it stays open, and can be asked about again', async () => {
  const replies: unknown[] = [respond(503, { message: 'Gone' }), outcomes.completed()];
  const { user } = signIn({ [asked]: () => replies.shift() });
  const notice = await interruptedSales();
  expect(await notice.findByText(/^Could not check whether the sale from/)).toBeVisible();
  await user.click(notice.getByRole('button', { name: 'Try Again' }));
  expect(await notice.findByText(/went through\.$/)).toBeVisible();
});

test('a refused one is shown with the reason', async () => {
  signIn({ [asked]: () => outcomes.refused('Water is out of stock') });
  const notice = await interruptedSales();
  expect(await notice.findByText(/was not recorded\.$/)).toBeVisible();
  expect(notice.getByText(/Water is out of stock/)).toBeVisible();
});

test('one that is older than the server’s memory is looked for in the purchase history, and not asked about', async () => {
  saveAttempt({ ...sale, startedAt: at - 365 * 24 * 3_600_000 });
  const { api } = signIn();
  const notice = await interruptedSales();
  expect(await notice.findByText(/is too old to check\.$/)).toBeVisible();
  expect(notice.getByText(/Please look for it in the purchase history\./)).toBeVisible();
  expect(api.to(asked)).toEqual([]);
});

test('another person on the same device neither sees it nor disturbs it', async () => {
  saveAttempt({ ...sale, key: 'theirs', userId: 'somebody-else' });
  const { api } = signIn({ 'GET /purchases/theirs': () => outcomes.completed() }, { id: 'somebody-else' });
  expect(await (await interruptedSales()).findByText(/went through\.$/)).toBeVisible();
  expect(
    screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('The sale from')),
  ).toHaveLength(1);
  expect(api.to(asked)).toEqual([]);
  expect(open()).toHaveLength(1);
});

test('an open card sale is resumed at the till, with its customer, cart and key', async () => {
  const { paymentMethod: _cash, ...body } = sale.body;
  saveAttempt({ ...sale, body: { ...body, stripePayment: true } });
  const till = renderTill({ locations: [denver], routes: { 'GET /purchases/:key': () => outcomes.unknown } });
  // The till's own user is another person.
  const mine = {
    ...sale,
    body: { ...body, stripePayment: true as const },
    userId: JSON.parse(localStorage.getItem('user') ?? '{}').id,
  };
  saveAttempt(mine);
  await till.user.click(await (await interruptedSales()).findByRole('button', { name: 'Continue at the till' }));
  expect(await screen.findByText('maya@example.test')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Card', pressed: true })).toBeVisible();
});

test('Sign Out with an open sale warns first', async () => {
  const { user } = signIn({ [asked]: () => later().promise, 'POST /auth/logout': () => ({ message: 'Bye' }) });
  await user.click(await screen.findByRole('button', { name: /^Profile/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out with an open sale?' }));
  await user.click(question.getByRole('button', { name: 'Stay signed in' }));
  expect(localStorage.getItem('token')).not.toBeNull();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: /^Profile/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  expect(open()).toHaveLength(1);
});

test('the cart and its customer survive a sign-out, for the same person at the same location', async () => {
  const till = renderTill({ locations: [denver], hasFrame: true });
  await chooseMaya(till.user);
  await till.user.click(await screen.findByRole('button', { name: 'Add Water' }));
  const session = { token: localStorage.getItem('token') ?? '', user: localStorage.getItem('user') ?? '' };
  await till.user.click(screen.getByRole('button', { name: /^Profile/ }));
  await till.user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
  window.history.replaceState(null, '', '/pos');
  reload(till);
  expect(await screen.findByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('1');
  expect(screen.getByText('maya@example.test')).toBeVisible();
});

test('answer lost, session over, signed in again: the till shows the sale, and it is not sent twice', async () => {
  const replies = [
    respond(503, { message: 'Gone' }),
    respond(401, { message: 'Your session has expired. Please log in again.' }),
  ];
  const till = renderTill({
    locations: [denver],
    routes: { [sold]: () => replies.shift(), 'GET /purchases/:key': () => outcomes.completed() },
  });
  const session = { token: localStorage.getItem('token') ?? '', user: localStorage.getItem('user') ?? '' };
  await toPayment(till.user);
  await till.user.click(screen.getByRole('button', { name: 'Complete Sale' }));
  await screen.findByText('Gone. It is done only once.');
  await till.user.click(screen.getByRole('button', { name: 'Complete Sale' }));
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
  window.history.replaceState(null, '', '/pos');
  reload(till);
  await screen.findByText('Payment Successful!');
  const [first, second, ...more] = getSales(till);
  expect([second, more]).toEqual([first, []]);
});
