import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/custom/dashboard/DashboardPage.tsx';
import { answer, later, type Routes } from '#tests/support/consoleApi.ts';
import { aCheckin, aContact, aLocation, aPage, aStanding } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const maya = aContact();
const denver = aLocation();

const choose = async (
  standing: () => unknown,
  routes: Routes = {},
  level: 'operator' | 'point_of_sale' = 'operator',
) => {
  const opened = renderConsole(
    '/dashboard',
    {
      'GET /checkins': () => ({ checkins: [], pagination: aPage(0) }),
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': () => ({ contacts: [{ contact: maya, homeLocation: null }], pagination: aPage(1) }),
      [`GET /contacts/${maya.id}/standing`]: standing,
      ...routes,
    },
    { level, locations: [denver] },
  );
  await opened.user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'may');
  await screen.findByRole('option', { name: /Maya Okafor/ });
  await opened.user.keyboard('{Enter}');
  return opened;
};

const card = async () => within(await screen.findByRole('region', { name: 'Standing of Maya Okafor' }));

test('Before the press: status and plan with its end, amount due, last visit, notes', async () => {
  await choose(() => aStanding({ due: 60.25, notes: 'Bad knee' }));
  const shown = await card();
  expect(await shown.findByText('Active')).toBeVisible();
  expect(shown.getByText('Monthly Unlimited')).toBeVisible();
  expect(shown.getByText('$60.25')).toBeVisible();
  expect(shown.getByText(/Jan 2, 11:30 AM at Iron Peak Denver/)).toBeVisible();
  expect(shown.getByText('Bad knee')).toBeVisible();
});

test('Without a membership it says so, and one that counts elsewhere only as well', async () => {
  const { unmount } = await choose(() => aStanding({ membership: null, lastVisit: null }));
  expect(await (await card()).findByText('No membership')).toBeVisible();
  expect((await card()).getByText('None yet')).toBeVisible();
  unmount();
  const { membership } = aStanding().standing;
  await choose(() => aStanding({ membership: membership && { ...membership, isValidHere: false } }));
  expect(await (await card()).findByText('Not at this location')).toBeVisible();
});

test('A level that does not see invoices is shown no amount', async () => {
  await choose(() => aStanding({ due: null }), {}, 'point_of_sale');
  expect(await (await card()).findByText('Monthly Unlimited')).toBeVisible();
  expect((await card()).queryByText('Amount due')).not.toBeInTheDocument();
});

test('A check-in within the last two hours is shown', async () => {
  const checkinTime = new Date(Date.now() - 25 * 60_000).toISOString();
  await choose(() => aStanding({ lastVisit: { checkinTime, locationName: 'Iron Peak Denver' } }));
  expect(await (await card()).findByText('Already checked in 25 minutes ago at Iron Peak Denver')).toBeVisible();
});

test('How long a visit counts as the same, and whether what is owed is a warning, are settings', async () => {
  const visit = { checkinTime: new Date(Date.now() - 25 * 60_000).toISOString(), locationName: 'Iron Peak Denver' };
  const { unmount } = await choose(() => aStanding({ lastVisit: visit, repeatMinutes: 20, due: 60.25 }));
  expect(await (await card()).findByText('$60.25 is owed')).toBeVisible();
  expect((await card()).queryByText(/Already checked in/)).not.toBeInTheDocument();
  unmount();
  await choose(() => aStanding({ due: 60.25, warnOwed: false }));
  expect(await (await card()).findByText('$60.25')).toBeVisible();
  expect((await card()).queryByText('$60.25 is owed')).not.toBeInTheDocument();
});

const granted = () => answer(201, aCheckin({ contactId: maya.id }));

test('It never delays the check-in: the press works while it loads', async () => {
  const slow = later<unknown>();
  const { user } = await choose(() => slow.promise, { 'POST /checkins': granted });
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
});

test('A standing that cannot be read says so, and the press works all the same', async () => {
  const { user } = await choose(() => answer(503, { message: 'The database does not answer.' }), {
    'POST /checkins': granted,
  });
  expect(await (await card()).findByText('The database does not answer.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
});

const denied = () =>
  answer(403, { message: 'Membership has expired', ...aCheckin({ contactId: maya.id, accessGranted: false }) });

test('After a denial it stays, with the next step', async () => {
  const { user } = await choose(() => aStanding(), { 'POST /checkins': denied });
  expect((await card()).queryByRole('link')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Membership Expired')).toBeVisible();
  const steps = (await card()).getAllByRole('link');
  expect(steps.map((step) => step.textContent)).toEqual(['Sell Membership', 'See Invoices', 'Open Contact']);
  expect(steps[0]).toHaveAttribute('href', `/contacts/${maya.id}`);
});

test('The next step goes as far as the level allows', async () => {
  const { user } = await choose(() => aStanding(), { 'POST /checkins': denied }, 'point_of_sale');
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  expect(await screen.findByText('Membership Expired')).toBeVisible();
  await waitFor(async () => expect((await card()).queryByRole('link')).not.toBeInTheDocument());
});
