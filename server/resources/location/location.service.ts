import type { Updateable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { LocationCreateBody, LocationUpdateBody } from '#domain/contract/location.ts';
import type { Tx } from '#server/db/database.ts';
import type { LocationTable } from '#server/db/schema.ts';
import { changedMeanwhile, mustStay } from '#server/http/editing.ts';
import { conflict, notFound, raise } from '#server/http/problem.ts';
import type { Reach } from '#server/http/reach.ts';
import { addressChange } from '#server/resources/company/addressChange.ts';
import { locationRepo } from './location.repo.ts';

/** A new location of the company named, else of the only one its maker is admin of. */
export const addLocation = (tx: Tx, reach: Reach, body: LocationCreateBody) =>
  locationRepo(tx).add({
    ...columnsOf(body),
    id: uuid(),
    company_id: body.companyId ? reach.inCompany(body.companyId) : reach.onlyCompany(),
    name: body.name,
    sales_tax_rate: body.salesTaxRate ?? 0,
    archived_at: null,
  });

/** What the body names and nothing else. */
export async function changeLocation(tx: Tx, reach: Reach, id: string, body: LocationUpdateBody) {
  const location = reach.at(id);
  mustStay('companyId', body.companyId, location.companyId, 'A location cannot be moved to another company');
  return (await locationRepo(tx).change(location.id, columnsOf(body), body.updatedAt)) ?? raise(changedMeanwhile());
}

/** Gone from lists; its name stays on invoices. Not while contacts call it home. */
export async function deleteLocation(tx: Tx, reach: Reach, id: string): Promise<void> {
  const location = reach.at(id);
  const repo = locationRepo(tx);
  if (!(await repo.hold(location.id))) throw notFound('Location');
  if (await repo.isHomeOfSomebody(id)) throw conflict('This location is still the home location of contacts');
  await repo.archive(id);
}

const columnsOf = (body: Omit<LocationUpdateBody, 'updatedAt'>): Updateable<LocationTable> => ({
  ...addressChange(body),
  ...(body.timezone !== undefined && { timezone: body.timezone }),
  ...(body.salesTaxRate !== undefined && { sales_tax_rate: body.salesTaxRate }),
});
