import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyTill, saleBody } from '#src/custom/pos/tillState.ts';
import { cartNow } from '#src/custom/pos/useParkedSales.ts';
import { buildContact, buildSalesItem } from '#tests/support/records.ts';
import {
  addItem,
  cartTotals,
  isAtMaxQuantity,
  lineTotalCents,
  maxQuantity,
  removeItem,
  setDiscount,
  setQuantity,
  type Cart,
  type CartableItem,
} from '#src/custom/pos/cart.ts';

const water: CartableItem = {
  id: 'water',
  name: 'Water',
  price: 3,
  isActive: true,
  isPhysicalItem: true,
  inventoryQuantity: 3,
};
const session: CartableItem = {
  ...water,
  id: 'session',
  name: 'Session',
  price: 49.99,
  isPhysicalItem: false,
  inventoryQuantity: 0,
};
const inactive: CartableItem = { ...session, id: 'inactive', isActive: false };
const shown = (cart: Cart) => cart.map(({ item, quantity }) => [item.id, quantity]);

describe('Cart', () => {
  test('adding an existing item increments its quantity', () => {
    const cart = addItem(addItem(addItem([], water), session), water);
    expect(shown(cart)).toEqual([
      ['water', 2],
      ['session', 1],
    ]);
  });

  test.each([0, -1, Number.NaN])('a quantity of zero or below (%d) removes the line', (quantity) => {
    const cart = addItem(addItem([], water), session);
    expect(shown(setQuantity(cart, 'water', quantity))).toEqual([['session', 1]]);
  });

  test('removing takes the whole line', () => {
    expect(shown(removeItem(setQuantity(addItem([], session), 'session', 5), 'session'))).toEqual([]);
  });

  test('the quantity of a physical item stops at its stock', () => {
    const full = setQuantity(addItem([], water), 'water', 9);
    expect(shown(full)).toEqual([['water', 3]]);
    expect(full.map(isAtMaxQuantity)).toEqual([true]);
    expect(shown(addItem(full, water))).toEqual([['water', 3]]);
    expect(addItem([], { ...water, inventoryQuantity: 0 })).toEqual([]);
  });

  test('an item that is not physical stops at 10,000', () => {
    const many = setQuantity(addItem([], session), 'session', 20_000);
    expect(shown(many)).toEqual([['session', 10_000]]);
    expect(shown(setQuantity(many, 'session', 2))).toEqual([['session', 2]]);
  });

  test('an inactive item cannot be added', () => {
    expect([maxQuantity(inactive), addItem([], inactive)]).toEqual([0, []]);
  });
});

const stocked = [water, session, { ...water, id: 'towel', price: 0.1, inventoryQuantity: 7 }];
const step = fc.record({
  pick: fc.nat({ max: 2 }),
  quantity: fc.option(fc.integer({ min: -2, max: 12 }), { nil: null }),
});

const run = (steps: { pick: number; quantity: number | null }[]) =>
  steps.reduce<Cart>((cart, { pick, quantity }) => {
    const item = stocked[pick] ?? water;
    return quantity === null ? addItem(cart, item) : setQuantity(cart, item.id, quantity);
  }, []);

describe('Any run of adding and changing', () => {
  test('keeps one line an item, each from 1 to its most', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const cart = run(steps);
        expect(new Set(cart.map(({ item }) => item.id)).size).toBe(cart.length);
        for (const { item, quantity } of cart) {
          expect(quantity).toBeGreaterThanOrEqual(1);
          expect(quantity).toBeLessThanOrEqual(maxQuantity(item));
        }
      }),
    );
  });

  test('totals are the sum of its lines and their tax', () => {
    const cents: Record<string, number> = { water: 300, session: 4999, towel: 10 };
    fc.assert(
      fc.property(fc.array(step), fc.nat({ max: 10_000 }), (steps, rate) => {
        const cart = run(steps);
        const subtotal = cart.reduce((sum, { item, quantity }) => sum + (cents[item.id] ?? 0) * quantity, 0);
        const tax = Number((BigInt(subtotal) * BigInt(rate) * 2n + 10_000n) / 20_000n);
        expect(cartTotals(cart, rate / 10_000)).toEqual({ subtotal, tax, total: subtotal + tax, saleDiscount: 0 });
        expect(cart.reduce((sum, line) => sum + lineTotalCents(line), 0)).toBe(subtotal);
      }),
    );
  });
});

describe('Discounts', () => {
  const towel = buildSalesItem({ name: 'Towel', price: 10 });
  const damaged = { percent: 20, reason: 'Damaged' };
  const promotion = { amount: 1, reason: 'Promotion' };
  const cart = setDiscount([{ item: towel, quantity: 2 }], towel.id, damaged);

  test('one on a line is off its total, and one on the sale off what is left, before tax', () => {
    expect(cart.map(lineTotalCents)).toEqual([16_00]);
    expect(cartTotals(cart, 0.08, promotion)).toEqual({ subtotal: 15_00, tax: 1_20, total: 16_20, saleDiscount: 1_00 });
    expect(setDiscount(cart, towel.id, undefined)).toEqual([{ item: towel, quantity: 2 }]);
  });

  test('are sent with the total that is shown and the cash that was handed over', () => {
    const contact = { ...buildContact(), homeLocation: null };
    const place = { id: towel.locationId, salesTaxRate: 0.08 };
    const body = saleBody({ ...emptyTill, contact, cart, discount: promotion }, place, { receivedCents: 20_00 });
    expect(body).toMatchObject({
      items: [{ salesItemId: towel.id, quantity: 2, discount: damaged }],
      discount: promotion,
      expectedTotal: 16.2,
      tendered: 20,
    });
  });
});

describe('A parked cart', () => {
  const bottle = buildSalesItem({ name: 'Water', price: 2.5 });
  const towel = buildSalesItem({ name: 'Towel', price: 10, isPhysicalItem: true, inventoryQuantity: 2 });
  const line = (item: { id: string; name: string }, price: number, quantity: number) => ({
    salesItemId: item.id,
    name: item.name,
    price,
    quantity,
  });

  test.each<[string, Parameters<typeof cartNow>[0]['items'], Parameters<typeof cartNow>[1], number[], string[]]>([
    ['unchanged says nothing', [line(bottle, 2.5, 3)], [bottle], [3], []],
    ['with another price says both', [line(bottle, 2, 1)], [bottle], [1], ['Water costs $2.50 now. It was $2.00.']],
    [
      'with too little stock takes what there is',
      [line(towel, 10, 4)],
      [towel],
      [2],
      ['Only 2 of Towel are in stock.'],
    ],
    [
      'with none in stock leaves it out',
      [line(towel, 10, 1)],
      [{ ...towel, inventoryQuantity: 0 }],
      [],
      ['Towel is out of stock.'],
    ],
    [
      'with an inactive item leaves it out',
      [line(bottle, 2.5, 1)],
      [{ ...bottle, isActive: false }],
      [],
      ['Water is no longer sold.'],
    ],
    ['with a deleted item leaves it out', [line(bottle, 2.5, 1)], [undefined], [], ['Water is no longer sold.']],
  ])('%s', (_sentence, items, now, quantities, changes) => {
    const resumed = cartNow({ items }, now);
    expect(resumed.cart.map(({ quantity }) => quantity)).toEqual(quantities);
    expect(resumed.changes).toEqual(changes);
  });
});
