import { randomUUID } from 'node:crypto';
import type { InvoicePage } from '#domain/contract/invoices.ts';
import type { MembershipPage } from '#domain/contract/memberships.ts';
import type { Page } from '@playwright/test';
import { callApi } from './support/callApi.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { copyOf, slowAnswer } from './support/slowAnswer.ts';
import { configureStripe, withStripe } from './support/stripe.ts';

/** A new contact of the test's own, at their memberships, and the name of a plan to sell them at this location. */
async function openSomeone(page: Page) {
  await page.goto('/contacts');
  const request = await page.waitForRequest(/\/api\/contacts\?/);
  const locationId = new URL(request.url()).searchParams.get('locationId');
  const email = `${randomUUID()}@example.test`;
  const newcomer = { firstName: 'Casey', lastName: 'Customer', email, homeLocationId: locationId };
  const { contact } = await callApi<{ contact: { id: string } }>(page, 'POST', '/contacts', newcomer);
  const { memberships } = await callApi<MembershipPage>(page, 'GET', `/memberships?locationId=${locationId}&limit=100`);
  const plan = memberships.find(({ membership }) => membership.isActive && membership.isPublished && membership.billingFrequency === 'monthly');
  await page.goto(`/contacts/${contact.id}`);
  await page.getByRole('tab', { name: 'Memberships' }).click();
  const invoices = async () => (await callApi<InvoicePage>(page, 'GET', `/invoices?contactId=${contact.id}&limit=100`)).pagination.total;
  return { plan: plan?.membership.name ?? '', invoices };
}

const choose = async (page: Page, plan: string) => {
  await page.getByRole('button', { name: 'Purchase Membership' }).click();
  await page.getByRole('searchbox', { name: 'Search memberships' }).fill(plan);
  await page.getByRole('list', { name: 'Memberships' }).getByRole('button', { name: plan }).first().click();
};
const pay = (page: Page) => page.getByRole('button', { name: /^Pay / });

const fill = async (page: Page, number: string) => {
  await page.getByLabel('Card number').fill(number);
  for (const [label, text] of [['Cardholder Name', 'Robin Card'], ['Street', '1 Peak St'], ['City', 'Denver'], ['ZIP Code', '80202']] as const) {
    await page.getByLabel(new RegExp(`^${label}`)).fill(text);
  }
  await page.getByLabel(/^State/).click();
  await page.getByRole('option', { name: 'Colorado' }).click();
  // Closing, the menu is hidden from readers at once and in the way of the mouse a little longer.
  await expect(page.getByRole('listbox', { includeHidden: true })).toHaveCount(0);
};

test.beforeEach(async ({ page, signIn }) => {
  await withStripe(page);
  await signIn('admin');
  await configureStripe(page);
});

test('a membership sold by card: declined, tried again on the same intent, paid, and in the history', async ({ page, trouble }) => {
  trouble.expectStatus(402, /\/confirm$/);
  const { plan } = await openSomeone(page);
  await choose(page, plan);
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

test('a double click, and a reload in the middle of a slow answer, are one purchase', async ({ page }) => {
  test.slow();
  const { plan, invoices } = await openSomeone(page);
  const before = await invoices();
  await choose(page, plan);
  await fill(page, '4242424242424242');
  const answer = await slowAnswer(page, '**/api/memberships/purchase');
  await pay(page).dblclick({ force: true });
  await answer.reached();
  await page.reload();
  // Opened again by itself; nothing was charged yet, so the card is asked for again.
  await expect(pay(page)).toBeVisible();
  await fill(page, '4242424242424242');
  await pay(page).dblclick({ force: true });
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await invoices()).toBe(before + 1);
});

test('answer lost, session over, signed in again: the purchase is offered, and there is exactly one', async ({ page, signIn, trouble }) => {
  test.slow();
  trouble.expectStatus(401, /\/api\//);
  trouble.expectStatus(502, /\/purchase$/);
  const { plan, invoices } = await openSomeone(page);
  const before = await invoices();
  await choose(page, plan);
  await fill(page, '4242424242424242');
  await page.route('**/api/memberships/purchase', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, json: {} });
  }, { times: 1 });
  await pay(page).click();
  await expect(page.getByText(/^HTTP 502/)).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } });
  await pay(page).click();
  await expect(page).toHaveURL('/login');
  await signIn('admin');
  const notice = page.getByRole('region', { name: 'Interrupted sales' });
  await expect(notice.getByText(/^The purchase from .* was interrupted and is not paid\.$/)).toBeVisible();
  await notice.getByRole('link', { name: 'Continue Purchase' }).click();
  // Nothing was charged yet, so the card is asked for again.
  await expect(pay(page)).toBeVisible({ timeout: 30_000 });
  await fill(page, '4242424242424242');
  await pay(page).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await invoices()).toBe(before + 1);
});

test('a copy of the tab in the middle of a slow answer makes the same purchase', async ({ page, trouble }) => {
  test.slow();
  // Stripe does not take the card a second time.
  trouble.expectStatus(400, /\/confirm$/);
  const { plan, invoices } = await openSomeone(page);
  const before = await invoices();
  await choose(page, plan);
  await fill(page, '4242424242424242');
  const answer = await slowAnswer(page, '**/api/memberships/purchase');
  await pay(page).click();
  await answer.reached();
  const copy = await copyOf(page);
  // A whole console starts, and Stripe is asked what became of the attempt.
  await expect(pay(copy)).toBeVisible({ timeout: 30_000 });
  await fill(copy, '4242424242424242');
  await pay(copy).click();
  await expect(copy.getByText('Payment Successful!')).toBeVisible();
  answer.letGo();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await invoices()).toBe(before + 1);
});

test('axe finds nothing in the dialog, and it closes only after a question', async ({ page }) => {
  const { plan } = await openSomeone(page);
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
