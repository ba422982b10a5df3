import type { Drawer } from '#domain/drawers/contract.ts';
import type { InvoiceDetail } from '#domain/invoices/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { Page } from '@playwright/test';
import type { Level } from '#domain/shared/access.ts';
import { callApi } from './callApi.ts';
import { type Desk, expect } from './fixtures.ts';
import type { OwnGym } from './ownGym.ts';
import { configureStripe, withStripe } from './stripe.ts';

/** A till whose gym has five of this item to sell. */
export async function openTill({ page, gym, signIn }: Desk, level: Level, name: string) {
  const id = await gym.make.salesItem({ name, price_cents: 12_50, is_physical_item: true, inventory_quantity: 5 });
  await signIn(level, '/pos');
  const stock = async () =>
    (await callApi<{ salesItem: SalesItem }>(page, 'GET', `/sales-items/${id}`)).salesItem.inventoryQuantity;
  return { stock };
}

/** Opens the till with one of the item in the cart, at the payment. */
export async function openPayment(desk: Desk, level: Level, name: string) {
  const till = await openTill(desk, level, name);
  await chooseSomeone(desk.page);
  await addFound(desk.page, name);
  await desk.page.getByRole('button', { name: 'Proceed to Payment' }).click();
  return till;
}

/** A cash sale of two of an item at another desk, over the API. */
export async function sellTwo(page: Page, { contactId, locationId, itemId }: OwnGym, salesItemId = itemId) {
  const items = [{ salesItemId, quantity: 2 }];
  const body = { contactId, locationId, items, paymentMethod: 'cash', notes: 'Point of Sale Transaction' };
  return (await callApi<InvoiceDetail>(page, 'POST', '/sales-items/purchase', body)).invoice;
}

export const chooseSomeone = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Search customers' }).fill('an');
  await page.getByRole('option').first().click();
};

/** Waits for the search results: a list that shrinks under a click moves what is clicked. */
export const addFound = async (page: Page, name: string) => {
  await page.getByRole('searchbox', { name: 'Search sales items' }).fill(name);
  // Not Add discount.
  await expect(page.getByRole('button', { name: /^Add (?!discount)/ })).toHaveCount(1);
  await page.getByRole('button', { name: `Add ${name}` }).click();
};

/** A sale of $13.50 at the payment step, of which $2.00 are paid in cash out of $5.00, at a gym with an open drawer. */
export async function openSplit(desk: Desk, level: Level) {
  const { page, gym } = desk;
  await withStripe(page);
  await configureStripe(page, gym);
  const till = await openTill(desk, level, 'Split Towel');
  const { drawer } = await callApi<{ drawer: Drawer }>(page, 'POST', '/drawers', {
    locationId: gym.locationId,
    float: 100,
  });
  await chooseSomeone(page);
  await addFound(page, 'Split Towel');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Split' }).click();
  await fillCash(page);
  /** Stock that is left, the cash that was sold for, and the cash that the drawer should have. */
  const booked = async () => {
    const counted = await callApi<{ drawer: Drawer }>(page, 'GET', `/drawers/${drawer.id}`);
    const { cashSales, expected } = counted.drawer;
    return [await till.stock(), cashSales, expected];
  };
  return { booked };
}

/** The cash of `openSplit`. */
export const fillCash = async (page: Page) => {
  await partInCash(page).fill('2');
  await page.getByRole('textbox', { name: 'Cash received (optional)' }).fill('5');
};

export const partInCash = (page: Page) => page.getByRole('textbox', { name: 'Part in cash' });
