import type { Stripe } from 'stripe';
import { expect, expectAccessible, test, type Desk } from './support/fixtures.ts';
import { atStripe, configureStripe, tellByWebhook, withStripe } from './support/stripe.ts';

/** Sells a bottle of water for $3.24 by a card whose holder disputes it at once. */
async function sellDisputed({ page, gym, signIn }: Desk) {
  await withStripe(page);
  await signIn('admin');
  await configureStripe(page, gym);
  await page.goto('/pos');
  await page.getByRole('combobox', { name: 'Search customers' }).fill('oakley');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Add Water' }).click();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await page.getByLabel('Card number').fill('4000000000000259');
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  // Reading the invoice makes Spotter ask Stripe.
  await page.goto('/invoices');
  await page.getByRole('table', { name: 'Invoices' }).getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('table', { name: 'Payment History' })).toContainText('Completed');
}

test('an admin compares the books with Stripe: a charge made elsewhere and a dispute are named, and the dispute is on its invoice', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  // Includes a sale and waiting for the job.
  test.slow();
  await sellDisputed({ page, gym, signIn });
  const { id } = await atStripe<Stripe.PaymentIntent>(page, gym, 'POST', 'payment_intents', {
    amount: '500',
    currency: 'usd',
  });
  await atStripe(page, gym, 'POST', `payment_intents/${id}/confirm`, { payment_method: 'pm_card_visa' });
  const { data: disputes } = await atStripe<Stripe.ApiList<Stripe.Dispute>>(page, gym, 'GET', 'disputes');
  await tellByWebhook(page, database, gym, 'charge.dispute.created', disputes[0]!);

  await page.goto('/reconciliations');
  await page.getByRole('button', { name: 'Reconcile now' }).click();
  await expect(page.getByRole('dialog', { name: 'Reconcile now' }).getByLabel('First day')).toHaveValue(
    /^\d{4}-\d\d-\d\d$/,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reconcile', exact: true }).click();
  await expect(page.getByText('Reconciliation started')).toBeVisible();
  // A job starts it within ten seconds.
  const table = page.getByRole('table', { name: 'Discrepancies' });
  await expect(table).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('1 payment or refund');
  await expect(table.getByRole('row', { name: /Only in Stripe/ })).toContainText('Spotter has no such payment');
  await expect(table.getByRole('row', { name: /Only in Stripe/ })).toContainText('−$5.00');
  const disputed = table.getByRole('row', { name: /Dispute/ });
  await expect(disputed).toContainText('Stripe holds the money until the dispute is decided');
  await expect(disputed).toContainText('$3.24');
  await expect(disputed.getByRole('link', { name: /Open Stripe/ })).toHaveAttribute(
    'href',
    `https://dashboard.stripe.com/test/disputes/${disputes[0]!.id}`,
  );
  await expectAccessible(page);

  await disputed.getByRole('link', { name: 'View invoice' }).click();
  await expect(page.getByText(/^Disputed since/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/reconciliations');
  await expect(page.getByRole('row', { name: /2 discrepancies/ })).toContainText('Sam admin');
});
