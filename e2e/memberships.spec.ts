import { choose } from './support/choose.ts';
import { expect, menuEntry, test } from './support/fixtures.ts';
import { addAgreement, callApi } from './support/callApi.ts';

test('a plan is added with contract, charge and agreement, changed under the clearing rules, found as the list was left, and deleted', async ({
  page,
  gym,
  signIn,
}) => {
  const name = 'Founders';
  await gym.make.salesItem({ name: 'Key Card', price_cents: 15_00 });
  await gym.make.salesItem({ name: 'Sports Massage', price_cents: 90_00 });
  await signIn('manager');
  await addAgreement(page, { name: 'Membership Agreement', locationId: gym.locationId });
  await menuEntry(page, 'Memberships').click();
  await page.getByRole('link', { name: 'Add Membership' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Membership' })).toBeVisible();

  const pick = (label: string, option: string) => choose(page.getByRole('combobox', { name: label }), option);
  const add = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const months = page.getByLabel('Contract Length (Months)');
  const days = page.getByLabel('Access Duration (Days)');

  await page.getByLabel('Membership Name').fill(name);
  await page.getByLabel('Price').fill('49.5');
  await pick('Type', 'Contract');
  await pick('Billing Frequency', 'One-time');
  await page.getByRole('button', { name: 'Add Membership' }).click();
  await expect(page.getByText('Contract length is required for contract memberships')).toBeVisible();
  await expect(page.getByText('Access duration is required for one-time memberships')).toBeVisible();
  await days.fill('30');
  await pick('Billing Frequency', 'Annually');
  await expect(days).toBeHidden();
  await months.fill('12');
  await add('Sales Items', 'Key Card ($15.00)');
  await page.keyboard.press('Escape');
  await add('Agreements', 'Membership Agreement');
  await page.keyboard.press('Escape');
  await page.getByLabel('Published').check();
  await page.getByRole('button', { name: 'Add Membership' }).click();
  await expect(page.getByText('Membership added')).toBeVisible();

  const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === name);
  await page.getByRole('searchbox', { name: 'Search memberships' }).fill(name);
  await searched;
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(page.getByRole('table', { name: 'Memberships' }).getByRole('row')).toHaveCount(2);
  await expect(row).toContainText('12 Month Contract');
  await expect(row).toContainText('$49.50/Annually');
  await page.getByRole('button', { name: 'Membership', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await row.click();

  await expect(page.getByRole('region', { name: 'Membership Details' })).not.toContainText('Access Duration');
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Additional Charges' })).toContainText('Key Card');
  await expect(
    page.getByRole('list', { name: 'Agreements' }).getByRole('link', { name: 'Membership Agreement' }),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await pick('Type', 'No Contract');
  await expect(months).toBeHidden();
  await page.getByLabel('Published').uncheck();
  await page.getByLabel('Active').uncheck();
  await add('Add a sales item', 'Sports Massage ($90.00)');
  await expect(page.getByRole('region', { name: 'Additional Charges' })).toContainText('$90.00');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Membership updated')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Membership Details' })).toContainText('No Contract');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(page.getByText('Unpublished', { exact: true })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const kept = await callApi<{ membership: object }>(page, 'GET', `/memberships/${id}`);
  expect(kept.membership).toMatchObject({ contractLengthMonths: null, accessDurationDays: null, isActive: false });
  const { membershipSalesItems } = await callApi<{ membershipSalesItems: object[] }>(
    page,
    'GET',
    `/memberships/${id}/sales-items`,
  );
  expect(membershipSalesItems).toMatchObject([
    { isRequired: true, displayOrder: 0 },
    { isRequired: true, displayOrder: 1 },
  ]);

  await page.getByRole('link', { name: 'Back to Memberships' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('searchbox', { name: 'Search memberships' })).toHaveValue(name);
  await expect(row).toHaveClass(/opened/);
  await row.getByRole('link').press('Enter');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Membership deleted')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search memberships' }).fill(name);
  await expect(page.getByText('No memberships match your search criteria.')).toBeVisible();
});
