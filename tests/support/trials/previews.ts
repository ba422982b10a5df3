import { expect } from 'vitest';
import { v7 as uuid } from 'uuid';
import { formatMoney } from '#domain/shared/money.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { inParallel } from '#tests/support/sales.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { isHalfCent, numbers, oracle, rates, toShare, written } from './oracle.ts';

type Next = (below: number) => number;

interface PricedPlan {
  readonly id: string;
  readonly cents: number;
  readonly items: readonly { id: string; cents: number }[];
}

/** Every location charges these: a share of the plan's price, and a fixed amount; the third is inactive. */
const share = 250;
const fixed = 500;
const fees = [
  { name: 'Card handling', type: 'percentage', amount: '2.50' },
  { name: 'Key tag', type: 'fixed', amount: '5.00' },
  { name: 'Old fee', type: 'fixed', amount: '99.00', is_active: false },
] as const;

/** Requests the prices of this many random plans, one in five on an exact half cent, and compares answer and screen with the oracle. */
export async function randomPreviews(count: number): Promise<void> {
  const server = await testServer();
  try {
    const next = numbers(20_270_316);
    let halves = 0;
    for (const rate of [...rates, 500, 500]) {
      const each = Math.ceil(count / (rates.length + 2));
      const { gym, contactId, plans } = await createLocationWith(server, next, rate, each);
      const replies = await inParallel(each, 8, (nth) =>
        gym.by.operator.get(`/memberships/${plans[nth]?.id}/preview/${contactId}`),
      );
      for (const [nth, { body }] of replies.entries()) {
        const { cents = 0, items = [] } = plans[nth] ?? {};
        const parts = [cents, ...items.map((item) => item.cents), toShare(cents, share), fixed];
        const wanted = oracle({ rate, lines: parts.map((part) => ({ cents: part, quantity: 1 })) });
        if (isHalfCent(wanted.subtotal, rate)) halves += 1;
        const { lineItems, subtotal, tax, total } = body.preview;
        const shown: number[] = [...lineItems.map((line: { total: number }) => line.total), subtotal, tax, total];
        const all = [...parts, wanted.subtotal, wanted.tax, wanted.total];
        expect(shown).toEqual(all.map((part) => part / 100));
        expect(shown.map((dollars) => formatMoney(dollars))).toEqual(all.map(written));
      }
    }
    expect(halves).toBeGreaterThanOrEqual(count / 5);
  } finally {
    await server.close();
  }
}

/** A location with this tax rate and its fees, a contact whose home it is, and plans of random prices with their charges. */
async function createLocationWith(server: TestServer, next: Next, rate: number, count: number) {
  const gym = await createGym(server, { salesTaxRate: rate / 10_000 });
  const make = builders(server, gym);
  const contactId = await make.contact();
  const prices = Array.from({ length: 12 }, () => next(9_000));
  const shelf = await Promise.all(
    prices.map(async (cents) => ({ id: await make.salesItem({ price_cents: cents }), cents })),
  );
  const plans = Array.from({ length: count }, (): PricedPlan => {
    const first = next(shelf.length);
    const items = shelf.slice(first, first + next(4));
    return { id: uuid(), items, cents: onHalfCent(1 + next(200_000), items, rate) };
  });
  await write(server, gym, plans);
  return { gym, contactId, plans };
}

/** Five percent of ten more than a multiple of twenty cents ends on exactly half a cent: the next such price. */
function onHalfCent(from: number, items: PricedPlan['items'], rate: number): number {
  if (rate !== 500) return from;
  const rest = items.reduce((sum, { cents }) => sum + cents, fixed);
  for (let cents = from; ; cents += 1) if ((cents + toShare(cents, share) + rest) % 20 === 10) return cents;
}

async function write(server: TestServer, { companyId, locationId }: Gym, plans: readonly PricedPlan[]): Promise<void> {
  const own = { company_id: companyId };
  const kind = {
    type: 'no_contract',
    billing_frequency: 'monthly',
    contract_length_months: null,
    access_duration_days: null,
  } as const;
  await server.database.scoped([companyId], async (tx) => {
    const rows = plans.map(({ id, cents }) => ({
      ...own,
      ...kind,
      id,
      location_id: null,
      name: 'Plan',
      price_cents: cents,
      is_published: true,
      archived_at: null,
    }));
    await tx.insertInto('memberships').values(rows).execute();
    const links = plans.flatMap(({ id, items }) =>
      items.map((item, nth) => ({
        ...own,
        id: uuid(),
        membership_id: id,
        sales_item_id: item.id,
        is_required: true,
        display_order: nth,
      })),
    );
    await tx.insertInto('membership_sales_items').values(links).execute();
    await tx
      .insertInto('location_fees')
      .values(fees.map((fee) => ({ ...own, ...fee, id: uuid(), location_id: locationId })))
      .execute();
  });
}
