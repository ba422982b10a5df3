import { expect, expectAccessible, test } from './support/fixtures.ts';
import { getKeys, withStripe } from './support/stripe.ts';

test('from a till without cards to one with: the keys are checked, saved and shown masked', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(404, /\/companies\/[^/]+\/stripe$/);
  trouble.expectStatus(400, /\/companies\/[^/]+\/stripe$/);
  await withStripe(page);
  await signIn('admin', '/pos');
  await page.getByRole('combobox', { name: 'Search customers' }).fill('a');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: /^Add / }).first().click();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await expect(page.getByText('Stripe Not Configured:')).toBeVisible();
  await page.getByRole('button', { name: 'Use Cash Instead' }).click();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();

  await page.goto('/company/stripe');
  await page.getByRole('link', { name: 'Set up Stripe' }).click();
  await expectAccessible(page);
  const { stripePublishableKey, stripeSecretKey } = getKeys(gym);
  await page.getByLabel(/^Publishable Key/).fill(stripePublishableKey);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Both Publishable Key and Secret Key are required for initial setup.')).toBeVisible();
  await page.getByLabel(/^Secret Key/).fill('sk_test_nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Error: /)).toBeVisible();
  await page.getByLabel(/^Secret Key/).fill(stripeSecretKey);
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page).toHaveURL(/\/company\/stripe$/);
  await expect(page.getByText(stripePublishableKey)).toBeVisible();
  await expect(page.getByText('Test mode')).toBeVisible();
  await expect(page.getByText('Not configured')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(stripeSecretKey);
  await expectAccessible(page);

  await page.goto('/pos');
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
});
