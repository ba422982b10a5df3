import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/custom/dashboard/DashboardPage.tsx';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, buildLocation, createPage, createMemberSummary } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const maya = buildContact();
const denver = buildLocation();

const granted = () => respond(201, buildCheckin({ contactId: maya.id }));

const choose = async (
  summary: () => unknown,
  routes: Routes = {},
  level: 'operator' | 'point_of_sale' = 'operator',
) => {
  const opened = renderScreen(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) }),
      [`GET /contacts/${maya.id}/standing`]: summary,
      [`GET /contacts/${maya.id}/notes`]: () => ({ notes: [] }),
      ...routes,
    },
    { level, locations: [denver] },
  );
  await opened.user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'may');
  await screen.findByRole('option', { name: /Maya Okafor/ });
  await opened.user.keyboard('{Enter}');
  return opened;
};

const card = async () => within(await screen.findByRole('region', { name: 'Status of Maya Okafor' }));

test('Before the press: status and plan with its end, what is owed, last visit, notes', async () => {
  await choose(() => createMemberSummary({ due: 60.25, notes: 'Bad knee' }));
  const shown = await card();
  expect(await shown.findByText('Active')).toBeVisible();
  expect(shown.getByText('Monthly Unlimited')).toBeVisible();
  expect(shown.getByText('$60.25 is owed')).toBeVisible();
  expect(shown.getByText('Jan 2, 2020, 11:30 AM')).toBeVisible();
  expect(shown.getByText('Bad knee')).toBeVisible();
});

test.each([
  [1, 'and 1 more'],
  [0, undefined],
])(
  'Of several memberships the card shows one and says how many more there are: %i',
  async (furtherMemberships, text) => {
    await choose(() => createMemberSummary({ furtherMemberships }));
    await (await card()).findByText('Monthly Unlimited');
    expect((await card()).queryByText(/ more$/)?.textContent).toBe(text);
  },
);

test('A disputed card payment is said before the press', async () => {
  await choose(() => createMemberSummary({ isDisputed: true }));
  expect(await (await card()).findByText('A card payment is disputed')).toBeVisible();
});

test('a membership that was canceled today with access ended at once says so, and not that it cancels later', async () => {
  const { summary } = createMemberSummary();
  const membership = summary.membership && {
    ...summary.membership,
    status: 'suspended' as const,
    accessEnabled: false,
    cancelsOn: todayIn(denver.timezone, new Date()),
  };
  await choose(() => createMemberSummary({ membership }));
  expect(await (await card()).findByText('Canceled today')).toBeVisible();
});

test('A last visit says where it was if it was at another location, and the year if it was in another one', async () => {
  const lastVisit = { checkinTime: '2020-01-02T18:30:00.000Z', locationName: 'Iron Peak Chicago' };
  await choose(() => createMemberSummary({ lastVisit }));
  expect(await (await card()).findByText('Jan 2, 2020, 11:30 AM at Iron Peak Chicago')).toBeVisible();
});

test.each([
  ['operator', 1],
  ['point_of_sale', 0],
] as const)('Who pays for a dependant: %s', async (level, links) => {
  const paidBy = { id: maya.id, firstName: 'Ann', lastName: 'Oakley' };
  await choose(() => createMemberSummary({ paidBy }), {}, level);
  const shown = await card();
  expect(await shown.findByText('Paid by')).toBeVisible();
  expect(shown.getByText('Ann Oakley')).toBeVisible();
  expect(shown.queryAllByRole('link', { name: 'Ann Oakley' })).toHaveLength(links);
});

test('The two newest dated notes stand with those of the record; a level that does not see contacts has neither', async () => {
  const createNote = (text: string) => ({
    id: text,
    text,
    author: { id: 'dana', name: 'Dana Whitfield' },
    mayDelete: false,
    createdAt: '2026-01-06T17:00:00.000Z',
  });
  const notes = ['Wants a locker', 'Forgot the bag', 'Long ago'].map(createNote);
  const routes = { [`GET /contacts/${maya.id}/notes`]: () => ({ notes }) };
  const { unmount } = await choose(() => createMemberSummary({ notes: 'Bad knee' }), routes);
  expect(await (await card()).findByText('Wants a locker')).toBeVisible();
  expect((await card()).getByText('Forgot the bag')).toBeVisible();
  const terms = (await card()).getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms.filter((term) => term === 'Dana Whitfield · Jan 6, 2026')).toHaveLength(2);
  expect((await card()).queryByText('Long ago')).not.toBeInTheDocument();
  unmount();
  const { api } = await choose(() => createMemberSummary(), routes, 'point_of_sale');
  expect(await (await card()).findByText('Monthly Unlimited')).toBeVisible();
  expect(api.to(`GET /contacts/${maya.id}/notes`)).toEqual([]);
});

test('Name, verdict and what is owed stand above the button', async () => {
  await choose(() => createMemberSummary({ due: 60.25 }));
  await screen.findByText('$60.25 is owed');
  const text = document.body.textContent;
  const places = ['(303) 555-0123', '$60.25 is owed', 'Active', 'Monthly Unlimited', 'Check In Member'].map((part) =>
    text.indexOf(part, text.indexOf('Quick Check-in')),
  );
  expect(places).not.toContain(-1);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
});

test('Without warnings that is said in their place, until the outcome of a check-in says more', async () => {
  const message = 'Membership access is suspended';
  const { user } = await choose(() => createMemberSummary(), {
    'POST /checkins': () => respond(403, { message, ...buildCheckin({ accessGranted: false, reason: message }) }),
  });
  expect(await (await card()).findByText('No warnings')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Access Suspended')).toBeVisible();
  expect(screen.queryByText('No warnings')).not.toBeInTheDocument();
});

test('Without a membership it says so, and one that counts elsewhere only as well', async () => {
  const { unmount } = await choose(() => createMemberSummary({ membership: null, lastVisit: null }));
  expect(await (await card()).findByText('No membership')).toBeVisible();
  expect((await card()).getByText('None yet')).toBeVisible();
  unmount();
  const { membership } = createMemberSummary().summary;
  await choose(() => createMemberSummary({ membership: membership && { ...membership, isValidHere: false } }));
  expect(await (await card()).findByText('Not at this location')).toBeVisible();
});

test('A level that does not see invoices is shown no amount', async () => {
  await choose(() => createMemberSummary({ due: null }), {}, 'point_of_sale');
  expect(await (await card()).findByText('Monthly Unlimited')).toBeVisible();
  expect((await card()).queryByText('Amount due')).not.toBeInTheDocument();
});

test('A check-in within the last two hours is shown', async () => {
  const checkinTime = new Date(Date.now() - 25 * 60_000).toISOString();
  await choose(() => createMemberSummary({ lastVisit: { checkinTime, locationName: 'Iron Peak Denver' } }));
  expect(await (await card()).findByText('Already checked in 25 minutes ago at Iron Peak Denver')).toBeVisible();
});

test('A second visit is counted only after a question that says when the first was', async () => {
  const checkinTime = new Date(Date.now() - 21 * 60_000).toISOString();
  const { user, api } = await choose(
    () => createMemberSummary({ lastVisit: { checkinTime, locationName: 'Iron Peak Denver' } }),
    { 'POST /checkins': granted },
  );
  await (await card()).findByText('Already checked in 21 minutes ago at Iron Peak Denver');
  const press = () => user.click(screen.getByRole('button', { name: 'Check In Member' }));
  await press();
  const question = within(await screen.findByRole('alertdialog', { name: 'Count a second visit?' }));
  expect(question.getByText('Already checked in 21 minutes ago at Iron Peak Denver')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(api.to('POST /checkins')).toEqual([]);
  await press();
  await user.click(await screen.findByRole('button', { name: 'Check In Again' }));
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
  expect(api.to('POST /checkins')).toHaveLength(1);
});

const { membership: active } = createMemberSummary().summary;
test.each<[string, Partial<NonNullable<typeof active>>]>([
  ['Suspended', { status: 'suspended', accessEnabled: false }],
  ['Frozen until Jan 5, 2999', { status: 'suspended', accessEnabled: false, frozenUntil: '2999-01-05' }],
  ['Pending', { status: 'pending' }],
  ['Not at this location', { isValidHere: false }],
])('A member who will be denied: the verdict comes before the button, which says it too: %s', async (label, change) => {
  await choose(() => createMemberSummary({ membership: active && { ...active, ...change } }));
  const verdict = await screen.findByText(`${label}. Check-in will be denied.`);
  const button = screen.getByRole('button', { name: `Check In Member: ${label}` });
  expect(verdict.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('How long a visit counts as the same, and whether what is owed is a warning, are settings', async () => {
  const visit = { checkinTime: new Date(Date.now() - 25 * 60_000).toISOString(), locationName: 'Iron Peak Denver' };
  const { unmount } = await choose(() => createMemberSummary({ lastVisit: visit, repeatMinutes: 20, due: 60.25 }));
  expect(await (await card()).findByText('$60.25 is owed')).toBeVisible();
  expect((await card()).queryByText('Amount due')).not.toBeInTheDocument();
  expect((await card()).queryByText(/Already checked in/)).not.toBeInTheDocument();
  unmount();
  await choose(() => createMemberSummary({ due: 60.25, warnOwed: false }));
  expect(await (await card()).findByText('$60.25')).toBeVisible();
  expect((await card()).queryByText('$60.25 is owed')).not.toBeInTheDocument();
});

test('Unsigned agreements are a warning that leads to them, and the button stays as it is', async () => {
  const unsigned = ['Liability Waiver', 'House Rules'];
  const { user, unmount } = await choose(() => createMemberSummary({ unsigned }));
  const link = await (await card()).findByRole('link', { name: 'Not signed: Liability Waiver, House Rules' });
  expect(link).toHaveAttribute('href', `/contacts/${maya.id}`);
  expect(screen.getByRole('button', { name: 'Check In Member' })).toBeEnabled();
  await user.click(link);
  expect(window.history.state.usr).toEqual({ tab: 'memberships' });
  unmount();
  await choose(() => createMemberSummary({ unsigned }), {}, 'point_of_sale');
  expect(await (await card()).findByText('Not signed: Liability Waiver, House Rules')).toBeVisible();
  expect((await card()).queryByRole('link')).toBeNull();
});

test('It never delays the check-in: the press works while it loads', async () => {
  const slow = later<unknown>();
  const { user } = await choose(() => slow.promise, { 'POST /checkins': granted });
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
});

test('A member status that cannot be read says so, and the press works all the same', async () => {
  const { user } = await choose(() => respond(503, { message: 'The database does not answer.' }), {
    'POST /checkins': granted,
  });
  expect(await (await card()).findByText('The database does not answer.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
});

const denied = () =>
  respond(403, { message: 'Membership has expired', ...buildCheckin({ contactId: maya.id, accessGranted: false }) });

test('After a denial it stays, with the next step', async () => {
  const { user } = await choose(() => createMemberSummary(), { 'POST /checkins': denied });
  expect((await card()).queryByRole('link')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Membership Expired')).toBeVisible();
  const steps = (await card()).getAllByRole('link');
  expect(steps.map((step) => step.textContent)).toEqual(['Sell membership', 'See invoices', 'Open contact']);
  expect(steps[0]).toHaveAttribute('href', `/contacts/${maya.id}`);
});

test('The next step goes as far as the level allows', async () => {
  const { user } = await choose(() => createMemberSummary(), { 'POST /checkins': denied }, 'point_of_sale');
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Membership Expired')).toBeVisible();
  await waitFor(async () => expect((await card()).queryByRole('link')).not.toBeInTheDocument());
});

const packOf = (change: object = {}) => {
  const { membership, ...summary } = createMemberSummary().summary;
  return createMemberSummary({
    ...summary,
    membership: membership && { ...membership, name: 'Ten Visits', endDate: '2999-12-31', visitsLeft: 3, ...change },
  });
};

test('A pack shows its visits before the press, and what is left after it', async () => {
  const { user } = await choose(() => packOf(), {
    'POST /checkins': () => respond(201, { ...buildCheckin({ contactId: maya.id }), visitsLeft: 2 }),
  });
  expect(await (await card()).findByText('3 visits left, ends Dec 31, 2999')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Check In Member/ }));
  expect(await screen.findByText('Maya Okafor checked in successfully! 2 visits left')).toBeVisible();
});

test('A pack that is used up will be denied, but not while its last visit goes on', async () => {
  const usedUp = packOf({ visitsLeft: 0, status: 'expired' });
  const { unmount } = await choose(() => usedUp);
  expect(await screen.findByText('no visits left')).toBeVisible();
  expect(screen.getByText(/Check-in will be denied/)).toBeVisible();
  unmount();
  await choose(() => ({
    summary: { ...usedUp.summary, lastVisit: { checkinTime: new Date().toISOString(), locationName: 'Denver' } },
  }));
  expect(await screen.findByText('no visits left')).toBeVisible();
  expect(screen.queryByText(/Check-in will be denied/)).toBeNull();
});
