import { v7 as uuid } from 'uuid';
import { sumBy } from 'es-toolkit';
import { subDays } from 'date-fns';
import type { Insertable, Selectable } from 'kysely';
import type { ActionOf } from '#domain/activity/sentences.ts';
import type { ParkedSale, ParkSaleBody, ResumedSale } from '#domain/pos/parkedSalesContract.ts';
import { parkedSalesMax, parkedSaleDays } from '#domain/shared/limits.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { fromCents } from '#domain/shared/money.ts';
import { computeTotals } from '#domain/invoices/totals.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { listColumns, type ParkedSaleTable } from '#server/platform/database/schema.ts';
import { isBuyerAt, requireInvoiceable } from '#server/modules/invoices/index.ts';
import { requireAccess, type AccessibleLocation, type AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { toContactSummary, type UrlOf } from '#server/modules/contacts/index.ts';
import { locationRepo } from '#server/modules/locations/index.ts';
import { priceCart } from './sell.ts';

interface StoredParkedSale extends Selectable<ParkedSaleTable> {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

export const toParkedSale = (row: StoredParkedSale): ParkedSale => ({
  id: row.id,
  locationId: row.location_id,
  customer: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
  pieces: sumBy(row.cart.items, ({ quantity }) => quantity),
  total: fromCents(row.total_cents),
  note: row.note,
  parkedBy: row.parked_by_name,
  createdAt: row.created_at.toISOString(),
});

const selectParked = (tx: Tx) =>
  tx
    .selectFrom('parked_sales as p')
    .leftJoin('contacts as c', 'c.id', 'p.contact_id')
    .select(listColumns('parked_sales', 'p'))
    .select(['c.first_name', 'c.last_name']);

export const parkedSalesRepo = (tx: Tx) => ({
  waiting: (locationId: string, now: Date): Promise<StoredParkedSale[]> =>
    selectParked(tx)
      .where('p.location_id', '=', locationId)
      .where('p.taken_at', 'is', null)
      .where('p.created_at', '>', subDays(now, parkedSaleDays))
      .orderBy('p.created_at')
      .orderBy('p.id')
      .execute(),

  one: (id: string): Promise<StoredParkedSale | undefined> =>
    selectParked(tx).where('p.id', '=', id).executeTakeFirst(),

  add: (row: Insertable<ParkedSaleTable>) => tx.insertInto('parked_sales').values(row).execute(),

  /** True for the one caller that got it. */
  async take(id: string, userId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('parked_sales')
      .set({ taken_at: now, taken_by: userId })
      .where('id', '=', id)
      .where('taken_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
});

/** Checked like a sale, but sells and reserves nothing. */
export async function parkSale(
  tx: Tx,
  scope: AccessScope,
  location: AccessibleLocation,
  body: ParkSaleBody,
  now: Date,
): Promise<ParkedSale> {
  const repo = parkedSalesRepo(tx);
  if ((await repo.waiting(location.id, now)).length >= parkedSalesMax)
    throw conflict(`At most ${parkedSalesMax} sales can be parked. Finish or discard some first.`);
  const contactId = body.contactId ?? null;
  if (contactId !== null) await requireCustomer(tx, location, contactId);
  const lines = await priceCart(tx, body, location);
  const { sales_tax_rate } = (await locationRepo(tx).forKeyShare(location.id)) ?? raise(notFound('Location'));
  const { total } = computeTotals(
    lines.map(({ total_cents }) => ({ unitCents: total_cents, quantity: 1 })),
    sales_tax_rate,
  );
  requireInvoiceable(total);
  const sold = new Map(lines.map((line) => [line.item_id, line]));
  const items = body.items.map((item) => {
    const { name, price_cents } = sold.get(item.salesItemId) ?? raise(notFound('Sales item'));
    return { ...item, name, price: fromCents(price_cents) };
  });
  const id = uuid();
  await repo.add({
    id,
    company_id: location.companyId,
    location_id: location.id,
    contact_id: contactId,
    cart: JSON.stringify({ items, discount: body.discount }),
    note: body.note ?? null,
    total_cents: total,
    parked_by: scope.user.userId,
    parked_by_name: scope.actor.name,
    created_at: now,
    taken_at: null,
    taken_by: null,
  });
  const row = (await repo.one(id)) ?? raise(notFound('Parked sale'));
  await log(tx, scope, row, 'location.sale-parked');
  return toParkedSale(row);
}

/** When two tills resume it at once, one gets it. */
export async function resumeSale(
  tx: Tx,
  scope: AccessScope,
  id: string,
  urlOf: UrlOf,
  now: Date,
): Promise<ResumedSale> {
  const row = await takeParked(tx, scope, id, now);
  await log(tx, scope, row, 'location.parked-sale-resumed');
  const contact =
    row.contact_id === null
      ? undefined
      : await findCustomer(tx, { id: row.location_id, companyId: row.company_id }, row.contact_id);
  return {
    parkedSale: toParkedSale(row),
    contact: contact ? toContactSummary(contact, urlOf) : null,
    items: row.cart.items,
    discount: row.cart.discount ?? null,
  };
}

export async function discardSale(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<void> {
  await log(tx, scope, await takeParked(tx, scope, id, now), 'location.parked-sale-discarded');
}

async function takeParked(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<StoredParkedSale> {
  const repo = parkedSalesRepo(tx);
  const row = requireAccess(scope, await repo.one(id), 'Parked sale');
  if (!(await repo.take(id, scope.user.userId, now)))
    throw conflict('This sale has already been resumed or discarded, maybe at another till');
  return row;
}

const findCustomer = (
  tx: Tx,
  { id: locationId, companyId }: Pick<AccessibleLocation, 'id' | 'companyId'>,
  contactId: string,
) =>
  tx
    .selectFrom('contacts as c')
    .select(listColumns('contacts', 'c'))
    .where('c.id', '=', contactId)
    .where('c.company_id', '=', companyId)
    .where(isBuyerAt(locationId))
    .executeTakeFirst();

async function requireCustomer(tx: Tx, location: AccessibleLocation, contactId: string): Promise<void> {
  if (!(await findCustomer(tx, location, contactId))) throw notFound('Contact');
}

async function log(tx: Tx, { actor }: AccessScope, row: StoredParkedSale, action: ActionOf<'location'>): Promise<void> {
  const { name } = (await locationRepo(tx).one(row.location_id)) ?? raise(notFound('Location'));
  const { customer, total, note } = toParkedSale(row);
  await logActivity(tx, actor, {
    companyId: row.company_id,
    action,
    recordId: row.location_id,
    label: name,
    locationId: row.location_id,
    changes: changesBetween(null, { customer, total, note }),
  });
}
