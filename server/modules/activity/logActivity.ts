import { v7 as uuid } from 'uuid';
import type { ActivityChange, RecordType } from '#domain/activity/contract.ts';
import type { ActivityAction } from '#domain/activity/sentences.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { recordEvents } from '#server/modules/events/index.ts';
import { changesBetween } from './activityChanges.ts';
import type { Actor } from '#server/platform/http/actors.ts';

export interface Activity {
  readonly companyId: string;
  /** The kind of record and what was done to it: `contact.updated`. */
  readonly action: ActivityAction;
  readonly recordId: string;
  /** The name by which people know the record. */
  readonly label: string;
  /** The record's location; null if it belongs to the whole company. */
  readonly locationId: string | null;
  readonly changes?: readonly ActivityChange[];
}

/** A record that is added, changed and deleted as a whole. */
export interface LoggedKind<R> {
  readonly type: 'contact' | 'membership' | 'sales-item' | 'agreement' | 'location' | 'company' | 'door';
  readonly label: (row: R) => string;
  readonly locationId: (row: R) => string | null;
  /** The fields to compare, with the names of the contract. */
  readonly fields: (row: R) => Readonly<Record<string, unknown>>;
}

/**
 * Writes entries of the activity log and their events, in the transaction that changed the records. The transaction's scope must
 * include the entries' company.
 */
export async function logActivity(tx: Tx, actor: Actor, ...activities: readonly Activity[]): Promise<void> {
  if (activities.length === 0) return;
  await tx.insertInto('activity').values(activityRows(actor, activities)).execute();
  await recordEvents(tx, activities);
}

/** The entries as rows, for a statement that also writes the record. Its events are recorded after it, with `recordEvents`. */
export const activityRows = (actor: Actor, activities: readonly Activity[]) =>
  activities.map(({ companyId, action, recordId, label, locationId, changes = [] }) => ({
    id: uuid(),
    company_id: companyId,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    record_type: action.slice(0, action.indexOf('.')) as RecordType,
    record_id: recordId,
    record_label: label,
    location_id: locationId,
    changes: JSON.stringify(changes),
    request_id: actor.requestId,
  }));

/** Logs that a record was created (without `before`), deleted (without `after`) or updated. Logs nothing if nothing changed. */
export async function logRecord<R extends { id: string; company_id: string }>(
  tx: Tx,
  actor: Actor,
  kind: LoggedKind<R>,
  { before, after }: { before?: R; after?: R },
): Promise<void> {
  const row = after ?? before;
  const changes = changesBetween(before ? kind.fields(before) : null, after ? kind.fields(after) : null);
  if (!row || (before && after && changes.length === 0)) return;
  const verb = !before ? 'created' : !after ? 'deleted' : 'updated';
  const record = {
    companyId: row.company_id,
    recordId: row.id,
    label: kind.label(row),
    locationId: kind.locationId(row),
  };
  await logActivity(tx, actor, { ...record, action: `${kind.type}.${verb}`, changes });
}
