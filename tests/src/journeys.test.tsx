import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
// The screens' own chunks, so that no test waits for one.
import '#src/resources/company/CompanyPage.tsx';
import '#src/resources/contacts/ContactList.tsx';
import '#src/resources/contacts/ContactShow.tsx';
import '#src/resources/memberships/MembershipList.tsx';
import '#src/resources/memberships/MembershipShow.tsx';
import { respond } from '#tests/support/consoleApi.ts';
import { buildCheckin, buildContact, buildLocation, createPage, createMemberSummary } from '#tests/support/records.ts';
import { open as openPurchase, unlimited } from '#tests/support/purchaseDesk.ts';
import { leaveFor } from '#tests/support/leaving.ts';
import { renderConsole } from '#tests/support/render.tsx';

const maya = buildContact();
const mayaRow = { contact: maya, homeLocation: null };
const mayasPage = {
  [`GET /contacts/${maya.id}`]: () => mayaRow,
  [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }),
  [`GET /contacts/${maya.id}/standing`]: () => createMemberSummary({ membership: null }),
  'GET /invoices': () => ({ invoices: [], pagination: createPage(0) }),
  'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
};

const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

test('a plan that was offered for purchase opens with all its fields from the list of memberships', async () => {
  const agreement = { id: '018f0000-0000-7000-8000-00000000dddd', name: 'Liability Waiver', description: null };
  const { user } = await openPurchase(
    {
      [`GET /memberships/${unlimited.id}`]: () => ({ membership: unlimited, location: null, agreements: [agreement] }),
      [`GET /memberships/${unlimited.id}/sales-items`]: () => ({ membershipSalesItems: [] }),
    },
    undefined,
    undefined,
    renderConsole,
  );
  await screen.findByText('Every class');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Close Without Purchasing' }));
  await user.click((await menu()).getByRole('link', { name: 'Memberships' }));
  await user.click(await screen.findByRole('link', { name: /Unlimited/ }));
  expect(await screen.findByRole('heading', { name: 'Unlimited', level: 1 })).toBeVisible();
  expect(await screen.findByText('Liability Waiver')).toBeVisible();
});

test("a page that fails while it is drawn says 'Unexpected Application Error!' inside the frame, until the next page", async () => {
  const broken = buildContact({ lastName: undefined as never });
  const { user } = renderConsole(`/contacts/${broken.id}`, {
    [`GET /contacts/${broken.id}`]: () => ({ contact: broken, homeLocation: null }),
    'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
  });
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(document.title).toBe('Unexpected Application Error! · Spotter');
  await user.click((await menu()).getByRole('link', { name: 'Contacts' }));
  expect(await screen.findByText('No contacts found')).toBeVisible();
  expect(screen.queryByText('Unexpected Application Error!')).not.toBeInTheDocument();
});

test('a page that failed is rendered again at another location', async () => {
  const broken = buildContact({ lastName: undefined as never });
  const [denver, boulder] = [buildLocation(), buildLocation({ name: 'Iron Peak Boulder' })];
  let contact = broken;
  const { user } = renderConsole(
    `/contacts/${broken.id}`,
    {
      [`GET /contacts/${broken.id}`]: () => ({ contact, homeLocation: null }),
      [`GET /contacts/${broken.id}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }),
      [`GET /contacts/${broken.id}/standing`]: () => createMemberSummary({ membership: null }),
      'GET /invoices': () => ({ invoices: [], pagination: createPage(0) }),
      'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
    },
    { locations: [denver, boulder] },
  );
  await screen.findByText('Unexpected Application Error!');
  contact = { ...broken, lastName: 'Okafor' };
  await user.click(screen.getByRole('button', { name: 'Location: Iron Peak Denver' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Boulder/ }));
  expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
});

test('a deleted contact is gone, even after Back', async () => {
  let rows = [mayaRow];
  const { api, user } = renderConsole('/contacts', {
    ...mayasPage,
    'GET /contacts': () => ({ contacts: rows, pagination: createPage(rows.length) }),
    [`GET /contacts/${maya.id}`]: () => (rows.length > 0 ? mayaRow : respond(404, { message: 'Contact not found' })),
    [`DELETE /contacts/${maya.id}`]: () => {
      rows = [];
      return { message: 'Contact deleted' };
    },
  });
  await user.click(await screen.findByRole('link', { name: /Maya Okafor/ }));
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete contact' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No contacts found')).toBeVisible();
  expect(api.to(`GET /contacts/${maya.id}`)).toHaveLength(1);
  act(() => window.history.back());
  expect(await screen.findByText('Contact Not Found')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Maya Okafor' })).not.toBeInTheDocument();
});

test('what a search at one location found is not shown as the contact at another', async () => {
  const [denver, boulder] = [buildLocation(), buildLocation({ name: 'Iron Peak Boulder' })];
  const { createdAt: _none, updatedAt: _neither, ...little } = maya;
  const { user } = renderConsole(
    '/dashboard',
    {
      ...mayasPage,
      'GET /checkins/summary': () => ({ days: [] }),
      'GET /contacts': ({ query }) => ({
        contacts: [query.get('locationId') === denver.id ? { contact: little, homeLocation: null } : mayaRow],
        pagination: createPage(1),
      }),
      [`GET /contacts/${maya.id}/standing`]: () =>
        createMemberSummary({ membership: null, lastVisit: null, due: null, isDisputed: null }),
    },
    {
      locations: [
        { location: denver, level: 'point_of_sale' },
        { location: boulder, level: 'operator' },
      ],
      level: 'operator',
    },
  );
  await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'maya');
  await user.click(await screen.findByRole('option', { name: /Maya/ }));
  await user.click(await screen.findByRole('button', { name: 'Location: Iron Peak Denver' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Boulder/ }));
  await user.click((await menu()).getByRole('link', { name: 'Contacts' }));
  await user.click(await screen.findByRole('link', { name: /Maya Okafor/ }));
  expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
  expect(screen.queryByText('Invalid Date')).not.toBeInTheDocument();
});

test('a contact chosen again right after a check-in shows that visit', async () => {
  let lastVisit: MemberSummary['lastVisit'] = null;
  const { user } = renderConsole('/dashboard', {
    'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
    'GET /checkins/summary': () => ({ days: [] }),
    'GET /contacts': () => ({ contacts: [mayaRow], pagination: createPage(1) }),
    [`GET /contacts/${maya.id}/standing`]: () =>
      createMemberSummary({ membership: null, lastVisit, due: null, isDisputed: null }),
    'POST /checkins': () => {
      lastVisit = { checkinTime: new Date().toISOString(), locationName: 'Iron Peak Denver' };
      return respond(201, buildCheckin({ contactId: maya.id }));
    },
  });
  const choose = async () => {
    await user.type(await screen.findByRole('combobox', { name: 'Search members' }), 'maya');
    await user.click(await screen.findByRole('option', { name: /Maya Okafor/ }));
  };
  await choose();
  expect(await screen.findByText('None yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check In Member' }));
  await screen.findByText('Maya Okafor checked in successfully!');
  await choose();
  expect(await screen.findByText(/^Already checked in/)).toBeVisible();
  expect(screen.queryByText('None yet')).not.toBeInTheDocument();
});

test("another location chosen on a contact's page leaves the old one's search behind", async () => {
  const { user } = renderConsole(
    `/contacts?filter=${encodeURIComponent('{"search":"maya"}')}`,
    { ...mayasPage, 'GET /contacts': () => ({ contacts: [mayaRow], pagination: createPage(1) }) },
    { locations: [buildLocation(), buildLocation({ name: 'Iron Peak Boulder' })] },
  );
  await user.click(await screen.findByRole('link', { name: /Maya Okafor/ }));
  await user.click(await screen.findByRole('button', { name: 'Location: Iron Peak Denver' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Boulder/ }));
  expect(await screen.findByRole('link', { name: 'Back to Contacts' })).toHaveAttribute('href', '/contacts');
});

test('the tab is named after the page, at every address and after Back', async () => {
  const { user } = renderConsole(
    '/contacts',
    { ...mayasPage, 'GET /contacts': () => ({ contacts: [mayaRow], pagination: createPage(1) }) },
    { level: 'operator' },
  );
  const titled = (title: string) => waitFor(() => expect(document.title).toBe(`${title} · Spotter`));
  await screen.findByRole('link', { name: /Maya Okafor/ });
  await titled('Contacts');
  await user.click(screen.getByRole('link', { name: /Maya Okafor/ }));
  await titled('Maya Okafor');
  await user.click(await screen.findByRole('tab', { name: 'Purchase History' }));
  await titled('Maya Okafor');
  leaveFor('/company/info');
  await titled('Company is not available');
  act(() => window.history.back());
  await titled('Maya Okafor');
});
