import { sql } from 'kysely';
import type { AttentionItem } from '#domain/attention/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** A controller that has not been heard for this long, in minutes. */
const silentMinutes = 5;

interface SilentDoor {
  readonly id: string;
  readonly name: string;
  readonly seen_at: Date;
  readonly on: string;
}

/** The longest silent first. */
export async function silentDoors(tx: Tx, locationIds: readonly string[], now: Date): Promise<AttentionItem[]> {
  const { rows } = await sql<SilentDoor>`
    select v.id, v.name, s.seen_at, (s.seen_at at time zone l.timezone)::date::text as "on"
      from devices v
      join locations l on l.id = v.location_id
     cross join lateral (
       select greatest(v.last_seen_at, (select max(t.beat_at) from device_streams t where t.device_id = v.id)) as seen_at) as s
     where v.location_id = any (${locationIds}::uuid[]) and v.kind = 'door' and v.revoked_at is null and v.paired_at is not null
       and s.seen_at < ${now}::timestamptz - make_interval(mins => ${silentMinutes})
     order by s.seen_at, v.id`.execute(tx);
  return rows.map(({ id, name, seen_at, on }) => ({
    kind: 'door_silent',
    device: { id, name, lastSeenAt: seen_at.toISOString() },
    on,
  }));
}
