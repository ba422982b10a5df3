import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^Cash drawer: / }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const dialog = (page: Page) => page.getByRole('dialog');

async function sellWater(page: Page) {
  await page.getByRole('combobox', { name: 'Search customers' }).fill('oakley');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Add Water' }).click();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
}

test('a day at the till: open, a cash sale, cash out, X report, a close that is short, and the Z report', async ({
  page,
  signIn,
}) => {
  await signIn('manager', '/pos');
  await expect(page.getByRole('button', { name: 'Cash drawer: No drawer open' })).toBeVisible();
  await choose(page, 'Open Drawer');
  await expectAccessible(page);
  await dialog(page).getByLabel('Starting cash').fill('100');
  await dialog(page).getByRole('button', { name: 'Open Drawer' }).click();
  await expect(page.getByText('Drawer #1 is open')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cash drawer: Drawer #1 open since/ })).toBeVisible();

  await sellWater(page);
  await choose(page, 'Cash Out');
  await dialog(page).getByLabel('Amount').fill('20');
  await dialog(page).getByLabel('Reason').fill('Stamps');
  await dialog(page).getByRole('button', { name: 'Cash Out' }).click();
  await expect(page.getByText('$20.00 taken out of the drawer')).toBeVisible();

  await choose(page, 'Drawer so far (X report)');
  await expect(dialog(page).getByRole('region', { name: 'Cash', exact: true })).toContainText('Expected$83.24');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();

  await choose(page, 'Close Drawer');
  await dialog(page).getByLabel('Number of $20.00').fill('4');
  await dialog(page).getByLabel('Number of $1.00').fill('3');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).getByText('$0.24 short')).toBeVisible();
  await dialog(page).getByLabel('Note (optional)').fill('A quarter is missing');
  await dialog(page).getByRole('button', { name: 'Close Drawer' }).click();
  await dialog(page).getByRole('link', { name: 'End-of-day report (Z)' }).click();

  await expect(page.getByRole('heading', { name: 'End-of-day report (Z) · Drawer #1' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cash', exact: true })).toContainText(
    'Counted$83.00Over or short$0.24 short',
  );
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Cash1 payment$3.24');
  await expect(page.getByRole('region', { name: 'Opened and closed' })).toContainText('A quarter is missing');
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible();
  for (const hidden of [page.getByRole('navigation', { name: 'Main' }), page.getByRole('button', { name: 'Print' })])
    await expect(hidden).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole('link', { name: 'Back to Cash Drawers' }).click();
  await expect(page.getByRole('row', { name: /Drawer #1/ })).toContainText('$0.24 short');
  await expectAccessible(page);
});
