import { expect, menuEntry, test } from './support/fixtures.ts';

test('a location is edited, given a fee, and another is added, selected at once, and archived', async ({
  page,
  signIn,
  gym,
  trouble,
}) => {
  trouble.expectStatus(409, /\/locations\//);
  await signIn('admin');
  await menuEntry(page, 'Location').click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Location Name').fill('Harbor');
  await page.getByLabel('Sales Tax Rate (%)').fill('8.63');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Location updated')).toBeVisible();
  await expect(page.getByText('8.63%')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Location: Harbor' })).toBeVisible();

  await page.getByRole('button', { name: 'Add fee' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Key Card');
  await dialog.getByLabel('Amount').fill('2.5');
  await dialog.getByLabel('Amount').press('Enter');
  const row = page.getByRole('row', { name: /Key Card/ });
  await expect(row).toContainText('2.50%');
  await page.getByRole('button', { name: 'Edit Key Card' }).click();
  await dialog.getByLabel('Amount').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('3.00%');
  await page.getByRole('button', { name: 'Delete Key Card' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();

  await page.getByRole('button', { name: 'Location: Harbor' }).click();
  await page.getByRole('menuitem', { name: 'Add Location' }).click();
  await page.getByLabel('Location Name').fill('Pier 9');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByRole('button', { name: 'Location: Pier 9' })).toBeVisible();
  await menuEntry(page, 'Company').click();
  const archive = async (name: string) => {
    await page.getByRole('button', { name: `Archive ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  };
  await archive('Pier 9');
  await expect(page.getByRole('row', { name: /Pier 9/ })).toBeHidden();
  // It is somebody's home location.
  await archive('Harbor');
  await page.getByRole('link', { name: 'Show 1 contact' }).click();
  await expect(page.getByRole('button', { name: 'Location: Harbor' })).toBeVisible();
  await expect(page.getByRole('link', { name: gym.member.name })).toBeVisible();
});
