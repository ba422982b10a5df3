import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { Page } from '@playwright/test';
import type { Level } from '#domain/shared/access.ts';
import { callApi } from './callApi.ts';
import { type Desk, expect } from './fixtures.ts';

/** A till whose gym has five of this item to sell. */
export async function openTill({ page, gym, signIn }: Desk, level: Level, name: string) {
  const id = await gym.make.salesItem({ name, price_cents: 12_50, is_physical_item: true, inventory_quantity: 5 });
  await signIn(level, '/pos');
  const stock = async () =>
    (await callApi<{ salesItem: SalesItem }>(page, 'GET', `/sales-items/${id}`)).salesItem.inventoryQuantity;
  return { stock };
}

export const chooseSomeone = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Search customers' }).fill('an');
  await page.getByRole('option').first().click();
};

/** Waits for the search results: a list that shrinks under a click moves what is clicked. */
export const addFound = async (page: Page, name: string) => {
  await page.getByRole('searchbox', { name: 'Search sales items' }).fill(name);
  // Not Add Discount.
  await expect(page.getByRole('button', { name: /^Add [^D]/ })).toHaveCount(1);
  await page.getByRole('button', { name: `Add ${name}` }).click();
};
