import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The screens' own chunks, so that no test waits for one.
import '#src/resources/contacts/ContactList.tsx';
import '#src/resources/contacts/ContactShow.tsx';
import '#src/resources/memberships/MembershipList.tsx';
import '#src/resources/memberships/MembershipShow.tsx';
import { aContact, aLocation, aPage } from '#tests/support/records.ts';
import { open as openPurchase, unlimited } from '#tests/support/purchaseDesk.ts';
import { renderConsole } from '#tests/support/render.tsx';

const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

test('a plan that was offered for purchase opens whole from the list of memberships', async () => {
  const agreement = { id: '018f0000-0000-7000-8000-00000000dddd', name: 'Liability Waiver', description: null };
  const { user } = await openPurchase({
    [`GET /memberships/${unlimited.id}`]: () => ({ membership: unlimited, location: null, agreements: [agreement] }),
    [`GET /memberships/${unlimited.id}/sales-items`]: () => ({ membershipSalesItems: [] }),
  });
  await screen.findByText('Every class');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Close Without Purchasing' }));
  await user.click((await menu()).getByRole('link', { name: 'Memberships' }));
  await user.click(await screen.findByRole('link', { name: /Unlimited/ }));
  expect(await screen.findByRole('heading', { name: 'Unlimited', level: 1 })).toBeVisible();
  expect(await screen.findByText('Liability Waiver')).toBeVisible();
});

test("a page that fails while it is drawn says 'Unexpected Application Error!' inside the frame, until the next page", async () => {
  const broken = aContact({ lastName: undefined as never });
  const { user } = renderConsole(`/contacts/${broken.id}`, {
    [`GET /contacts/${broken.id}`]: () => ({ contact: broken, homeLocation: null }),
    'GET /contacts': () => ({ contacts: [], pagination: aPage(0) }),
  });
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(document.title).toBe('Unexpected Application Error! · Spotter');
  await user.click((await menu()).getByRole('link', { name: 'Contacts' }));
  expect(await screen.findByText('No contacts found')).toBeVisible();
  expect(screen.queryByText('Unexpected Application Error!')).not.toBeInTheDocument();
});

test('a page that failed is tried anew at another location', async () => {
  const broken = aContact({ lastName: undefined as never });
  const [denver, boulder] = [aLocation(), aLocation({ name: 'Iron Peak Boulder' })];
  let contact = broken;
  const { user } = renderConsole(
    `/contacts/${broken.id}`,
    {
      [`GET /contacts/${broken.id}`]: () => ({ contact, homeLocation: null }),
      [`GET /contacts/${broken.id}/memberships`]: () => ({ memberships: [], pagination: aPage(0) }),
      'GET /invoices': () => ({ invoices: [], pagination: aPage(0) }),
      'GET /checkins': () => ({ checkins: [], pagination: aPage(0) }),
    },
    { locations: [denver, boulder] },
  );
  await screen.findByText('Unexpected Application Error!');
  contact = { ...broken, lastName: 'Okafor' };
  await user.click(screen.getByRole('button', { name: 'Location: Iron Peak Denver' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Boulder/ }));
  expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
});
