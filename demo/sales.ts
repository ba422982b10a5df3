import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { addDays } from '#domain/shared/dates.ts';
import { posNotes } from '#domain/shared/limits.ts';
import { addInvoice, type NewInvoice, type InvoiceLine } from './invoices.ts';
import { listPopular, type Item } from './catalog.ts';
import type { Place } from './companies.ts';
import { at, seeded, type Random } from './random.ts';
import type { Demo } from './rows.ts';
import { momentOn } from './time.ts';

const days = 56;

/** The positions, counted from the newest sale, of the sales that are not simply paid. */
const repeat = 29;
const unusual: Readonly<Record<number, NewInvoice['status']>> = {
  1: 'open',
  4: 'partially_paid',
  8: 'refunded',
  11: 'draft',
  15: 'void',
  22: 'overdue',
};

/** Eight weeks of sales at the tills of all locations. */
export function seedSales({ rows, places, people, catalog: { items }, now }: Demo): void {
  for (const place of places) {
    const random = seeded(`till of ${place.key}`);
    const locals = people.filter(({ home }) => home === place);
    const shelf = listPopular(items, place);
    const moments = Array.from({ length: days }, (_, ago) =>
      pickSales(place, addDays(place.today, -ago), random),
    ).flat();
    const past = moments.filter((moment) => moment < now).toSorted((a, b) => b.getTime() - a.getTime());
    past.forEach((moment, index) => {
      const present = locals.filter(({ since }) => since < moment);
      if (present.length === 0) return;
      const person = random.pick(present);
      const lines = basket(shelf, random);
      const status = unusual[index % repeat] ?? 'paid';
      const names = lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name));
      addInvoice(rows, {
        person,
        place,
        kind: 'items',
        at: moment,
        description: `Sales items purchase: ${names.join(', ')}`,
        notes: posNotes,
        lines,
        status,
        method: method(status, random),
        by: random.pick(place.staff),
      });
    });
  }
}

/** The times of a day's sales: about one sale for twenty contacts, more on some days. */
function pickSales(place: Place, day: string, random: Random): Date[] {
  const usual = place.spec.contacts / 20;
  const count = Math.round(usual * (0.5 + random.next()));
  return Array.from({ length: count }, () => momentOn(place.zone, day, random.int(6 * 60, 20 * 60 + 45)));
}

const method = (status: NewInvoice['status'], random: Random): NewInvoice['method'] =>
  status === 'open' || status === 'refunded' || random.chance(0.55) ? 'card' : drawerMethod;

function basket(shelf: readonly Item[], random: Random): InvoiceLine[] {
  const weights = Object.fromEntries(shelf.map(({ id, spec }) => [id, spec.popular ?? 0]));
  const wanted = new Set(Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => random.weighted(weights)));
  return [...wanted].map((id): InvoiceLine => {
    const { spec } = at(
      shelf.filter((item) => item.id === id),
      0,
    );
    const quantity = spec.cents < 10_00 && random.chance(0.25) ? random.int(2, 4) : 1;
    return {
      type: 'sales_item',
      itemId: id,
      name: spec.name,
      description: spec.description,
      quantity,
      cents: spec.cents,
    };
  });
}
