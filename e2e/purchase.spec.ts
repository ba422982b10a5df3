import type { InvoicePage } from '#domain/invoices/contract.ts';
import type { Page } from '@playwright/test';
import { callApi } from './support/callApi.ts';
import { type Desk, expect, expectAccessible, signInByForm, test } from './support/fixtures.ts';
import { openCopy, endSessionAtNextCall, slowResponse } from './support/slowResponse.ts';
import { configureStripe, withStripe } from './support/stripe.ts';

const plan = 'Unlimited';

/** The page of a new contact, at the memberships. */
async function openSomeone({ page, gym, signIn }: Desk) {
  const id = await gym.make.contact({ first_name: 'Casey', last_name: 'Customer' });
  await signIn('admin', `/contacts/${id}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  const invoices = async () =>
    (await callApi<InvoicePage>(page, 'GET', `/invoices?contactId=${id}&limit=100`)).pagination.total;
  return { invoices };
}

const choose = async (page: Page) => {
  await page.getByRole('button', { name: 'Purchase Membership' }).click();
  await page.getByRole('searchbox', { name: 'Search memberships' }).fill(plan);
  await page.getByRole('list', { name: 'Memberships' }).getByRole('button', { name: plan }).first().click();
};
const pay = (page: Page) => page.getByRole('button', { name: /^Pay / });

const fill = async (page: Page, number: string) => {
  await page.getByLabel('Card number').fill(number);
  for (const [label, text] of [
    ['Cardholder Name', 'Robin Card'],
    ['Street', '1 Peak St'],
    ['City', 'Denver'],
    ['ZIP Code', '80202'],
  ] as const) {
    await page.getByLabel(new RegExp(`^${label}`)).fill(text);
  }
  await page.getByLabel(/^State/).click();
  await page.getByRole('option', { name: 'Colorado' }).click();
  // A closing menu is hidden from screen readers at once, and covers the page for a moment longer.
  await expect(page.getByRole('listbox', { includeHidden: true })).toHaveCount(0);
};

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
  await openSomeone({ page, gym, signIn });
  await choose(page);
  await fill(page, '4000000000000002');
  await pay(page).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await pay(page).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(plan) })).toContainText('Active');
});

test('a double click, and a reload in the middle of a slow answer, are one purchase', async ({ page, gym, signIn }) => {
  test.slow();
  const { invoices } = await openSomeone({ page, gym, signIn });
  await choose(page);
  await fill(page, '4242424242424242');
  const response = await slowResponse(page, '**/api/memberships/purchase');
  await pay(page).dblclick({ force: true });
  await response.reached();
  await page.reload();
  // It opens again automatically; nothing was charged yet, so the card is asked for again.
  await expect(pay(page)).toBeVisible();
  await fill(page, '4242424242424242');
  await pay(page).dblclick({ force: true });
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await invoices()).toBe(1);
});

test('answer lost, session over, signed in again: the purchase is offered, and there is exactly one', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  test.slow();
  trouble.expectStatus(401, /\/api\//);
  trouble.expectStatus(502, /\/purchase$/);
  const { invoices } = await openSomeone({ page, gym, signIn });
  await choose(page);
  await fill(page, '4242424242424242');
  await page.route(
    '**/api/memberships/purchase',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, json: {} });
    },
    { times: 1 },
  );
  await pay(page).click();
  await expect(page.getByText(/^HTTP 502/)).toBeVisible();
  await endSessionAtNextCall(page, '**/api/memberships/purchase');
  await pay(page).click();
  await expect(page).toHaveURL('/login');
  await signInByForm(page, gym.users.admin.email);
  const notice = page.getByRole('region', { name: 'Interrupted sales' });
  await expect(notice.getByText(/^The purchase from .* was interrupted and is not paid\.$/)).toBeVisible();
  await notice.getByRole('link', { name: 'Continue Purchase' }).click();
  // Nothing was charged yet, so the card is asked for again.
  await expect(pay(page)).toBeVisible({ timeout: 30_000 });
  await fill(page, '4242424242424242');
  await pay(page).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await invoices()).toBe(1);
});

test('a copy of the tab in the middle of a slow answer makes the same purchase', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  test.slow();
  // Stripe does not charge the card a second time.
  trouble.expectStatus(400, /\/confirm$/);
  const { invoices } = await openSomeone({ page, gym, signIn });
  await choose(page);
  await fill(page, '4242424242424242');
  const response = await slowResponse(page, '**/api/memberships/purchase');
  await pay(page).click();
  await response.reached();
  const copy = await openCopy(page);
  // A whole console starts, and Stripe is asked what became of the attempt.
  await expect(pay(copy)).toBeVisible({ timeout: 30_000 });
  await fill(copy, '4242424242424242');
  await pay(copy).click();
  await expect(copy.getByText('Payment Successful!')).toBeVisible();
  response.release();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await invoices()).toBe(1);
});

test('axe finds nothing in the dialog, and it closes only after a question', async ({ page, gym, signIn }) => {
  await openSomeone({ page, gym, signIn });
  await page.getByRole('button', { name: 'Purchase Membership' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search memberships' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Memberships' }).getByRole('button', { name: plan }).first().click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close Without Purchasing' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});
