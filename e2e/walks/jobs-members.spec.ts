import type { Page } from '@playwright/test';
import type { InvoicePage } from '#domain/invoices/contract.ts';
import { addDays } from '#domain/shared/dates.ts';
import { callApi } from '../support/callApi.ts';
import { type Desk, expect, test } from '../support/fixtures.ts';
import { openMember } from '../support/member.ts';
import { workerAt } from '../support/worker.ts';

test('Check a member in: 3 actions at most', async ({ page, gym, signIn }) => {
  const { name } = gym.member;
  await signIn('operator');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  const { type, press, done } = workerAt(page);
  await type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Check In Member' })).toBeFocused();
  await press('Enter');
  await expect(page.getByText(`${name} checked in successfully!`)).toBeVisible();
  expect(done('Check a member in')).toBeLessThanOrEqual(3);
});

test('Add a contact, counted', async ({ page, signIn }) => {
  await signIn('operator');
  const { click, type, press, done } = workerAt(page);
  await click(page.getByRole('region', { name: 'Quick actions' }).getByRole('link', { name: 'Add Contact' }));
  await click(page.getByLabel('First Name'));
  await type('Quill');
  await press('Tab');
  await type('Counted');
  await press('Tab');
  await type('quill@example.test');
  await press('Enter');
  await expect(page.getByText('Contact added')).toBeVisible();
  done('Add a contact');
});

/** A contact of the demo who owes something, and how much at the operator's location. */
async function whoOwes(page: Page) {
  const { directLocationAccess } = await callApi<{ directLocationAccess: { location: { id: string } }[] }>(
    page,
    'GET',
    '/locations',
  );
  const at = `locationId=${directLocationAccess[0]?.location.id}`;
  const { invoices } = await callApi<InvoicePage>(page, 'GET', `/invoices?${at}&sortBy=due&sortOrder=desc&limit=1`);
  const id = invoices[0]?.invoice.contactId;
  const { contact } = await callApi<{ contact: { firstName: string; lastName: string } }>(
    page,
    'GET',
    `/contacts/${id}`,
  );
  const { summary } = await callApi<{ summary: { due: number } }>(page, 'GET', `/contacts/${id}/standing?${at}`);
  expect(summary.due).toBeGreaterThan(0);
  return { name: `${contact.firstName} ${contact.lastName}`, due: summary.due };
}

test('Find what someone owes: from the dashboard, in the card of their standing', async ({ page, visitDemo }) => {
  await visitDemo('operator');
  const { name, due } = await whoOwes(page);
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  const { type, press, done } = workerAt(page);
  await type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await press('Enter');
  const dollars = due.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(page.getByRole('region', { name: `Status of ${name}` }).getByText(`${dollars} is owed`)).toBeVisible();
  done('Find what someone owes');
});

/** The page of a member whose membership renews. */
async function atMember(desk: Desk) {
  const { today } = await openMember(desk, 'manager');
  await expect(desk.page.getByRole('button', { name: 'Freeze' })).toBeVisible();
  return { ...workerAt(desk.page), lastDay: addDays(today, 30) };
}

test('Cancel a membership from the contact: 4 actions at most', async ({ page, gym, signIn }) => {
  const { click, done } = await atMember({ page, gym, signIn });
  await click(page.getByRole('button', { name: 'Cancel membership' }));
  const dialog = page.getByRole('dialog', { name: 'Cancel Unlimited' });
  await click(dialog.getByRole('combobox', { name: 'Reason' }));
  await click(page.getByRole('option', { name: 'Moving' }));
  await click(dialog.getByRole('button', { name: 'Cancel membership' }));
  await expect(page.getByText(/^Cancellation saved/)).toBeVisible();
  expect(done('Cancel a membership from the contact')).toBeLessThanOrEqual(4);
});

test('Freeze a membership until a day from the contact: 4 actions at most', async ({ page, gym, signIn }) => {
  const { click, fill, lastDay, done } = await atMember({ page, gym, signIn });
  await click(page.getByRole('button', { name: 'Freeze' }));
  const dialog = page.getByRole('dialog', { name: 'Freeze Unlimited' });
  await fill(dialog.getByLabel('Last day'), lastDay);
  await fill(dialog.getByLabel(/^Reason/), 'Travel');
  await click(dialog.getByRole('button', { name: 'Freeze' }));
  await expect(page.getByText(/^Freeze saved/)).toBeVisible();
  expect(done('Freeze a membership until a day, from the contact')).toBeLessThanOrEqual(4);
});

test('Freeze a membership from any page, by the search: 6 actions at most', async ({ page, gym, signIn }) => {
  await gym.make
    .contact({ first_name: 'Rosa', last_name: 'Delgado' })
    .then((contactId) =>
      gym.make.contactMembership(contactId, { membership_id: gym.planId, membership_name: 'Unlimited' }),
    );
  await signIn('manager');
  await expect(page.getByRole('combobox', { name: 'Search members' })).toBeFocused();
  const { click, type, press, done } = workerAt(page);
  await press('Control+k');
  await type('freeze rosa');
  await expect(page.getByRole('option', { name: /^Freeze Rosa Delgado’s Unlimited/ })).toBeVisible();
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Freeze Unlimited' });
  await click(dialog.getByLabel(/^Reason/));
  await type('Travel');
  await press('Enter');
  await expect(page.getByText(/^Freeze saved/)).toBeVisible();
  expect(done('Freeze a membership by the search')).toBeLessThanOrEqual(6);
});

test('Invite somebody to the front desk: 5 actions', async ({ page, gym, signIn }) => {
  await signIn('admin', '/users');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  const { click, fill, done } = workerAt(page);
  await click(page.getByRole('link', { name: 'Invite User' }));
  await fill(page.getByLabel('First Name'), 'Rosa');
  await fill(page.getByLabel('Last Name'), 'Delgado');
  await fill(page.getByLabel('Email'), `rosa-${gym.companyId}@gym.test`);
  await click(page.getByRole('button', { name: 'Send invitation' }));
  await expect(
    page.getByText('Invited. No mail server is set up, so the link is in the log of the server.'),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /Rosa Delgado/ })).toContainText(`Operator at ${gym.locationName}`);
  expect(done('Invite somebody')).toBe(5);
});
