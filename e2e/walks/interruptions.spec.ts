import { expect, signInByForm, test } from '../support/fixtures.ts';
import { choosePlan, fillCard, openMemberships, pay } from '../support/purchase.ts';
import { openCopy, endSessionAtNextCall, slowResponse } from '../support/slowResponse.ts';
import { configureStripe, withStripe } from '../support/stripe.ts';
import { addFound, chooseSomeone, openTill, openPayment } from '../support/till.ts';

test('a reload in the middle of a slow answer leaves one sale', async ({ page, gym, signIn }) => {
  const till = await openPayment({ page, gym, signIn }, 'manager', 'Slow Towel');
  const response = await slowResponse(page, '**/api/sales-items/purchase');
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await response.reached();
  await page.reload();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await till.stock()).toBe(4);
});

test('a sale that was lost with its tab is offered in another, finished once, and warned of at Sign Out', async ({
  page,
  context,
  gym,
  signIn,
}) => {
  const till = await openPayment({ page, gym, signIn }, 'manager', 'Closed Towel');
  // The request never leaves, and the tab is closed during it.
  await page.route('**/api/sales-items/purchase', () => new Promise(() => undefined));
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('openAttempt.')).length))
    .toBe(1);
  const other = await context.newPage();
  await page.goto('about:blank');
  await other.goto('/dashboard');
  const notice = other.getByRole('region', { name: 'Interrupted sales' });
  await expect(notice.getByText(/^The sale from .* was interrupted and is not recorded\.$/)).toBeVisible();
  await other.getByRole('button', { name: /^Profile/ }).click();
  await other.getByRole('menuitem', { name: 'Sign Out' }).click();
  await other.getByRole('button', { name: 'Stay signed in' }).click();
  await notice.getByRole('button', { name: 'Finish sale' }).click();
  await expect(notice.getByText(/went through\.$/)).toBeVisible();
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toBeHidden();
  await page.goto('/pos');
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await till.stock()).toBe(4);
});

for (const { choice, left, told } of [
  { choice: 'Finish sale', left: 4, told: 'Payment Successful!' },
  { choice: 'Discard', left: 5, told: 'This sale was not paid and is canceled. Please start again.' },
]) {
  test(`a sale on its way in one tab, and ${choice} in another: both tabs agree`, async ({
    page,
    context,
    gym,
    signIn,
    trouble,
  }) => {
    const till = await openPayment({ page, gym, signIn }, 'manager', 'Raced Towel');
    let release: () => void = () => undefined;
    const held = new Promise<void>((go) => {
      release = go;
    });
    await page.route(
      '**/api/sales-items/purchase',
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Complete Sale' }).click();
    const other = await context.newPage();
    await other.goto('/dashboard');
    const notice = other.getByRole('region', { name: 'Interrupted sales' });
    await notice.getByRole('button', { name: choice }).click();
    if (choice === 'Finish sale') await expect(notice.getByText(/went through\.$/)).toBeVisible();
    else await expect(notice).toBeHidden();
    trouble.expectStatus(409, /\/purchase$/);
    release();
    await expect(page.getByText(told)).toBeVisible();
    expect(await till.stock()).toBe(left);
    if (choice === 'Finish sale') return;
    await page.getByRole('button', { name: 'Complete Sale' }).click();
    await expect(page.getByText('Payment Successful!')).toBeVisible();
    expect(await till.stock()).toBe(4);
  });
}

test('a double click, and Enter with a click, are one sale', async ({ page, gym, signIn }) => {
  const till = await openPayment({ page, gym, signIn }, 'manager', 'Quick Towel');
  const response = await slowResponse(page, '**/api/sales-items/purchase');
  await page.getByLabel('Cash received (optional)').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Complete Sale' }).dblclick({ force: true });
  await page.keyboard.press('F8');
  await response.reached();
  response.release();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect([response.calls(), await till.stock()]).toEqual([1, 4]);
});

test('a copy of the tab sells the same cart once', async ({ page, gym, signIn }) => {
  const till = await openTill({ page, gym, signIn }, 'manager', 'Copied Towel');
  await chooseSomeone(page);
  await addFound(page, 'Copied Towel');
  const tabs = [page, await openCopy(page)];
  for (const tab of tabs) await tab.getByRole('button', { name: 'Proceed to Payment' }).click();
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Complete Sale' }).click()));
  // At the same time: it disappears after 3 seconds.
  await Promise.all(tabs.map((tab) => expect(tab.getByText('Payment Successful!')).toBeVisible()));
  expect(await till.stock()).toBe(4);
});

test('a cart that is changed after the answer to Park sale was lost is parked once', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  await gym.make.salesItem({ name: 'Jump Rope', price_cents: 10_00 });
  await gym.make.salesItem({ name: 'Towel', price_cents: 5_00 });
  await signIn('manager', '/pos');
  await addFound(page, 'Jump Rope');
  const park = page.getByRole('dialog', { name: 'Park sale' });
  const press = async () => {
    await page.getByRole('button', { name: 'Park sale' }).click();
    await park.getByRole('button', { name: 'Park sale' }).click();
  };
  trouble.expectStatus(503, /\/parked-sales$/);
  // The server parks it, and its response does not arrive.
  await page.route('**/api/parked-sales', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, json: { message: 'The answer was lost' } });
  });
  await press();
  await expect(park.getByText('The answer was lost')).toBeVisible();
  await page.unroute('**/api/parked-sales');
  await park.getByRole('button', { name: 'Cancel' }).click();
  await addFound(page, 'Towel');
  await press();
  await expect(page.getByText('The cart is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Parked (1)' }).click();
  await expect(page.getByRole('list', { name: 'Parked sales' }).getByRole('listitem')).toHaveText(/2 items/);
});

test.describe('a membership', () => {
  test.beforeEach(async ({ page, gym }) => {
    await withStripe(page);
    await configureStripe(page, gym);
  });

  test('a double click, and a reload in the middle of a slow answer, are one purchase', async ({
    page,
    gym,
    signIn,
  }) => {
    test.slow();
    const { invoices } = await openMemberships({ page, gym, signIn });
    await choosePlan(page);
    await fillCard(page, '4242424242424242');
    const response = await slowResponse(page, '**/api/memberships/purchase');
    await pay(page).dblclick({ force: true });
    await response.reached();
    await page.reload();
    // It opens again automatically; nothing was charged yet, so the card is asked for again.
    await expect(pay(page)).toBeVisible();
    await fillCard(page, '4242424242424242');
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
    const { invoices } = await openMemberships({ page, gym, signIn });
    await choosePlan(page);
    await fillCard(page, '4242424242424242');
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
    await notice.getByRole('link', { name: 'Continue purchase' }).click();
    // Nothing was charged yet, so the card is asked for again.
    await expect(pay(page)).toBeVisible({ timeout: 30_000 });
    await fillCard(page, '4242424242424242');
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
    const { invoices } = await openMemberships({ page, gym, signIn });
    await choosePlan(page);
    await fillCard(page, '4242424242424242');
    const response = await slowResponse(page, '**/api/memberships/purchase');
    await pay(page).click();
    await response.reached();
    const copy = await openCopy(page);
    // A whole console starts, and Stripe is asked what became of the attempt.
    await expect(pay(copy)).toBeVisible({ timeout: 30_000 });
    await fillCard(copy, '4242424242424242');
    await pay(copy).click();
    await expect(copy.getByText('Payment Successful!')).toBeVisible();
    response.release();
    await expect(page.getByText('Payment Successful!')).toBeVisible();
    expect(await invoices()).toBe(1);
  });
});
