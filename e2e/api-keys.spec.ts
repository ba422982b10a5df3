import { expect, expectAccessible, test } from './support/fixtures.ts';

test('a key is made, shown once, works for what it may do, and stops when it is revoked', async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn('admin', '/settings');
  await page.getByRole('link', { name: 'API Keys' }).click();
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Website form');
  await dialog.getByRole('group', { name: 'Contacts' }).getByLabel('Add and change').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make key' }).click();
  const shown = page.getByRole('dialog', { name: 'Website form is ready' });
  const key = (await shown.getByLabel('API key').textContent()) ?? '';
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I saved it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);

  const call = (path: string) => fetch(`${baseURL}/api${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect([(await call('/contacts')).status, (await call('/invoices')).status]).toEqual([200, 403]);
  await page.reload();
  await expect(page.getByRole('row', { name: /Website form/ })).toContainText('Changes contacts.');
  await expect(page.getByRole('row', { name: /Website form/ })).toContainText('from ');
  await page.getByRole('button', { name: 'Revoke Website form' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  expect((await call('/contacts')).status).toBe(401);

  await page.goto('/settings/activity');
  await expect(page.getByRole('link', { name: 'Website form' })).toHaveCount(2);
});
