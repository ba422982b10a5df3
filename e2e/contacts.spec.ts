import { expect, menuEntry, test } from './support/fixtures.ts';
import { searchContacts } from './support/searchContacts.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

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

  await searchContacts(page, name);
  await page.getByRole('link', { name: `${name} Example` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} Example`);
  await expect(page.getByRole('banner').or(page.locator('header')).getByText('(303) 555-0142').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Contact' }).click();
  await page.getByLabel('City').fill('Boulder');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Contact updated')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Boulder' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to Contacts' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toHaveValue(name);
  await page.getByRole('link', { name: `${name} Example` }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete contact' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Contact deleted')).toBeVisible();
});
