import type { Page } from '@playwright/test';
import { type Desk, expect, expectAccessibleInBothThemes, test } from './support/fixtures.ts';

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
const getQuantity = (page: Page, name: string) => page.getByRole('textbox', { name: `Quantity of ${name}` });

/** Types like a scanner, wherever the focus is. Playwright's own keys may be as slow as a person on a busy machine. */
const scan = (page: Page, code: string) =>
  page.evaluate(
    (keys) => {
      for (const key of keys)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    [...code, 'Enter'],
  );

const chooseSomeone = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Search customers' }).fill('an');
  await page.getByRole('option').first().click();
};

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

test('two quick scans are two; an unknown code and a sold out item are said and add nothing', async ({
  page,
  gym,
  signIn,
}) => {
  await openTill({ page, gym, signIn });
  await scan(page, '2000000000015');
  await scan(page, '2000000000015');
  await expect(getQuantity(page, 'Tile Water')).toHaveValue('2');
  await scan(page, '9999999');
  await expect(page.getByText('No item with bar code 9999999.')).toBeVisible();
  await scan(page, '2000000000022');
  await expect(page.getByText('Tile Cola is out of stock.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cart items' }).getByRole('listitem')).toHaveCount(1);
  await chooseSomeone(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeFocused();
  await scan(page, '2000000000015');
  await expect(page.getByText('Items cannot be scanned during payment.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete Sale' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cart items' })).toContainText('Quantity 2');
});

test('a bar code in the item search is added at Enter, and the field is clear', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn });
  await page.keyboard.press('F4');
  await page.keyboard.type('2000000000015\n');
  await expect(getQuantity(page, 'Tile Water')).toHaveValue('1');
  await expect(page.getByRole('searchbox', { name: 'Search sales items' })).toHaveValue('');
});

test('an item gets its category, bar code and place among the favorites in its form; a code that is taken is refused', async ({
  page,
  gym,
  signIn,
  trouble,
}) => {
  await openTill({ page, gym, signIn });
  await page.goto('/sales-items/add');
  await page.getByLabel(/^Name/).fill('Tile Juice');
  await page.getByRole('combobox', { name: 'Category' }).fill('Dri');
  await page.getByRole('option', { name: 'Drinks' }).click();
  await page.getByLabel('Bar Code').fill('2000000000015');
  await page.getByLabel('Bar Code').press('Enter');
  await page.getByRole('switch', { name: 'Favorite' }).click();
  trouble.expectStatus(409, /\/sales-items$/);
  await page.getByRole('button', { name: 'Add Sales Item' }).click();
  await expect(page.getByLabel('Bar Code')).toHaveAccessibleDescription(
    'Another item at this location has this bar code',
  );
  await page.getByLabel('Bar Code').fill('2000000000039');
  await page.getByRole('button', { name: 'Add Sales Item' }).click();
  await expect(page.getByText('Sales item added')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sales items' })).toContainText('Tile Juice');
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Drinks' }).click();
  await expect(page.getByRole('table', { name: 'Sales items' })).not.toContainText('A Towel');
  await page.getByRole('link', { name: 'Tile Juice' }).click();
  await expect(page.getByText('2000000000039')).toBeVisible();
  await expect(page.getByText('Shown first at the till')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a sale on a phone: tiles, the bar at the bottom, the customer, the payment', async ({ page, gym, signIn }) => {
    await openTill({ page, gym, signIn });
    await showTiles(page);
    await tile(page, 'Tile Water').click();
    const box = await tile(page, 'Tile Water').boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: /^View Cart/ }).click();
    await expect(page.getByRole('region', { name: 'Cart' })).toBeInViewport();
    const plus = await page.getByRole('button', { name: 'Increase Tile Water' }).boundingBox();
    expect(Math.min(plus?.width ?? 0, plus?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'Choose Customer' }).click();
    await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeFocused();
    await chooseSomeone(page);
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.getByRole('button', { name: 'Complete Sale' }).click();
    await expect(page.getByText('Payment Successful!')).toBeVisible();
  });
});

test('axe finds nothing among the tiles, in both themes', async ({ page, gym, signIn }) => {
  await openTill({ page, gym, signIn });
  await showTiles(page);
  await tile(page, 'Tile Water').click();
  await expectAccessibleInBothThemes(page);
});
