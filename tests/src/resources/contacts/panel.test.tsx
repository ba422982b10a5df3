import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '#src/custom/palette/PaletteDialog.tsx';
import '#src/resources/contacts/panel/ContactPanel.tsx';
import type { Level } from '#domain/shared/access.ts';
import { buildMembership, createInvoice, maya, at } from '#tests/support/contactPage.ts';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildLocation, createMemberSummary, createPage } from '#tests/support/records.ts';
import { renderScreen, renderConsole } from '#tests/support/render.tsx';

const denver = buildLocation();
const checkin = buildCheckin({ contactId: maya.id, checkinTime: '2020-01-05T22:04:00.000Z' }, maya);
const owed = createInvoice({ status: 'overdue', paid: 0, due: 54.39 });

const routes = (change: Routes = {}): Routes => ({
  'GET /checkins': () => ({ checkins: [checkin], pagination: createPage(1) }),
  'GET /contacts': () => ({ contacts: [{ contact: maya, homeLocation: null }], pagination: createPage(1) }),
  [`GET ${at}`]: () => ({ contact: maya, homeLocation: null, mayChange: true, mayDelete: true, hasHistory: true }),
  [`GET ${at}/standing`]: () => createMemberSummary({ due: 54.39 }),
  [`GET ${at}/memberships`]: () => ({
    memberships: [buildMembership()],
    pagination: createPage(1),
    savedCard: { brand: 'visa', lastDigits: '4242', lastDay: '2999-08-31' },
  }),
  [`GET ${at}/notes`]: () => ({ notes: [] }),
  'GET /invoices': () => ({ invoices: [{ invoice: owed, contact: maya }], pagination: createPage(1) }),
  [`GET /invoices/${owed.id}`]: () => ({ invoice: owed, contact: maya, location: denver, company: null, payments: [] }),
  ...change,
});

const opened = async (change: Routes = {}, level: Level = 'admin') => {
  const rendered = renderScreen('/checkins', routes(change), { level, locations: [denver] });
  const link = await screen.findByRole('link', { name: /Maya Okafor/ });
  return { ...rendered, link };
};
const panel = async () => within(await screen.findByRole('dialog', { name: 'Maya Okafor' }));

test('A panel offers nothing before the memberships are known, which would move it under somebody’s hand', async () => {
  const answer = later<unknown>();
  const { user, link } = await opened({ [`GET ${at}/memberships`]: () => answer.promise });
  await user.click(link);
  const shown = await panel();
  expect(await shown.findByRole('status', { name: 'Loading' })).toBeVisible();
  expect(shown.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual(['Close']);
  answer.settle({ memberships: [buildMembership()], pagination: createPage(1) });
  for (const name of ['Collect $54.39', 'Check In', 'Freeze'])
    expect(await shown.findByRole('button', { name })).toBeEnabled();
});

test('A click on a person opens their panel: status, what is owed, last visits, card on file and what can be done', async () => {
  const { user, link } = await opened();
  await user.click(link);
  const shown = await panel();
  expect(await shown.findByText('Monthly Unlimited')).toBeVisible();
  expect(shown.getByText('$54.39 is owed')).toBeVisible();
  expect(await shown.findByText('Visa ending in 4242, expires 08/99')).toBeVisible();
  const visits = within(await shown.findByRole('list', { name: 'Last visits' })).getAllByRole('listitem');
  expect(visits.map(({ textContent }) => textContent)).toEqual(['Jan 5, 2020, 3:04 PM · Front DeskAllowed']);
  for (const name of ['Collect $54.39', 'Check In', 'Freeze', 'Sell membership'])
    expect(await shown.findByRole('button', { name })).toBeEnabled();
  expect(shown.getByRole('link', { name: 'New sale' })).toHaveAttribute('href', '/pos');
  expect(shown.getByRole('link', { name: 'Open contact' })).toHaveAttribute('href', at);
});

test('From the panel, too, a second visit is counted only after a question', async () => {
  const checkinTime = new Date(Date.now() - 21 * 60_000).toISOString();
  const { user, link, api } = await opened({
    [`GET ${at}/standing`]: () => createMemberSummary({ lastVisit: { checkinTime, locationName: 'Iron Peak Denver' } }),
    'POST /checkins': () => ({ checkin: { ...checkin.checkin, accessGranted: true } }),
  });
  await user.click(link);
  await user.click(await (await panel()).findByRole('button', { name: 'Check In' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Count a second visit?' }));
  expect(question.getByText('Already checked in 21 minutes ago at Iron Peak Denver')).toBeVisible();
  expect(api.to('POST /checkins')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Check In Again' }));
  await waitFor(() => expect(api.to('POST /checkins')).toHaveLength(1));
});

test('The button of the panel, too, says before the press what check-in will deny', async () => {
  const { membership } = createMemberSummary().summary;
  const { user, link } = await opened({
    [`GET ${at}/standing`]: () =>
      createMemberSummary({ membership: membership && { ...membership, status: 'suspended', accessEnabled: false } }),
  });
  await user.click(link);
  expect(await (await panel()).findByRole('button', { name: 'Check In: Suspended' })).toBeEnabled();
});

test('Escape leads back to the page, with the focus where it was; Back does the same', async () => {
  const { user, link } = await opened();
  link.focus();
  await user.keyboard('{Enter}');
  await panel();
  expect(window.location.pathname).toBe('/checkins');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(link).toHaveFocus();
  await user.keyboard('{Enter}');
  await panel();
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(window.location.pathname).toBe('/checkins');
});

test('A reload keeps it', async () => {
  const { user, link, unmount } = await opened();
  await user.click(link);
  await panel();
  const { state } = window.history;
  unmount();
  window.history.replaceState(state, '', '/checkins');
  expect(state).toMatchObject({ usr: { panel: { contactId: maya.id } } });
});

test('With a modifier key a click is the browser’s, and the link leads to the page', async () => {
  const { link } = await opened();
  expect(link).toHaveAttribute('href', at);
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  expect(fireEvent.click(link, { metaKey: true })).toBe(true);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('What is owed is collected from it', async () => {
  const { user, link } = await opened();
  await user.click(link);
  await user.click(await (await panel()).findByRole('button', { name: 'Collect $54.39' }));
  expect(await screen.findByRole('button', { name: 'Charge $54.39' })).toBeEnabled();
});

test('Of several invoices one is chosen, the oldest first', async () => {
  const older = {
    ...owed,
    id: '018f0000-0000-7000-8000-00000000dddd',
    due: 10,
    createdAt: '2025-12-05T17:00:00.000Z',
  };
  const { user, link, api } = await opened({
    'GET /invoices': () => ({
      invoices: [older, owed].map((invoice) => ({ invoice, contact: maya })),
      pagination: createPage(2),
    }),
  });
  await user.click(link);
  await user.click(await (await panel()).findByRole('button', { name: 'Collect $64.39' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    '$10.00 of Dec 5, 2025: Membership Purchase',
    '$54.39 of Jan 5, 2026: Membership Purchase',
  ]);
  expect(Object.fromEntries(api.to('GET /invoices')[0]?.query ?? [])).toMatchObject({
    contactId: maya.id,
    status: 'to_collect',
    sortBy: 'createdAt',
    sortOrder: 'asc',
  });
});

test('A second visit on the same day is asked about, and counts when it is meant', async () => {
  const lastVisit = { checkinTime: new Date(Date.now() - 60_000).toISOString(), locationName: 'Iron Peak Denver' };
  const { user, api, link } = await opened({
    [`GET ${at}/standing`]: () => createMemberSummary({ lastVisit, repeatMinutes: 60 }),
    'POST /checkins': () => respond(201, buildCheckin({ contactId: maya.id })),
  });
  await user.click(link);
  const shown = await panel();
  await shown.findByText('Monthly Unlimited');
  await user.click(await shown.findByRole('button', { name: 'Check In' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Count a second visit?' }));
  expect(api.to('POST /checkins')).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Check In Again' }));
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
});

test('A check-in from it says so, and a denial says why', async () => {
  let isDenied = false;
  const { user, link } = await opened({
    'POST /checkins': () =>
      isDenied
        ? respond(403, { message: 'Membership has expired', ...buildCheckin({ accessGranted: false }) })
        : respond(201, buildCheckin({ contactId: maya.id })),
  });
  await user.click(link);
  await user.click(await (await panel()).findByRole('button', { name: 'Check In' }));
  expect(await screen.findByText('Maya Okafor checked in successfully!')).toBeVisible();
  isDenied = true;
  await user.click((await panel()).getByRole('button', { name: 'Check In' }));
  expect(await (await panel()).findByText('Membership Expired')).toBeVisible();
});

test('Choosing a contact in the palette opens it on any page', async () => {
  const none = { ...routes(), 'GET /memberships': noRows('memberships'), 'GET /sales-items': noRows('salesItems') };
  const { user } = renderConsole('/training', none, { locations: [denver] });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'maya');
  await user.click(within(await screen.findByRole('group', { name: 'Contacts' })).getByRole('option'));
  await panel();
  expect(window.location.pathname).toBe('/training');
});

const noRows = (name: string) => () => ({ [name]: [], pagination: createPage(0) });

test('A level that does not see contacts has no panel', async () => {
  renderScreen('/checkins', routes(), { level: 'point_of_sale', locations: [denver] });
  expect(await screen.findByText('Maya Okafor')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Maya Okafor/ })).not.toBeInTheDocument();
});
