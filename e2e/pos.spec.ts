import { expect, test } from './support/fixtures.ts';
import { configureStripe, withStripe } from './support/stripe.ts';
import { openSplit, openTill, openPayment } from './support/till.ts';

test('a cash sale by keyboard alone: the cart is emptied, the stock falls, and the receipt is printed on its own', async ({
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
  const lastSale = page.getByRole('region', { name: 'Last sale' });
  await expect(lastSale).toBeVisible();
  const before = await lastSale.boundingBox();
  await expect(page.getByRole('heading', { name: 'Customer Selection' })).toBeVisible();
  expect(Math.abs(Number((await lastSale.boundingBox())?.y) - Number(before?.y)), 'moved').toBeLessThan(2);
  expect(await till.stock()).toBe(4);
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('1 × Keyboard Towel');
  await expect(page.getByRole('heading', { name: 'Point of Sale' })).toBeHidden();
});

test('a sale paid part in cash and the rest by card, by the point of sale: both parts on the receipt and in the drawer', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(402, /\/confirm$/);
  const { booked } = await openSplit({ page, gym, signIn }, 'point_of_sale');
  await expect(page.getByText(/^\$2\.00 cash \+ \$\d+\.\d\d card$/)).toBeVisible();
  const charge = page.getByRole('button', { name: /^Charge \$/ });
  await page.getByLabel('Card number').fill('4000000000000002');
  await charge.click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expect(page.getByText(/hand back \$2\.00/)).toBeVisible();
  await page.getByLabel('Card number').fill('4242424242424242');
  await charge.click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  const last = page.getByRole('region', { name: 'Last sale' });
  await expect(last).toContainText('Cash + Card');
  await expect(last).toContainText('Change $3.00');
  expect(await booked()).toEqual([4, 2, 102]);
});

test('a card sale: declined, left for cash, which cancels it at once, and then paid by another card', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  trouble.expectStatus(402, /\/confirm$/);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await withStripe(page);
  await configureStripe(page, gym);
  const till = await openPayment({ page, gym, signIn }, 'admin', 'Card Towel');
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  // Nothing of Stripe before a card is wanted.
  expect(fetched.filter((url) => url.includes('stripe.com'))).toEqual([]);
  const payByCard = async (number: string) => {
    await page.getByRole('button', { name: 'Card', exact: true }).click();
    await page.getByLabel('Card number').fill(number);
    await page.getByRole('button', { name: 'Complete Purchase' }).click();
  };
  await payByCard('4000000000000002');
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expect(page.getByText('Test mode')).toBeVisible();
  expect(await till.stock()).toBe(4);
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  expect(await till.stock()).toBe(5);
  await payByCard('4242424242424242');
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.getByRole('link', { name: 'View invoice' }).click();
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  expect(await till.stock()).toBe(4);
});
