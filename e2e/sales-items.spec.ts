import type { Locator } from '@playwright/test';
import { expect, menuEntry, test } from './support/fixtures.ts';
import { sellTwo } from './support/till.ts';

test('an item is added, published, found as the list was left, and deleted; an edit leaves what a sale took meanwhile', async ({
  page,
  gym,
  signIn,
}) => {
  const name = 'Chalk';
  await signIn('manager');
  await menuEntry(page, 'Sales Items').click();
  await page.getByRole('link', { name: 'Add sales item' }).click();
  await page.getByRole('button', { name: 'Add sales item' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price').fill('12.5');
  await expect(page.getByLabel('Inventory Quantity')).toBeHidden();
  await page.getByLabel('Physical item').check();
  await page.getByLabel('Inventory Quantity').fill('9');
  await page.getByRole('button', { name: 'Add sales item' }).click();
  await expect(page.getByText('Sales item added')).toBeVisible();

  const rows = page.getByRole('table', { name: 'Sales items' }).getByRole('row');
  const row = page.getByRole('row', { name: new RegExp(name) });
  const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === name);
  await page.getByRole('searchbox', { name: 'Search sales items' }).fill(name);
  await searched;
  await expect(rows).toHaveCount(2);
  for (const text of ['$12.50', 'Active', 'Unpublished', 'Physical', '9'])
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Price' }).click();
  await expect(page).toHaveURL(/sort=price/);
  await row.click();

  const details = page.getByRole('region', { name: 'Item Details' });
  await expect(described(details, 'Inventory')).toHaveText('9');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Price').fill('13');
  await page.getByLabel('Published').check();
  const id = new URL(page.url()).pathname.split('/').at(-2) ?? '';
  await sellTwo(page, gym, id);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Sales item updated')).toBeVisible();
  await expect(described(details, 'Price')).toHaveText('$13.00');
  await expect(described(details, 'Published')).toHaveText('Published');
  await expect(described(details, 'Inventory')).toHaveText('7');

  await page.getByRole('link', { name: 'Back to Sales Items' }).click();
  await expect(page).toHaveURL(/sort=price/);
  await expect(page.getByRole('searchbox', { name: 'Search sales items' })).toHaveValue(name);
  await expect(row).toHaveClass(/opened/);
  await row.getByRole('link').press('Enter');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Sales item deleted')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search sales items' }).fill(name);
  await expect(page.getByText('No sales items match your search criteria.')).toBeVisible();
});

const described = (where: Locator, label: string) =>
  where.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');
