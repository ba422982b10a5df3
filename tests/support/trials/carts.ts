import { expect } from 'vitest';
import { cartTotals } from '#src/custom/pos/cart.ts';
import type { Totals } from '#domain/invoices/totals.ts';
import { createBooks, createTill } from '#tests/support/sales.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { formatCents, formatMoney } from '#domain/shared/money.ts';
import { testServer, type Reply } from '#tests/support/server.ts';
import { isHalfCent, numbers, oracle, rates, written, type Cart } from './oracle.ts';

function someCart(next: (below: number) => number, halfCent: boolean): Cart {
  const lines = Array.from({ length: 1 + next(4) }, () => ({ cents: next(20_000), quantity: 1 + next(9) }));
  if (!halfCent) return { rate: rates[next(rates.length)] ?? 0, lines };
  // Five percent of ten more than a multiple of twenty cents ends on exactly half a cent.
  const rest = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0) % 20;
  return { rate: 500, lines: [...lines, { cents: (30 - rest) % 20, quantity: 1 }] };
}

/** Sells this many random carts, one in five on an exact half cent, and compares till, invoice and books with the oracle. */
export async function randomCarts(count: number): Promise<void> {
  const server = await testServer();
  try {
    const next = numbers(20_270_315);
    const gyms = new Map<number, Awaited<ReturnType<typeof tillAt>>>();
    for (const rate of new Set([...rates, 500])) gyms.set(rate, await tillAt(rate));
    let halves = 0;
    for (let index = 0; index < count; index += 1) {
      const cart = someCart(next, index % 5 === 0);
      const wanted = oracle(cart);
      if (isHalfCent(wanted.subtotal, cart.rate)) halves += 1;
      const { sell, invoice } = gyms.get(cart.rate) ?? (await tillAt(cart.rate));
      const { response, screen } = await sell(cart);
      const { subtotal, tax, total, id } = response.body.invoice;
      const inDollars = { subtotal: wanted.subtotal / 100, tax: wanted.tax / 100, total: wanted.total / 100 };
      expect({ subtotal, tax, total }).toEqual(inDollars);
      expect(screen).toEqual({ ...wanted, saleDiscount: 0 });
      // The totals that the till shows before the sale, and the receipt and the invoice after it.
      const read = [wanted.subtotal, wanted.tax, wanted.total].map(written);
      expect([screen.subtotal, screen.tax, screen.total].map((cents) => formatCents(cents))).toEqual(read);
      expect([subtotal, tax, total].map((dollars: number) => formatMoney(dollars))).toEqual(read);
      expect(await invoice(id)).toMatchObject({
        subtotal_cents: wanted.subtotal,
        tax_cents: wanted.tax,
        total_cents: wanted.total,
      });
    }
    expect(halves).toBeGreaterThanOrEqual(count / 5);
  } finally {
    await server.close();
  }

  async function tillAt(rate: number) {
    const gym = await createGym(server, { salesTaxRate: rate / 10_000 });
    const make = builders(server, gym);
    const till = createTill(gym.by.point_of_sale, gym.locationId, await make.contact());
    const ids = await Promise.all(Array.from({ length: 5 }, () => make.salesItem()));
    const sell = async ({ lines }: Cart): Promise<{ response: Reply; screen: Totals }> => {
      const priced = lines.map(({ cents, quantity }, nth) => ({ id: ids[nth] ?? '', cents, quantity }));
      await server.database.scoped([gym.companyId], async (tx) => {
        for (const { id, cents } of priced)
          await tx.updateTable('sales_items').set({ price_cents: cents }).where('id', '=', id).execute();
      });
      const item = { name: '', isActive: true, isPhysicalItem: false, inventoryQuantity: 0 };
      const screen = cartTotals(
        priced.map(({ id, cents, quantity }) => ({ item: { ...item, id, price: cents / 100 }, quantity })),
        rate / 10_000,
      );
      return { response: await till.cash(priced.map(({ id, quantity }) => ({ salesItemId: id, quantity }))), screen };
    };
    return { sell, invoice: createBooks(server.database, gym.companyId).invoice };
  }
}
