import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/resources/contacts/ContactShow.tsx';
import { respond, later, type Call } from '#tests/support/consoleApi.ts';
import { buildMembership, createInvoice, at, maya, opened, page, tab } from '#tests/support/contactPage.ts';
import { buildCheckin, createPage } from '#tests/support/records.ts';

const activity = () => screen.findByRole('region', { name: 'Activity' });
const list = async () => within(await activity()).findByRole('list', { name: 'Activity' });
const texts = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const visitAt = (checkinTime: string, change = {}) =>
  buildCheckin({ checkinTime, contactId: maya.id, ...change }, maya);
const visitPage = (...checkins: ReturnType<typeof buildCheckin>[]) => ({
  checkins,
  pagination: createPage(checkins.length),
});

/** Twelve visits, answered in pages. */
const twelve = Array.from({ length: 12 }, (_visit, index) =>
  visitAt(new Date(Date.UTC(2026, 1, 20 - index, 18)).toISOString()),
);
const paged = ({ query }: Call) => {
  const [number, limit] = [Number(query.get('page')), Number(query.get('limit'))];
  return {
    checkins: twelve.slice((number - 1) * limit, number * limit),
    pagination: createPage(twelve.length, number, limit),
  };
};

test('visits, granted and denied, invoices and plan changes stand together, newest first', async () => {
  const { api } = opened(at, {
    'GET /checkins': () =>
      visitPage(
        visitAt('2026-02-03T18:00:00.000Z', { accessGranted: false, reason: 'Membership has expired' }),
        visitAt('2026-01-10T18:00:00.000Z'),
      ),
    'GET /invoices': () => page(createInvoice({ createdAt: '2026-01-05T17:00:00.000Z' })),
    [`GET ${at}/memberships`]: () => ({
      memberships: [
        buildMembership({ purchaseDate: '2026-01-05T17:00:01.000Z', startDate: '2026-01-08', endDate: '2026-02-01' }),
      ],
      pagination: createPage(1),
    }),
  });
  await list();
  expect(await texts()).toEqual([
    expect.stringMatching(/^Check-inFeb 3, 2026, 11:00 AM · Front DeskDeniedMembership has expired$/),
    'Ended Monthly UnlimitedFeb 1, 2026',
    expect.stringMatching(/^Check-inJan 10, 2026, 11:00 AM.*Allowed$/),
    'Started Monthly UnlimitedJan 8, 2026',
    'Bought Monthly UnlimitedJan 5, 2026, 10:00 AM',
    expect.stringMatching(/^Membership PurchaseJan 5, 2026, 10:00 AM · Monthly Unlimited\$54\.39Paid$/),
  ]);
  const rows = within(await list());
  expect(rows.getByRole('link', { name: 'Membership Purchase' })).toHaveAttribute(
    'href',
    `${at}/invoices/${createInvoice().id}`,
  );
  expect(rows.getByRole('link', { name: 'Ended Monthly Unlimited' })).toHaveAttribute(
    'href',
    `${at}/memberships/${buildMembership().id}`,
  );
  expect(api.to('GET /checkins')[0]?.query.get('contactId')).toBe(maya.id);
});

test('a purchase keeps the name of the plan that was bought, and the change of it has a row', async () => {
  opened(at, {
    'GET /checkins': () => visitPage(),
    'GET /invoices': () => page(),
    [`GET ${at}/memberships`]: () => ({
      memberships: [
        buildMembership({
          purchaseDate: '2026-01-05T17:00:00.000Z',
          startDate: '2026-01-05',
          planChanges: [
            { changedAt: '2026-01-20T17:00:00.000Z', fromPlan: 'Denver Monthly', toPlan: 'Monthly Unlimited' },
          ],
        }),
      ],
      pagination: createPage(1),
    }),
  });
  await list();
  expect(await texts()).toEqual([
    'Changed from Denver Monthly to Monthly UnlimitedJan 20, 2026, 10:00 AM',
    'Bought and started Denver MonthlyJan 5, 2026, 10:00 AM',
  ]);
});

test('ten at a time: Show more brings the next ones, and the keyboard goes on at the first of them', async () => {
  const { user, api } = opened(at, {
    'GET /checkins': paged,
    'GET /invoices': () => page(),
    [`GET ${at}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }),
  });
  await list();
  expect(await texts()).toHaveLength(10);
  expect(api.to('GET /checkins')).toHaveLength(1);
  await user.click(within(await activity()).getByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect(await texts()).toHaveLength(12));
  expect(within(await list()).getAllByRole('listitem')[10]).toHaveFocus();
  expect(within(await activity()).queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test.each([
  ['GET /checkins', 'Failed to fetch check-ins', 'Check-in'],
  ['GET /invoices', 'Failed to fetch invoices', 'Membership Purchase'],
  [`GET ${at}/memberships`, 'Failed to fetch membership history', 'Bought'],
])('each source fails alone, with its own line and Retry: %s', async (route, text, of) => {
  let isDown = true;
  const good: Record<string, unknown> = {
    'GET /checkins': visitPage(visitAt('2026-02-03T18:00:00.000Z')),
    'GET /invoices': page(createInvoice()),
    [`GET ${at}/memberships`]: { memberships: [buildMembership()], pagination: createPage(1) },
  };
  const { user } = opened(at, {
    ...Object.fromEntries(Object.entries(good).map(([name, body]) => [name, () => body])),
    [route]: () => (isDown ? respond(503, { message: text }) : good[route]),
  });
  await list();
  expect(await texts()).toHaveLength(2);
  expect((await texts()).join()).not.toContain(of);
  const failure = within(await activity()).getByRole('alert');
  expect(failure).toHaveTextContent(text);
  isDown = false;
  await user.click(within(failure).getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect((await texts()).join()).toContain(of));
  expect(within(await activity()).queryByRole('alert')).not.toBeInTheDocument();
});

test('a later page that fails keeps what was read, and is read by Retry', async () => {
  let isDown = true;
  const { user } = opened(at, {
    'GET /checkins': (call) => (call.query.get('page') === '2' && isDown ? respond(503, {}) : paged(call)),
    'GET /invoices': () => page(),
    [`GET ${at}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }),
  });
  await list();
  await user.click(within(await activity()).getByRole('button', { name: 'Show more' }));
  const failure = await within(await activity()).findByRole('alert');
  expect(await texts()).toHaveLength(10);
  isDown = false;
  await user.click(within(failure).getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await texts()).toHaveLength(12));
});

test('loading, then what there is to say about nobody’s history', async () => {
  const visits = later<unknown>();
  opened(at, {
    'GET /checkins': () => visits.promise,
    'GET /invoices': () => page(),
    [`GET ${at}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }),
  });
  expect(await within(await activity()).findByLabelText('Loading')).toBeInTheDocument();
  visits.settle(visitPage());
  expect(await within(await activity()).findByText(/^Nothing yet/)).toBeVisible();
});

test('an API that does not know the filter shows nobody else’s visits', async () => {
  opened(at, { 'GET /checkins': () => visitPage(buildCheckin()) });
  await list();
  expect((await texts()).join()).not.toContain('Check-in');
});

test('nothing of it is asked for on the way to another tab', async () => {
  const { api } = opened(`${at}/invoices/${createInvoice().id}`, {
    [`GET /invoices/${createInvoice().id}`]: () => respond(404, {}),
  });
  await tab('Purchase History');
  expect(api.to('GET /checkins')).toHaveLength(0);
});
