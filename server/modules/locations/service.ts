import type { Updateable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { LocationCreateBody, LocationUpdateBody } from '#domain/locations/contract.ts';
import { logRecord } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { LocationTable } from '#server/platform/database/schema.ts';
import { editConflict, requireUnchanged } from '#server/platform/http/optimisticLock.ts';
import { conflict, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { addressChange } from '#server/platform/database/addressColumns.ts';
import { locationRepo, loggedLocation, requireKnownTimeZone, type LocationUses } from './repo.ts';

/** The default is the caller's only company. */
export async function addLocation(tx: Tx, scope: AccessScope, body: LocationCreateBody) {
  await requireKnownTimeZone(tx, 'timezone', body.timezone);
  const id = uuid();
  const { invoicePrefix, ...rest } = body;
  const inserted = await locationRepo(tx).add({
    ...toColumns(rest),
    id,
    company_id: body.companyId ? scope.requireCompany(body.companyId) : scope.onlyCompany(),
    name: body.name,
    sales_tax_rate: body.salesTaxRate ?? 0,
    archived_at: null,
  });
  const added = invoicePrefix ? await withPrefix(tx, inserted.id, invoicePrefix) : inserted;
  await logRecord(tx, scope.actor, loggedLocation, { after: added });
  return added;
}

export async function changeLocation(tx: Tx, scope: AccessScope, id: string, body: LocationUpdateBody) {
  const location = scope.requireLocation(id);
  await requireKnownTimeZone(tx, 'timezone', body.timezone);
  requireUnchanged('companyId', body.companyId, location.companyId, 'A location cannot be moved to another company');
  const before = (await locationRepo(tx).forNoKeyUpdate(location.id)) ?? raise(notFound('Location'));
  if (body.invoicePrefix !== before.invoice_prefix) await requireFreePrefix(tx, location.id, body.invoicePrefix);
  const after = (await locationRepo(tx).change(location.id, toColumns(body), body.updatedAt)) ?? raise(editConflict());
  await logRecord(tx, scope.actor, loggedLocation, { before, after });
  return after;
}

const prefixTaken = 'Another location of the company has, or had, this prefix';

async function requireFreePrefix(tx: Tx, locationId: string, prefix: string | null | undefined): Promise<void> {
  if (prefix && (await locationRepo(tx).isPrefixTaken(locationId, prefix)))
    throw conflict(prefixTaken, { invoicePrefix: prefixTaken });
}

async function withPrefix(tx: Tx, id: string, invoicePrefix: string) {
  await requireFreePrefix(tx, id, invoicePrefix);
  return (await locationRepo(tx).change(id, toColumns({ invoicePrefix }), undefined)) ?? raise(notFound('Location'));
}

/** Its history stays in every total. Refused while it is the home of contacts or anything there is not settled. */
export async function deleteLocation(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<void> {
  const location = scope.requireLocation(id);
  const repo = locationRepo(tx);
  const before = (await repo.forUpdate(location.id)) ?? raise(notFound('Location'));
  const uses = await repo.uses(id, now);
  const reasons = reasonsToKeep(uses);
  if (reasons.length > 0) throw new Problem(409, reasons.join(' '), { body: { ...uses } });
  await repo.archive(id);
  await logRecord(tx, scope.actor, loggedLocation, { before });
}

const reasonsToKeep = ({ contacts, drawers, invoices, parkedSales }: LocationUses): string[] => [
  ...(contacts > 0
    ? [
        `This location is the home location of ${contacts === 1 ? '1 contact' : `${contacts} contacts`}. Give them another one first.`,
      ]
    : []),
  ...(drawers > 0 ? ['Its cash drawer is open. Count and close it first.'] : []),
  ...(invoices > 0
    ? [
        `${invoices === 1 ? '1 invoice is' : `${invoices} invoices are`} open here. Collect, void or write off what is due first.`,
      ]
    : []),
  ...(parkedSales > 0
    ? [
        `${parkedSales === 1 ? '1 sale is' : `${parkedSales} sales are`} parked here. Finish or discard what is parked first.`,
      ]
    : []),
];

const toColumns = (body: Omit<LocationUpdateBody, 'updatedAt'>): Updateable<LocationTable> => ({
  ...addressChange(body),
  ...(body.timezone !== undefined && { timezone: body.timezone }),
  ...(body.salesTaxRate !== undefined && { sales_tax_rate: body.salesTaxRate }),
  ...(body.invoicePrefix !== undefined && { invoice_prefix: body.invoicePrefix }),
  ...(body.cashRounding !== undefined && { cash_rounding_cents: body.cashRounding }),
});
