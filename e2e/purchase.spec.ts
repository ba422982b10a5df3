import { expect, test } from './support/fixtures.ts';
import { choosePlan, fillCard, openMemberships, pay } from './support/purchase.ts';
import { configureStripe, withStripe } from './support/stripe.ts';

test.beforeEach(async ({ page, gym }) => {
  await withStripe(page);
  await configureStripe(page, gym);
});

test('a membership sold by card: declined, tried again on the same intent, paid, and in the history', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(402, /\/confirm$/);
  await openMemberships({ page, gym, signIn });
  await choosePlan(page);
  await fillCard(page, '4000000000000002');
  await pay(page).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await pay(page).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('row', { name: /Unlimited/ })).toContainText('Active');
});
