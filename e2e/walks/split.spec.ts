import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes, expectToFitWidth } from '../support/accessible.ts';
import { expect, signInByForm, test } from '../support/fixtures.ts';
import { endSessionAtNextCall, openCopy, slowResponse } from '../support/slowResponse.ts';
import { fillCash, openSplit, partInCash } from '../support/till.ts';

const charge = (page: Page) => page.getByRole('button', { name: /^Charge \$/ });
const fillCard = (page: Page) => page.getByLabel('Card number').fill('4242424242424242');
const purchases = '**/api/sales-items/purchase';

test.beforeEach(() => test.slow());

test('a split sale has no finding by axe in both themes, and fits a window at 400 %', async ({ page, gym, signIn }) => {
  await openSplit({ page, gym, signIn }, 'manager');
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await expectToFitWidth(page);
  for (const control of [partInCash(page), page.getByLabel('Card number'), charge(page)]) {
    await control.scrollIntoViewIfNeeded();
    await control.click({ trial: true, timeout: 5_000 });
  }
});

test('a split sale by keyboard alone', async ({ page, gym, signIn }) => {
  const { booked } = await openSplit({ page, gym, signIn }, 'manager');
  await partInCash(page).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Cash received (optional)' })).toBeFocused();
  const card = page.getByLabel('Card number');
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab');
    if (await card.evaluate((field) => field === document.activeElement)) break;
  }
  await expect(card).toBeFocused();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('F8');
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await booked()).toEqual([4, 2, 102]);
});

test('a double click, and a reload in the middle of a slow answer, are one split sale', async ({
  page,
  gym,
  signIn,
}) => {
  const { booked } = await openSplit({ page, gym, signIn }, 'manager');
  await fillCard(page);
  const response = await slowResponse(page, purchases);
  await charge(page).dblclick();
  await response.reached();
  expect(response.calls()).toBe(1);
  await page.reload();
  await expect(charge(page)).toBeVisible();
  await fillCard(page);
  await charge(page).dblclick();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Last sale' })).toContainText('Cash + Card');
  expect(await booked()).toEqual([4, 2, 102]);
});

test('a copy of the tab charges the same split sale once', async ({ page, gym, signIn, trouble }) => {
  // Stripe does not charge the card a second time, and neither does Spotter.
  trouble.expectStatus(400, /\/confirm$/);
  trouble.expectStatus(409, /\/purchase$/);
  const { booked } = await openSplit({ page, gym, signIn }, 'manager');
  const copy = await openCopy(page);
  await fillCash(copy);
  for (const tab of [page, copy]) await fillCard(tab);
  await Promise.all([page, copy].map((tab) => charge(tab).click()));
  await expect.poll(booked, { timeout: 30_000 }).toEqual([4, 2, 102]);
});

test('a copy of the tab that charges another part in cash says what was sold, and sells again only when asked to', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(422, /\/purchase$/);
  const { booked } = await openSplit({ page, gym, signIn }, 'manager');
  const copy = await openCopy(page);
  await fillCash(copy);
  await partInCash(copy).fill('3');
  for (const tab of [page, copy]) await fillCard(tab);
  await charge(page).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await charge(copy).dblclick();
  const dialog = copy.getByRole('alertdialog', { name: 'Already sent' });
  await expect(dialog).toContainText('1 × Split Towel · $13.50 · $2.00 cash + $11.50 card');
  await expectAccessibleInBothThemes(copy);
  expect(await booked()).toEqual([4, 2, 102]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(copy.getByText(/Idempotency/)).toHaveCount(0);
  await charge(copy).click();
  await expect(copy.getByText('Payment Successful!')).toBeVisible();
  await expect.poll(booked).toEqual([3, 5, 105]);
});

test('without a network a split sale says so, books nothing, and is finished once it is back', async ({
  page,
  context,
  gym,
  signIn,
  trouble,
}) => {
  const { booked } = await openSplit({ page, gym, signIn }, 'manager');
  await fillCard(page);
  trouble.expectMessage(/./);
  await context.setOffline(true);
  await charge(page).click();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /offline|network|connection|reach/i })
      .first(),
  ).toBeVisible();
  await context.setOffline(false);
  expect(await booked()).toEqual([5, 0, 100]);
  await charge(page).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await booked()).toEqual([4, 2, 102]);
});

test('the session ends at the charge of a split sale: signed in again, it is offered and booked once', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(401, /\/api\//);
  const { booked } = await openSplit({ page, gym, signIn }, 'manager');
  await fillCard(page);
  await endSessionAtNextCall(page, purchases);
  await charge(page).click();
  await expect(page).toHaveURL('/login');
  await signInByForm(page, gym.users.manager.email);
  await page.getByRole('link', { name: 'Point of Sale' }).click();
  await expect(charge(page)).toBeVisible();
  await fillCard(page);
  await charge(page).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await booked()).toEqual([4, 2, 102]);
});

test('Back from the payment of a split sale leaves the cart, and nothing is booked', async ({ page, gym, signIn }) => {
  const { booked } = await openSplit({ page, gym, signIn }, 'manager');
  await page.goBack();
  await page.goForward();
  await expect(page.getByText('Split Towel').first()).toBeVisible();
  expect(await booked()).toEqual([5, 0, 100]);
});
