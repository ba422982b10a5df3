import { fromCents } from '#domain/shared/money.ts';
import { computeTotals } from '#domain/invoices/totals.ts';
import { listPopular } from './catalog.ts';
import { at, seeded } from './random.ts';
import type { Demo } from './rows.ts';
import { minutesBefore } from './time.ts';

const notes = ['Is looking for a larger size', 'Left the wallet in the car'];

/** At each till a sale that was parked for a customer, and one without a customer yet. */
export function seedParkedSales({ rows, places, people, catalog: { items }, now }: Demo): void {
  for (const place of places) {
    const random = seeded(`parked sales of ${place.key}`);
    const shelf = listPopular(items, place);
    const customers = people.filter(({ home, since }) => home === place && since < now);
    const seller = random.pick(place.staff);
    const { first_name, last_name } = at(
      rows.users.filter(({ id }) => id === seller),
      0,
    );
    for (const [index, note] of notes.entries()) {
      const created_at = minutesBefore(now, index === 0 ? 55 : 12);
      const lines = random
        .shuffled(shelf)
        .slice(0, 2)
        .map((item) => ({ item, quantity: random.int(1, 2) }));
      rows.parked_sales.push({
        id: random.id(created_at),
        company_id: place.companyId,
        location_id: place.id,
        contact_id: index === 0 ? random.pick(customers).id : null,
        cart: JSON.stringify({
          items: lines.map(({ item: { id, spec }, quantity }) => ({
            salesItemId: id,
            quantity,
            name: spec.name,
            price: fromCents(spec.cents),
          })),
        }),
        note,
        total_cents: computeTotals(
          lines.map(({ item, quantity }) => ({ unitCents: item.spec.cents, quantity })),
          place.spec.salesTaxRate,
        ).total,
        parked_by: seller,
        parked_by_name: `${first_name} ${last_name}`,
        created_at,
      });
    }
  }
}
