import type { Page } from '@playwright/test';
import { callApi } from '../support/callApi.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^Cash drawer: / }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const dialog = (page: Page) => page.getByRole('dialog');

test('point of sale closes the drawer it opened, where cash needs one, and does not read the Z report', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(409, /\/sales-items\/purchase$/);
  await signIn('admin', '/dashboard');
  await callApi(page, 'PUT', `/companies/${gym.companyId}/settings`, { payments: { requireOpenDrawer: true } });
  await openAs(page, gym.users.point_of_sale.email, '/pos');
  await page.getByRole('combobox', { name: 'Search customers' }).fill('oakley');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Add Water' }).click();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByText('Open the drawer first')).toBeVisible();
  await choose(page, 'Open Drawer');
  await dialog(page).getByLabel('Starting cash').fill('50');
  await dialog(page).getByRole('button', { name: 'Open Drawer' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await choose(page, 'Close Drawer');
  await dialog(page).getByRole('button', { name: 'Total only' }).click();
  await dialog(page).getByLabel('Cash in the drawer').fill('53.24');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).getByText('Exact')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close Drawer' }).click();
  await expect(page.getByRole('heading', { name: 'Drawer #1 is closed' })).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'End-of-day report (Z)' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Cash drawer: No drawer open' })).toBeVisible();
});
