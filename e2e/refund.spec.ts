import type { Page } from '@playwright/test';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { callApi } from './support/callApi.ts';
import { expect, expectAccessible, test, type Desk } from './support/fixtures.ts';
import { configureStripe, withStripe } from './support/stripe.ts';
import { sellTwo } from './support/till.ts';

/** Two towels were sold for cash; three are left. */
async function soldTowels({ page, gym, signIn }: Desk) {
  const salesItemId = await gym.make.salesItem({
    name: 'Towel',
    price_cents: 10_00,
    is_physical_item: true,
    inventory_quantity: 5,
  });
  await signIn('manager', '/dashboard');
  const invoice = await sellTwo(page, gym, salesItemId);
  const stock = async () =>
    (await callApi<{ salesItem: SalesItem }>(page, 'GET', `/sales-items/${salesItemId}`)).salesItem.inventoryQuantity;
  return { invoice, stock };
}

const outcome = (page: Page) => page.getByRole('note', { name: 'What will happen' });

test('an item is refunded in cash and goes back into stock, in six actions from the invoice', async ({
  page,
  gym,
  signIn,
}) => {
  const { invoice, stock } = await soldTowels({ page, gym, signIn });
  await page.goto(`/invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('button', { name: 'Items' }).click();
  await page.getByLabel('Quantity of Towel').fill('1');
  await page.getByRole('checkbox', { name: '1 × Towel' }).check();
  await page.getByLabel('Reason').fill('Torn');
  await expect(outcome(page)).toContainText('Restocked: 1 × Towel.');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(page.getByText(/^\$\d+\.\d\d refunded$/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText('Refund in cash');
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText('Torn');
  expect(await stock()).toBe(4);
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article', { name: 'Refund receipt' })).toContainText('Reason: Torn');
  await expect(page.getByRole('article', { name: 'Printed invoice' })).toHaveCount(0);
});

test('a card payment goes back to its card in three actions, and nothing is left to refund', async ({
  page,
  gym,
  signIn,
}) => {
  await withStripe(page);
  await signIn('admin');
  await configureStripe(page, gym);
  await page.goto('/pos');
  await page.getByRole('combobox', { name: 'Search customers' }).fill('an');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Add Water' }).click();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await page.goto('/invoices');
  await page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(outcome(page)).toContainText('goes back to the card.');
  await page.getByLabel('Reason').fill('Changed their mind');
  await page.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(page.getByText(/^\$\d+\.\d\d refunded$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invoice Summary' })).toContainText('Refunded');
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText('Refund to card');
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeHidden();
});
