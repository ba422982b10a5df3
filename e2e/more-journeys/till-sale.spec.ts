import type { Page } from '@playwright/test';
import { callApi } from '../support/callApi.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { addFound } from '../support/till.ts';

const discount = async (page: Page, open: string, { percent, reason }: { percent: string; reason: string }) => {
  await page.getByRole('button', { name: open }).click();
  const dialog = page.getByRole('dialog', { name: /^Discount on/ });
  await dialog.getByRole('textbox', { name: 'Percent off' }).fill(percent);
  await dialog.getByRole('combobox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  return dialog;
};

test('a walk-in pays a discounted sale in cash, gets the change, and the receipt by email', async ({
  page,
  gym,
  signIn,
}) => {
  await gym.make.salesItem({ name: 'Foam Roller', price_cents: 20_00, is_physical_item: true, inventory_quantity: 5 });
  await signIn('manager', '/pos');
  await page.getByRole('button', { name: 'Walk-in' }).click();
  await expect(page.getByText('Walk-in customer')).toBeVisible();
  await addFound(page, 'Foam Roller');
  const dialog = await discount(page, 'Discount on Foam Roller', { percent: '10', reason: 'Damaged' });
  await expect(dialog).toBeHidden();
  await expect(page.getByText('10% off, Damaged −$2.00')).toBeVisible();
  await page.getByRole('button', { name: 'Add discount' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('textbox', { name: 'Cash received (optional)' }).fill('50');
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();
  const last = page.getByRole('region', { name: 'Last sale' });
  await expect(last).toContainText('Walk-in customer');
  await expect(last).toContainText(/Tendered \$50\.00 · Change \$/);
  await last.getByRole('button', { name: 'Email receipt' }).click();
  const mail = page.getByRole('dialog', { name: 'Email receipt' });
  await mail.getByRole('button', { name: 'Send receipt' }).click();
  await expect(mail.getByText('Enter an email address')).toBeVisible();
  await mail.getByRole('textbox', { name: 'Email' }).fill('guest@member.test');
  await mail.getByRole('button', { name: 'Send receipt' }).click();
  await expect(page.getByText('The receipt is sent to guest@member.test')).toBeVisible();
  await last.getByRole('link', { name: 'View invoice' }).click();
  await expect(page.getByRole('heading', { name: /^Invoice #/, level: 1 })).toBeVisible();
  await expect(page.getByText('Discount −$2.00 (Damaged)', { exact: true })).toBeVisible();
  await expect(page.getByText(/Cash \(tendered \$50\.00, change/)).toBeVisible();
  await expect(page.getByText(/^(On its way|Sent) to guest@member\.test/)).toBeVisible();
});

test('a parked sale is resumed at one of two tills at today’s price, and the other gets an error', async ({
  page,
  context,
  gym,
  signIn,
  trouble,
}) => {
  const id = await gym.make.salesItem({ name: 'Jump Rope', price_cents: 10_00 });
  await signIn('manager', '/pos');
  await page.getByRole('button', { name: 'Walk-in' }).click();
  await addFound(page, 'Jump Rope');
  await page.getByRole('button', { name: 'Park sale' }).click();
  const park = page.getByRole('dialog', { name: 'Park sale' });
  await park.getByRole('textbox', { name: 'Note (optional)' }).fill('Forgot the wallet');
  await park.getByRole('button', { name: 'Park sale' }).click();
  await expect(page.getByText('The cart is empty')).toBeVisible();
  await callApi(page, 'PUT', `/sales-items/${id}`, { price: 12 });

  const other = await context.newPage();
  await other.goto('/pos');
  const list = (till: Page) => till.getByRole('dialog', { name: 'Parked sales' });
  for (const till of [page, other]) {
    await till.getByRole('button', { name: 'Parked (1)' }).click();
    await expect(list(till).getByText('Forgot the wallet')).toBeVisible();
  }
  await list(other).getByRole('button', { name: 'Resume the sale of Walk-in customer' }).click();
  await expect(other.getByText('Jump Rope costs $12.00 now. It was $10.00.')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Quantity of Jump Rope' })).toHaveValue('1');

  trouble.expectStatus(409, /\/resume$/);
  await list(page).getByRole('button', { name: 'Resume the sale of Walk-in customer' }).click();
  await expect(
    list(page).getByText('This sale has already been resumed or discarded, maybe at another till'),
  ).toBeVisible();
  await expect(list(page).getByText('No sale is parked at this location.')).toBeVisible();
});
