import type { Page } from '@playwright/test';
import { choose } from './support/choose.ts';
import { expect, menuEntry, test } from './support/fixtures.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Waits for the search results: a row that is clicked before the response arrives is not opened. */
async function search(page: Page, text: string) {
  const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === text);
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(text);
  await searched;
  await expect(page.getByRole('table', { name: 'Contacts' })).toHaveAttribute('aria-busy', 'false');
}

test('a contact is added with a photo, found, edited, and deleted', async ({ page, signIn }) => {
  const name = 'Zed';
  await signIn('operator');
  await menuEntry(page, 'Contacts').click();
  await page.getByRole('link', { name: 'Add Contact' }).click();
  await page.getByLabel('First Name').fill(name);
  await page.getByLabel('Last Name').fill('Example');
  await page.getByRole('textbox', { name: 'Email' }).fill(`${name}@example.test`);
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('3035550142');
  await page
    .getByLabel('Profile photo', { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await expect(page.getByText('Contact added')).toBeVisible();

  await search(page, name);
  await page.getByRole('link', { name: `${name} Example` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} Example`);
  await expect(page.getByRole('banner').or(page.locator('header')).getByText('(303) 555-0142').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Photo' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.getByLabel('City').fill('Boulder');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Contact updated')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Boulder' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to Contacts' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toHaveValue(name);
  await page.getByRole('link', { name: `${name} Example` }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete Contact' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Contact deleted')).toBeVisible();
});

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

test('contacts are tagged, narrowed, and the view is saved and sent as a link', async ({
  page,
  context,
  gym,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('manager', '/contacts');
  await search(page, 'Oakley, Ann');
  await page.getByRole('link', { name: gym.member.name }).click();
  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.getByRole('combobox', { name: 'Tags' }).fill('Early bird, VIP;');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Early bird' })).toBeVisible();

  await page.goto('/contacts');
  await page.getByRole('combobox', { name: 'Tag filter' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await page.keyboard.press('Escape');
  await choose(page.getByRole('combobox', { name: 'Status filter' }), 'Active');
  const rows = page.getByRole('table', { name: 'Contacts' }).getByRole('link');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(gym.member.name);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('Active VIPs');
  await page.getByRole('button', { name: 'Save View' }).click();
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Active VIPs', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Status filter' })).toHaveText('Active');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(rows).toHaveCount(1);
});
