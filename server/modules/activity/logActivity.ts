import { v7 as uuid } from 'uuid';
import type { ActivityChange, RecordType } from '#domain/activity/contract.ts';
import type { ActivityAction } from '#domain/activity/sentences.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { recordEvents } from '#server/modules/events/index.ts';
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

type Wire = Readonly<Record<string, unknown>>;
type NamedPart = Wire & { readonly name: string };

/** Fields that every record has and nobody edits. */
const unlogged = new Set(['id', 'companyId', 'createdAt', 'updatedAt']);
/** The log says that these changed, without their values. */
const hidden = /password|secret|token|hash|sealed/i;

/**
 * The fields that a change of a record affects, with the names of its contract. Null stands for a record that does not exist
 * before or after; fields that are empty on the other side are left out.
 */
export function changesBetween(before: Wire | null, after: Wire | null): ActivityChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].flatMap((field): ActivityChange[] => {
    const [old, current] = [toLoggedValue(before?.[field]), toLoggedValue(after?.[field])];
    if (unlogged.has(field) || JSON.stringify(old) === JSON.stringify(current)) return [];
    return [hidden.test(field) ? { field, before: null, after: null } : { field, before: old, after: current }];
  });
}

/** The same for a part of a record, such as a fee of a location. The part's name always comes first, even when it is unchanged. */
export const changesOfPart = (field: string, before: NamedPart | null, after: NamedPart | null): ActivityChange[] => [
  { field, before: before?.name ?? null, after: after?.name ?? null },
  ...changesBetween(before, after).filter((change) => change.field !== 'name'),
];

function toLoggedValue(value: unknown): ActivityChange['before'] {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
  return JSON.stringify(value);
}
