import { expect } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { inParallel, createBooks, statuses, createTill } from '#tests/support/sales.ts';
import type { TestServer } from '#tests/support/server.ts';

const atOnce = 100;

/** This many sales of an item with a stock of fifty. */
export async function expectSoldOut(server: TestServer, count: number): Promise<void> {
  const { till, books, stocked } = await createCrowdedGym(server);
  const scarce = await stocked(50);
  const replies = await inParallel(count, atOnce, () => till.cash([{ salesItemId: scarce, quantity: 1 }]));
  expect(statuses(replies)).toEqual({ 201: 50, 409: count - 50 });
  const refusals = new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body.message));
  expect([...refusals]).toEqual(['Launch Shirt is out of stock']);
  expect(await books.stock(scarce)).toBe(0);
}

/** This many carts with the same two items, half of them in reverse order. */
export async function expectAllSold(server: TestServer, count: number): Promise<void> {
  const { till, books, stocked } = await createCrowdedGym(server);
  const [left, right] = [await stocked(count), await stocked(count)];
  const cart = [left, right].map((salesItemId) => ({ salesItemId, quantity: 1 }));
  const replies = await inParallel(count, atOnce, (index) => till.cash(index % 2 ? cart : cart.toReversed()));
  expect(statuses(replies)).toEqual({ 201: count });
  expect([await books.stock(left), await books.stock(right)]).toEqual([0, 0]);
}

async function createCrowdedGym(server: TestServer) {
  const gym = await createGym(server);
  const make = builders(server, gym);
  return {
    books: createBooks(server.database, gym.companyId),
    till: createTill(gym.by.point_of_sale, gym.locationId, await make.contact()),
    stocked: (inventory_quantity: number) =>
      make.salesItem({ name: 'Launch Shirt', is_physical_item: true, inventory_quantity }),
  };
}
