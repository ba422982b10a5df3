import type { Selectable, Insertable, Updateable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Fee, FeeCreateBody, FeeUpdateBody } from '#domain/locations/feesContract.ts';
import { changesOfPart, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { type LocationFeeTable, columns } from '#server/platform/database/schema.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { requireUnchangedSince, nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { locationRepo, toFee } from './repo.ts';

export async function addFee(tx: Tx, scope: AccessScope, locationId: string, body: FeeCreateBody): Promise<Fee> {
  const { id, companyId } = scope.requireLocation(locationId);
  const { name, description = '', type, amount, isActive } = body;
  const row = {
    id: uuid(),
    company_id: companyId,
    location_id: id,
    name,
    description,
    type,
    amount,
    is_active: isActive,
  };
  const after = await locationFeesRepo(tx).add(row);
  await logFee(tx, scope, id, 'location.fee-created', { after });
  return toFee(after);
}

export async function changeFee(
  tx: Tx,
  scope: AccessScope,
  locationId: string,
  feeId: string,
  body: FeeUpdateBody,
): Promise<Fee> {
  const before = await lockFee(tx, scope, locationId, feeId);
  requireUnchangedSince(body.updatedAt, before);
  const { name, description, type, amount, isActive } = body;
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(type !== undefined && { type }),
    ...(amount !== undefined && { amount }),
    ...(isActive !== undefined && { is_active: isActive }),
  };
  const after = await locationFeesRepo(tx).change(feeId, change);
  await logFee(tx, scope, locationId, 'location.fee-updated', { before, after });
  return toFee(after);
}

export async function deleteFee(tx: Tx, scope: AccessScope, locationId: string, feeId: string): Promise<void> {
  const before = await lockFee(tx, scope, locationId, feeId);
  await locationFeesRepo(tx).remove(feeId);
  await logFee(tx, scope, locationId, 'location.fee-deleted', { before });
}

type FeeRow = Selectable<LocationFeeTable>;

async function lockFee(tx: Tx, scope: AccessScope, locationId: string, feeId: string): Promise<FeeRow> {
  const location = scope.requireLocation(locationId);
  return (await locationFeesRepo(tx).forNoKeyUpdate(feeId, location.id)) ?? raise(notFound('Fee'));
}

type Action = 'location.fee-created' | 'location.fee-updated' | 'location.fee-deleted';

async function logFee(
  tx: Tx,
  { actor }: AccessScope,
  locationId: string,
  action: Action,
  { before, after }: { before?: FeeRow; after?: FeeRow },
) {
  const location = (await locationRepo(tx).one(locationId)) ?? raise(notFound('Location'));
  const changes = changesOfPart('fee', before ? toPart(before) : null, after ? toPart(after) : null);
  await logActivity(tx, actor, {
    companyId: location.company_id,
    action,
    recordId: location.id,
    label: location.name,
    locationId,
    changes,
  });
}

function toPart(row: FeeRow) {
  const { updatedAt: _updatedAt, ...part } = toFee(row);
  return part;
}

const locationFeesRepo = (tx: Tx) => ({
  add: (row: Insertable<LocationFeeTable>) =>
    tx.insertInto('location_fees').values(row).returning(columns.location_fees).executeTakeFirstOrThrow(),

  /** Undefined when the location does not have this fee. */
  forNoKeyUpdate: (id: string, locationId: string) =>
    tx
      .selectFrom('location_fees')
      .select(columns.location_fees)
      .where('id', '=', id)
      .where('location_id', '=', locationId)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  change: (id: string, change: Updateable<LocationFeeTable>) =>
    tx
      .updateTable('location_fees')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .returning(columns.location_fees)
      .executeTakeFirstOrThrow(),

  /** Invoices keep their own copy of what they charged. */
  remove: (id: string) => tx.deleteFrom('location_fees').where('id', '=', id).execute(),
});
