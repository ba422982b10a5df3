import { choose } from '../support/choose.ts';
import { expect, test } from '../support/fixtures.ts';
import { searchContacts } from '../support/searchContacts.ts';

test('a purchase leads from the history to its invoice and back', async ({ page, visitDemo }) => {
  await visitDemo('operator', '/contacts?filter={"memberFilter":"members"}&sort=createdAt&order=ASC');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('tab', { name: 'Purchase History' }).click();
  await page.getByRole('table', { name: 'Purchase History' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/contacts\/[^/]+\/invoices\//);
  await expect(page.getByRole('heading', { name: 'Line Items' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Purchase History' }).click();
  await expect(page.getByRole('tab', { name: 'Purchase History' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Memberships' }).click();
  await page.getByRole('table', { name: 'Memberships' }).getByRole('link').first().click();
  await expect(page.getByText('Automatic Renewal')).toBeVisible();
});

test('contacts are tagged and narrowed', async ({ page, gym, signIn }) => {
  await signIn('manager', '/contacts');
  await searchContacts(page, 'Oakley, Ann');
  await page.getByRole('link', { name: gym.member.name }).click();
  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill('Early bird, VIP;');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Early bird' })).toBeVisible();

  await page.goto('/contacts');
  await page.getByRole('combobox', { name: 'Tag filter' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await page.keyboard.press('Escape');
  await choose(page.getByRole('combobox', { name: 'Status filter' }), 'Active');
  const rows = page.getByRole('table', { name: 'Contacts' }).getByRole('link');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(gym.member.name);
});
