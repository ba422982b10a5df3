import { invoiceBuilders } from '#tests/support/invoices.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { configureStripe, withStripe } from './support/stripe.ts';

test('an overdue invoice is paid in cash, in three actions from the list', async ({ page, gym, signIn, database }) => {
  await invoiceBuilders({ database }, gym).invoice(gym.contactId, {
    status: 'overdue',
    total_cents: 10_800,
    tax_cents: 800,
    due_cents: 10_800,
  });
  await signIn('operator', '/invoices');
  await page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Take Payment' }).click();
  await expect(page.getByRole('dialog', { name: 'Take Payment' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Charge $108.00' }).click();
  await expect(page.getByText('$108.00 taken')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take Payment' })).toBeHidden();
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText('Cash');
  await expect(page.getByRole('region', { name: 'Financial Summary' })).toContainText('$0.00');
});

test('a part is paid with a new card, and the rest with the card that was saved by it', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  const id = await invoiceBuilders({ database }, gym).invoice(gym.contactId, {
    status: 'open',
    total_cents: 10_800,
    tax_cents: 800,
    due_cents: 10_800,
  });
  await withStripe(page);
  await signIn('admin');
  await configureStripe(page, gym);
  await page.goto(`/invoices/${id}`);
  await page.getByRole('button', { name: 'Take Payment' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('50');
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('checkbox', { name: 'Save this card for future payments' }).check();
  await page.getByRole('button', { name: 'Charge $50.00' }).click();
  await expect(page.getByText('$50.00 charged')).toBeVisible();
  await expect(page.locator('main header')).toContainText('$58.00 of $108.00 due');
  await page.getByRole('button', { name: 'Retry Card' }).click();
  await page.getByRole('button', { name: 'Charge $58.00' }).click();
  await expect(page.getByText('$58.00 charged')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invoice Summary' })).toContainText('Paid');
});
