import { createPdf } from '#tests/support/pdf.ts';
import { expect, menuEntry, test } from './support/fixtures.ts';

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: createPdf(name),
});

test('an agreement is added with a PDF, gets a second version, is downloaded, edited and deleted', async ({
  page,
  signIn,
}) => {
  const name = 'House Rules';
  await signIn('manager');
  await menuEntry(page, 'Agreements').click();
  await page.getByRole('link', { name: 'Add agreement' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('PDF document').setInputFiles(pdf('rules-2025.pdf'));
  await page.getByRole('button', { name: 'Add agreement' }).click();
  await expect(page.getByText('Agreement added')).toBeVisible();
  await page.getByRole('row', { name: new RegExp(name) }).click();

  const versions = page.getByRole('table', { name: 'Versions' });
  await expect(versions.getByRole('row', { name: /v1 Current rules-2025\.pdf/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add Version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Version' });
  await dialog.getByLabel('PDF document').setInputFiles(pdf('rules-2026.pdf'));
  await dialog.getByRole('button', { name: 'Add Version' }).click();
  await expect(dialog).toBeHidden();
  await expect(versions.getByRole('row', { name: /v2 Current rules-2026\.pdf/ })).toBeVisible();
  await expect(versions.getByText('Current')).toHaveCount(1);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download version 1' }).click();
  expect((await saved).suggestedFilename()).toBe('rules-2025.pdf');

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Display Order').fill('7');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Agreement updated')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Agreement Information' })).toContainText('7');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Agreement deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeHidden();
});
