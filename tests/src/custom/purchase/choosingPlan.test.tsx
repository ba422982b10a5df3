import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { proposedStart } from '#src/custom/purchase/purchaseData.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { choose, maya, open, pay, sent, stripe, today, unlimited, withCard } from '#tests/support/purchaseDesk.ts';
import { createContactMembership, createPage, createPlan } from '#tests/support/records.ts';
import { installStripe } from '#tests/support/stripeJs/installStripe.ts';

test('only memberships that are both published and active are offered', async () => {
  await open({}, [
    unlimited,
    createPlan({ name: 'Draft', isPublished: false }),
    createPlan({ name: 'Retired', isActive: false }),
  ]);
  const offered = within(await screen.findByRole('list', { name: 'Memberships' }));
  expect(offered.getAllByRole('button').map((button) => button.textContent)).toEqual([
    expect.stringContaining('Unlimited'),
  ]);
});

test('no plan is offered before it is known whether cards are taken, which would move it under somebody’s hand', async () => {
  const answer = later<unknown>();
  await open({ [stripe]: () => answer.promise });
  expect(await screen.findByRole('dialog', { name: /Sell membership/ })).toBeVisible();
  expect(screen.queryByRole('searchbox', { name: 'Search memberships' })).not.toBeInTheDocument();
  answer.settle({ stripe: null });
  expect(await screen.findByRole('searchbox', { name: 'Search memberships' })).toHaveFocus();
});

test("'No published memberships available'", async () => {
  await open({}, [createPlan({ isPublished: false })]);
  expect(await screen.findByText('No published memberships available')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to memberships' })).toHaveAttribute('href', '/memberships');
});

test('search matches name, description and type, case-insensitively', async () => {
  const { user } = await open();
  const search = await screen.findByRole('searchbox', { name: 'Search memberships' });
  const names = () => screen.queryAllByRole('listitem').map((row) => row.textContent);
  for (const [text, name] of [
    ['DAY p', 'Day Pass'],
    ['every CLASS', 'Unlimited'],
    ['contract', 'Year'],
  ] as const) {
    await user.clear(search);
    await user.type(search, text);
    expect(names().some((row) => row?.includes(name))).toBe(true);
  }
  await user.clear(search);
  await user.type(search, 'zzz');
  expect(screen.getByText('No memberships match your search criteria.')).toBeVisible();
});

test('a plan already held is marked, and the start proposed after its end; today is the minimum', async () => {
  const held = createContactMembership({ membershipId: unlimited.id, startDate: today, endDate: addDays(today, 20) });
  installStripe();
  await open({ [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [held], pagination: createPage(1) }) });
  const dialog = within(await screen.findByRole('dialog', { name: /Sell membership/ }));
  fireEvent.click(await dialog.findByRole('button', { name: /Unlimited.*Active until/ }));
  const start = await screen.findByLabelText(/^Start date/);
  expect(start).toHaveValue(addDays(today, 21));
  expect(start).toHaveAttribute('min', today);
  expect(screen.getByRole('note')).toHaveTextContent('The new membership will start after it.');
});

test.each([
  ['without an end', { endDate: null }, 'Already active'],
  [
    'that is past due, until the end of its grace period',
    { endDate: addDays(today, -2), graceUntil: addDays(today, 3) },
    `Active until ${shortDate(addDays(today, 3), 'UTC')}`,
  ],
])('a plan already held %s starts today, and nothing says that it starts after it', async (_case, term, text) => {
  const held = createContactMembership({ membershipId: unlimited.id, startDate: addDays(today, -40), ...term });
  installStripe();
  await open({ [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [held], pagination: createPage(1) }) });
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`Unlimited.*${text}`) }));
  expect(await screen.findByLabelText(/^Start date/)).toHaveValue(today);
  expect(screen.getByRole('note')).toHaveTextContent(`${text}.`);
  expect(screen.queryByText(/will start after it/)).not.toBeInTheDocument();
});

test('a plan with a number of visits says so, and one that is held shows what is left and starts today', async () => {
  const pack = createPlan({
    name: 'Ten Visits',
    billingFrequency: 'one_time',
    accessDurationDays: 90,
    visitLimit: 10,
    validFrom: 'first_visit',
  });
  const held = createContactMembership({
    membershipId: pack.id,
    endDate: addDays(today, 20),
    visitLimit: 10,
    visitsLeft: 3,
  });
  installStripe();
  await open({ [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [held], pagination: createPage(1) }) }, [
    pack,
  ]);
  const dialog = within(await screen.findByRole('dialog', { name: /Sell membership/ }));
  expect(await dialog.findByText(/10 visits, valid from the first one/)).toBeVisible();
  fireEvent.click(await dialog.findByRole('button', { name: /Ten Visits.*3 visits left/ }));
  expect(await screen.findByLabelText(/^Start date/)).toHaveValue(today);
});

test('the preview shows line items, fees, tax and total; the badge says test mode', async () => {
  installStripe();
  await choose(/Unlimited/);
  const sheet = await screen.findByRole('region', { name: 'Purchase summary' });
  expect(sheet).toHaveTextContent('Unlimited$59.00Facility fee (Fee)Towels$5.00Subtotal$64.00Tax$5.12Total$69.12');
  expect(screen.getByText(/^Test mode/)).toBeVisible();
});

test('automatic renewal is offered, and on, for all but one-time memberships', async () => {
  installStripe();
  const { user } = await choose(/Day Pass/);
  expect(await screen.findByLabelText(/^Cardholder name/)).toHaveValue('Maya Okafor');
  expect(screen.queryByRole('switch', { name: /Renew automatically/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(await screen.findByRole('button', { name: /Unlimited/ }));
  expect(await screen.findByRole('switch', { name: /Renew automatically/ })).toBeChecked();
});

test.each([
  ['Cardholder name', '', 'Please enter the cardholder name'],
  ['Street', '', 'Please complete the billing address'],
  ['ZIP code', '', 'Please complete the billing address'],
  ['Start date', addDays(today, -1), 'Start date cannot be in the past'],
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
  ['not loaded', { [stripe]: () => respond(500, {}) }, 'Failed to load payment configuration'],
  [
    'no preview',
    { [`GET /memberships/${unlimited.id}/preview/${maya.id}`]: () => respond(500, {}) },
    'Failed to load purchase details',
  ],
  [
    'archived since it was listed',
    {
      [`GET /memberships/${unlimited.id}/preview/${maya.id}`]: () =>
        respond(409, { message: 'Unlimited is no longer on sale' }),
    },
    'Unlimited is no longer on sale',
  ],
])('%s: its sentence', async (_case, routes, text) => {
  await choose(/Unlimited/, routes);
  expect(await screen.findByText(text)).toBeVisible();
});

test('plans that cannot be read: an error', async () => {
  await open({ 'GET /memberships': () => respond(500, { message: 'Failed to load memberships' }) });
  expect(await screen.findByText('Failed to load memberships')).toBeVisible();
});

test('the agreements of the plan are shown, each with its newest PDF', async () => {
  const plan = createPlan({ agreementIds: ['018f0000-0000-7000-8000-00000000aaaa'] });
  const waiver = { id: plan.agreementIds[0] ?? '', name: 'Waiver' };
  installStripe();
  const page = await choose(
    /Unlimited/,
    {
      [`GET /memberships/${plan.id}`]: () => ({ membership: plan, location: null, agreements: [waiver] }),
      [`GET /agreements/${waiver.id}`]: () => ({ agreement: { ...waiver, versions: [{ id: 'v2' }, { id: 'v1' }] } }),
      'GET /agreements/versions/v2/download': () => respond(404, { message: 'Failed to get download URL' }),
    },
    [plan],
  );
  await page.user.click(await screen.findByRole('button', { name: 'Download Waiver' }));
  expect(await screen.findByText('Failed to get download URL')).toBeVisible();
  expect(page.api.to('GET /agreements/versions/v2/download')).toHaveLength(1);
});

test.each([
  [[], '2026-03-10'],
  [['2026-03-09'], '2026-03-10'],
  [['2026-03-10'], '2026-03-11'],
  [['2026-06-30', '2026-04-01', null], '2026-07-01'],
] as [(string | null)[], string][])(
  'the start date proposed is the day after the end of a plan that is held: %j proposes %s',
  (ends, start) => {
    expect(proposedStart(ends, '2026-03-10')).toBe(start);
  },
);
