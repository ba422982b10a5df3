import { expect, test } from './support/fixtures.ts';

test('a company that is renamed has its new name in the top bar at once', async ({ page, gym, signIn }) => {
  await signIn('admin');
  await page.getByRole('link', { name: 'Company' }).click();
  await expect(page.getByRole('region', { name: 'Company Information' })).toContainText(gym.companyName);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Company Name').fill('Harbor Strength & Rowing');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/company$/);
  await expect(page.getByRole('region', { name: 'Company Information' })).toContainText('Harbor Strength & Rowing');
  await page.getByRole('button', { name: /^Location:/ }).click();
  await expect(page.getByRole('menu', { name: 'Locations' })).toContainText('Harbor Strength & Rowing');
});
