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
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Memberships' })).toContainText('30 days');
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('After 1, 3, 6, 13, 20 days');
  await expect(page.getByRole('region', { name: 'Receipts' })).toContainText('North Gym LLC');
});

test('a new company is led through its setup: the first location, cash only, receipt details', async ({
  page,
  signIn,
  gym,
  database,
}) => {
  await database.scoped([gym.companyId], async (tx) => {
    await tx.deleteFrom('company_settings').where('company_id', '=', gym.companyId).execute();
    await tx
      .updateTable('locations')
      .set({ archived_at: new Date() })
      .where('company_id', '=', gym.companyId)
      .execute();
  });
  await signIn('admin');
  const list = page.getByRole('region', { name: `Set up ${gym.companyName}` });
  await expect(list).toContainText('4 of 7 steps done');
  await expectAccessible(page);
  await list.getByRole('link', { name: 'Location details and tax' }).click();
  await page.getByLabel('Location Name').fill('Downtown');
  await page.getByLabel('Street Address').fill('1 Main St');
  await page.getByLabel('City').fill('Denver');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByRole('button', { name: 'Location: Downtown' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(list).toContainText('5 of 7 steps done');
  await list.getByRole('button', { name: 'We don’t accept cards' }).click();
  await expect(list).toContainText('6 of 7 steps done');
  await list.getByRole('link', { name: 'Receipt details' }).click();
  await page.getByLabel('Legal Name').fill('Downtown LLC');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
  await expect(list).toBeHidden();
});
