import { expect, test } from './support/fixtures.ts';

test('a location is edited, its tax kept to the hundredth of a percent, its name fresh in the top bar', async ({
  page,
  signIn,
}) => {
  await signIn('admin');
  await page.getByRole('link', { name: 'Location', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Basic Information' })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Location Name').fill('Pier 9');
  await page.getByLabel('Sales Tax Rate (%)').fill('8.63');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Location updated')).toBeVisible();
  await expect(page.getByText('8.63%')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Location: Pier 9' })).toBeVisible();
});

test('a fee is added with the keyboard alone, changed and deleted', async ({ page, signIn }) => {
  const name = 'Key Card';
  await signIn('admin');
  await page.getByRole('link', { name: 'Location', exact: true }).click();
  await page.getByRole('button', { name: 'Add Fee' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Amount').fill('2.5');
  await dialog.getByLabel('Amount').press('Enter');
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('2.50%');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog.getByLabel('Amount').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('3.00%');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure you want to delete this fee?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

test('a location is added, selected at once, and archived when it is nobody’s home location', async ({
  page,
  signIn,
  gym,
  trouble,
}) => {
  trouble.expectStatus(409, /\/locations\//);
  await signIn('admin');
  await page.getByRole('button', { name: `Location: ${gym.locationName}` }).click();
  await page.getByRole('menuitem', { name: 'Add Location' }).click();
  await page.getByLabel('Location Name').fill('Pier 9');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByRole('button', { name: 'Location: Pier 9' })).toBeVisible();

  await page.getByRole('link', { name: 'Company', exact: true }).click();
  const archive = async (name: string) => {
    await page.getByRole('button', { name: `Archive ${name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  };
  await archive('Pier 9');
  await expect(page.getByRole('row', { name: /Pier 9/ })).toBeHidden();
  await archive(gym.locationName);
  await page.getByRole('link', { name: 'Show 1 Contact' }).click();
  await expect(page.getByRole('button', { name: `Location: ${gym.locationName}` })).toBeVisible();
  await expect(page.getByRole('link', { name: gym.member.name })).toBeVisible();
});
