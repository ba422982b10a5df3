import { expect, expectAccessible, test } from './support/fixtures.ts';

test('the company’s rules are changed by its admin and read by nobody below', async ({ page, signIn }) => {
  await signIn('admin', '/settings');
  await expect(page.getByRole('region', { name: 'Memberships' })).toContainText('0 days');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Cancellation Notice').fill('30');
  await page.getByLabel('Failed Card Retries').fill('20');
  await page.getByLabel('Failed Card Retries').press('Enter');
  await page.getByLabel('Legal Name').fill('North Gym LLC');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Memberships' })).toContainText('30 days');
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('After 1, 3, 6, 13, 20 days');
  await expect(page.getByRole('region', { name: 'Receipts' })).toContainText('North Gym LLC');
});
