import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { Page } from '@playwright/test';
import type { Level } from '#domain/shared/access.ts';
import { callApi } from './support/callApi.ts';
import {
  type Desk,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  signInByForm,
  test,
} from './support/fixtures.ts';
import { openCopy, endSessionAtNextCall, slowResponse } from './support/slowResponse.ts';
import { configureStripe, withStripe } from './support/stripe.ts';

/** A till whose gym has five of this item to sell. */
async function openTill({ page, gym, signIn }: Desk, level: Level, name: string) {
  const id = await gym.make.salesItem({ name, price_cents: 12_50, is_physical_item: true, inventory_quantity: 5 });
  await signIn(level, '/pos');
  const stock = async () =>
    (await callApi<{ salesItem: SalesItem }>(page, 'GET', `/sales-items/${id}`)).salesItem.inventoryQuantity;
  return { stock };
}

const chooseSomeone = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Search customers' }).fill('an');
  await page.getByRole('option').first().click();
};

/** Waits for the search results: a list that shrinks under a click moves what is clicked. */
const addFound = async (page: Page, name: string) => {
  await page.getByRole('searchbox', { name: 'Search sales items' }).fill(name);
  await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(1);
  await page.getByRole('button', { name: `Add ${name}` }).click();
};

const payByCard = async (page: Page, number: string) => {
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await page.getByLabel('Card number').fill(number);
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
};

test('a cash sale by keyboard alone: the cart is emptied, the stock falls, the change is shown', async ({
  page,
  gym,
  signIn,
}) => {
  const till = await openTill({ page, gym, signIn }, 'point_of_sale', 'Keyboard Towel');
  await expect(page.getByRole('button', { name: 'Select a customer first' })).toBeDisabled();
  await page.keyboard.press('F2');
  await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeFocused();
  await page.keyboard.type('an');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search sales items' })).toBeFocused();
  await page.keyboard.press('F4');
  await page.keyboard.type('Keyboard Towel');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Quantity of Keyboard Towel' })).toHaveValue('1');
  await page.keyboard.press('F8');
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(page.getByText('The cart is empty')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Last sale' })).toBeVisible();
  expect(await till.stock()).toBe(4);
});

test('a reload in the middle of a slow answer leaves one sale', async ({ page, gym, signIn }) => {
  const till = await openTill({ page, gym, signIn }, 'manager', 'Slow Towel');
  await chooseSomeone(page);
  await addFound(page, 'Slow Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  const response = await slowResponse(page, '**/api/sales-items/purchase');
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await response.reached();
  await page.reload();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await till.stock()).toBe(4);
});

test('answer lost, session over, signed in again: the till shows the sale, and there is exactly one', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  const till = await openTill({ page, gym, signIn }, 'manager', 'Lost Towel');
  await chooseSomeone(page);
  await addFound(page, 'Lost Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  trouble.expectStatus(401, /\/api\//);
  trouble.expectStatus(502, /\/purchase$/);
  await page.route(
    '**/api/sales-items/purchase',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, json: {} });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByRole('alert')).toContainText('HTTP 502');
  await endSessionAtNextCall(page, '**/api/sales-items/purchase');
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page).toHaveURL('/login');
  await signInByForm(page, gym.users.manager.email);
  const notice = page.getByRole('region', { name: 'Interrupted sales' });
  await expect(notice.getByText(/^The sale from .* went through\.$/)).toBeVisible();
  await expect(notice).toContainText('1 × Lost Towel');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Point of Sale' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await till.stock()).toBe(4);
});

test('a sale that was lost with its tab is offered in another, finished once, and warned of at Sign Out', async ({
  page,
  context,
  gym,
  signIn,
}) => {
  const till = await openTill({ page, gym, signIn }, 'manager', 'Closed Towel');
  await chooseSomeone(page);
  await addFound(page, 'Closed Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
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
  await other.getByRole('button', { name: 'Stay Signed In' }).click();
  await notice.getByRole('button', { name: 'Finish Sale' }).click();
  await expect(notice.getByText(/went through\.$/)).toBeVisible();
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toBeHidden();
  await page.goto('/pos');
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  expect(await till.stock()).toBe(4);
});

for (const { choice, left, told } of [
  { choice: 'Finish Sale', left: 4, told: 'Payment Successful!' },
  { choice: 'Discard', left: 5, told: 'This sale was not paid and is canceled. Please start again.' },
]) {
  test(`a sale on its way in one tab, and ${choice} in another: both tabs agree`, async ({
    page,
    context,
    gym,
    signIn,
    trouble,
  }) => {
    const till = await openTill({ page, gym, signIn }, 'manager', 'Raced Towel');
    await chooseSomeone(page);
    await addFound(page, 'Raced Towel');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
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
    if (choice === 'Finish Sale') await expect(notice.getByText(/went through\.$/)).toBeVisible();
    else await expect(notice).toBeHidden();
    trouble.expectStatus(409, /\/purchase$/);
    release();
    await expect(page.getByText(told)).toBeVisible();
    expect(await till.stock()).toBe(left);
    if (choice === 'Finish Sale') return;
    await page.getByRole('button', { name: 'Complete Sale' }).click();
    await expect(page.getByText('Payment Successful!')).toBeVisible();
    expect(await till.stock()).toBe(4);
  });
}

test('Back in the browser leads from the payment to the cart', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn }, 'manager', 'Back Towel');
  await chooseSomeone(page);
  await addFound(page, 'Back Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  // The browser's history entry follows the screen after a moment that no person would notice.
  await expect
    .poll(() => page.evaluate(() => (history.state as { usr?: { step?: string } }).usr?.step))
    .toBe('payment');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
  await expect(page).toHaveURL('/pos');
});

test('two quick scans and F8: both items are in the cart that is paid', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn }, 'manager', 'Scanned Towel');
  await chooseSomeone(page);
  await page.keyboard.press('F4');
  await page.keyboard.type('Scanned Towel\nScanned Towel\n');
  await page.keyboard.press('F8');
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cart items' })).toContainText('Quantity 2');
});

test('a double click, and Enter with a click, are one sale', async ({ page, gym, signIn }) => {
  const till = await openTill({ page, gym, signIn }, 'manager', 'Quick Towel');
  await chooseSomeone(page);
  await addFound(page, 'Quick Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
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

test('a card sale that is left for cash is canceled at once, and its stock is free', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(402, /\/confirm$/);
  await withStripe(page);
  await configureStripe(page, gym);
  const till = await openTill({ page, gym, signIn }, 'admin', 'Left Towel');
  await chooseSomeone(page);
  await addFound(page, 'Left Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await payByCard(page, '4000000000000002');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  expect(await till.stock()).toBe(4);
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  expect(await till.stock()).toBe(5);
});

test('a card sale: declined first, then paid; it says paid only then', async ({ page, gym, signIn, trouble }) => {
  trouble.expectStatus(402, /\/confirm$/);
  await withStripe(page);
  await configureStripe(page, gym);
  const till = await openTill({ page, gym, signIn }, 'admin', 'Card Towel');
  await chooseSomeone(page);
  await addFound(page, 'Card Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await payByCard(page, '4000000000000002');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expect(page.getByText('Test mode')).toBeVisible();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await page.getByRole('button', { name: 'Next Customer' }).click();
  await page.getByRole('link', { name: 'View Invoice' }).click();
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  expect(await till.stock()).toBe(4);
});

test('nothing of Stripe is fetched before Card is chosen', async ({ page, gym, signIn }) => {
  await withStripe(page);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await configureStripe(page, gym);
  await openTill({ page, gym, signIn }, 'admin', 'Plain Towel');
  await chooseSomeone(page);
  await addFound(page, 'Plain Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  expect(fetched.filter((url) => url.includes('stripe.com'))).toEqual([]);
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(fetched.some((url) => url.startsWith('https://js.stripe.com/'))).toBe(true);
});

test('from an empty search to a new contact and back, with them chosen', async ({ page, signIn }) => {
  await signIn('manager', '/pos');
  await page.getByRole('combobox', { name: 'Search customers' }).fill('Quentin Nobody');
  await page.getByRole('link', { name: 'Add Contact' }).click();
  await page.getByLabel(/^First Name/i).fill('Quentin');
  await page.getByLabel(/^Last Name/i).fill('Nobody');
  await page.getByLabel(/^Email/i).fill('quentin@example.test');
  await page.getByRole('button', { name: 'Add Contact' }).click();
  await expect(page).toHaveURL(/\/pos$/);
  await expect(page.getByText('Quentin Nobody')).toBeVisible();
});

test('a receipt is printed on its own', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn }, 'manager', 'Printed Towel');
  await chooseSomeone(page);
  await addFound(page, 'Printed Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await page.getByRole('button', { name: 'Next Customer' }).click();
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByRole('button', { name: 'Print Receipt' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('1 × Printed Towel');
  await expect(page.getByRole('heading', { name: 'Point of Sale' })).toBeHidden();
});

test('axe finds nothing at the till, in both themes', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn }, 'manager', 'Axe Towel');
  await chooseSomeone(page);
  await addFound(page, 'Axe Towel');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
