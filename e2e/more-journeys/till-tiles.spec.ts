import type { Page } from '@playwright/test';
import { type Desk, expect, test } from '../support/fixtures.ts';
import { chooseSomeone } from '../support/till.ts';

/** A till with a drink in stock that has a bar code and is a favorite, a rental, and a drink that is sold out. */
async function openTill({ page, gym, signIn }: Desk) {
  await gym.make.salesItem({
    name: 'Tile Water',
    price_cents: 2_50,
    is_physical_item: true,
    inventory_quantity: 5,
    category: 'Drinks',
    barcode: '2000000000015',
    is_favorite: true,
  });
  await gym.make.salesItem({
    name: 'Tile Cola',
    price_cents: 3_00,
    is_physical_item: true,
    inventory_quantity: 0,
    category: 'Drinks',
    barcode: '2000000000022',
  });
  await gym.make.salesItem({ name: 'A Towel', price_cents: 10_00, category: 'Rental' });
  await signIn('manager', '/pos');
  await expect(page.getByRole('table', { name: 'Sales items' })).toContainText('Tile Water');
}

const showTiles = async (page: Page) => {
  await page.getByRole('button', { name: 'Tiles' }).click();
  await expect(tile(page, 'Tile Water')).toBeVisible();
};
const tile = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Sales items' }).getByRole('button', { name });

test('a sale by tiles: the favorite comes first, a category narrows, the choice outlives a reload', async ({
  page,
  gym,
  signIn,
}) => {
  await openTill({ page, gym, signIn });
  await showTiles(page);
  await expect(page.getByRole('list', { name: 'Sales items' }).getByRole('button').first()).toContainText('Tile Water');
  await expect(tile(page, 'Tile Cola')).toBeDisabled();
  await page.getByRole('button', { name: 'Rental' }).click();
  await expect(tile(page, 'Tile Water')).toBeHidden();
  await tile(page, 'A Towel').click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await tile(page, 'Tile Water').click();
  await tile(page, 'Tile Water').click();
  await expect(tile(page, 'Tile Water')).toHaveAccessibleName('Add Tile Water $2.50 5 in stock 2 in cart');
  await page.reload();
  await expect(tile(page, 'Tile Water')).toBeVisible();
  await chooseSomeone(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Complete Sale' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a sale on a phone: tiles, the bar at the bottom, the customer, the payment', async ({ page, gym, signIn }) => {
    await openTill({ page, gym, signIn });
    await showTiles(page);
    await expect.poll(async () => (await tile(page, 'Tile Water').boundingBox())?.y).toBeLessThanOrEqual(260);
    await tile(page, 'Tile Water').click();
    const box = await tile(page, 'Tile Water').boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: /^View cart/ }).click();
    await expect(page.getByRole('region', { name: 'Cart' })).toBeInViewport();
    const plus = await page.getByRole('button', { name: 'Increase Tile Water' }).boundingBox();
    expect(Math.min(plus?.width ?? 0, plus?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'Choose customer' }).click();
    await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeFocused();
    await chooseSomeone(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByRole('button', { name: 'Checkout' }).click();
    const complete = page.getByRole('button', { name: 'Complete Sale' });
    await expect(page.getByText('No drawer is open, so no drawer counts this cash.')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 600 });
    await expect(complete).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
    await complete.click();
    await expect(page.getByText('Payment Successful!')).toBeVisible();
    // Back from the payment's entry, where the browser would restore how far the cart was scrolled.
    await expect.poll(() => page.evaluate(() => JSON.stringify(window.history.state))).not.toContain('payment');
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect(page.getByText('Payment Successful!')).toBeInViewport();
  });
});
