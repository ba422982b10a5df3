import { sql } from 'kysely';
import type { AttentionItem } from '#domain/attention/contract.ts';
import { heardAt } from '#server/modules/devices/index.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** A controller that has not been heard for this long, in minutes. */
const silentMinutes = 5;

interface SilentDoor {
  readonly id: string;
  readonly name: string;
  readonly heard_at: Date;
  readonly on: string;
}

/** The longest silent first. */
export async function findSilentDoors(tx: Tx, locationIds: readonly string[], now: Date): Promise<AttentionItem[]> {
  const { rows } = await sql<SilentDoor>`
    select devices.id, devices.name, s.heard_at, (s.heard_at at time zone l.timezone)::date::text as "on"
      from devices
      join locations l on l.id = devices.location_id
     cross join lateral (select ${heardAt} as heard_at) as s
     where devices.location_id = any (${locationIds}::uuid[]) and devices.kind = 'door' and devices.revoked_at is null and devices.paired_at is not null
       and s.heard_at < ${now}::timestamptz - make_interval(mins => ${silentMinutes})
     order by s.heard_at, devices.id`.execute(tx);
  return rows.map(({ id, name, heard_at, on }) => ({
    kind: 'door_silent',
    device: { id, name, lastSeenAt: heard_at.toISOString() },
    on,
  }));
}
