import { sql, type Insertable } from 'kysely';
import type { Device } from '#domain/devices/contract.ts';
import type { Activity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  columns,
  type DevicePairingTable,
  type DeviceRow,
  type DeviceTable,
} from '#server/platform/database/schema.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';

/** `door_ids` are the doors that it reads for and opens, `heard_at` is when it was last heard of. */
export type DeviceWithDoors = DeviceRow & { readonly door_ids: string[]; readonly heard_at: Date | null };
const doorIds = sql<
  string[]
>`array(select d.door_id from device_doors d where d.device_id = devices.id order by d.door_id)`.as('door_ids');

/** Its last request, or the last beat of its stream, which is one request for hours. */
export const heardAt = sql<Date | null>`greatest(devices.last_seen_at,
  (select max(t.beat_at) from device_streams t where t.device_id = devices.id))`;
const added = [doorIds, heardAt.as('heard_at')] as const;

export const devicesRepo = (tx: Tx) => {
  const live = () => tx.selectFrom('devices').select(columns.devices).select(added).where('revoked_at', 'is', null);

  return {
    of: (locationIds: readonly string[]): Promise<DeviceWithDoors[]> =>
      live()
        .where(sql<boolean>`location_id = any (${locationIds}::uuid[])`)
        .orderBy('name')
        .orderBy('id')
        .execute(),

    one: (id: string): Promise<DeviceWithDoors | undefined> => live().where('id', '=', id).executeTakeFirst(),

    lock: (id: string): Promise<DeviceWithDoors | undefined> =>
      live().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

    insert: (row: Insertable<DeviceTable>): Promise<DeviceWithDoors> =>
      tx.insertInto('devices').values(row).returning(columns.devices).returning(added).executeTakeFirstOrThrow(),

    /** The caller holds the device's lock. */
    update: (id: string, change: Partial<Insertable<DeviceTable>>): Promise<DeviceWithDoors> =>
      tx
        .updateTable('devices')
        .set(change)
        .where('id', '=', id)
        .returning(columns.devices)
        .returning(added)
        .executeTakeFirstOrThrow(),

    /** Its code before this one ends. */
    putPairing: (row: Insertable<DevicePairingTable>) =>
      tx
        .insertInto('device_pairings')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('device_id').doUpdateSet((eb) => ({
            code_hash: eb.ref('excluded.code_hash'),
            created_at: eb.ref('excluded.created_at'),
            expires_at: eb.ref('excluded.expires_at'),
          })),
        )
        .execute(),

    /** False when it was used or replaced in the meantime. */
    async takePairing(codeHash: Buffer): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('device_pairings')
        .where('code_hash', '=', codeHash)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    endPairing: (deviceId: string) => tx.deleteFrom('device_pairings').where('device_id', '=', deviceId).execute(),

    /** Two that count at once wait for each other. */
    async count(locationId: string): Promise<number> {
      await lockUntilCommit(tx, `devices ${locationId}`);
      const { total } = await tx
        .selectFrom('devices')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('location_id', '=', locationId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
};

export const loggedDevice = (device: DeviceRow): Omit<Activity, 'action'> => ({
  companyId: device.company_id,
  recordId: device.id,
  label: device.name,
  locationId: device.location_id,
});

export const toDevice = (row: DeviceWithDoors): Device => ({
  id: row.id,
  companyId: row.company_id,
  locationId: row.location_id,
  name: row.name,
  kind: row.kind,
  doorIds: row.door_ids,
  hardware: row.hardware,
  version: row.version,
  pairedAt: row.paired_at?.toISOString() ?? null,
  lastSeenAt: row.heard_at?.toISOString() ?? null,
  listFetchedAt: row.list_fetched_at?.toISOString() ?? null,
  listHours: row.list_hours,
  createdAt: row.created_at.toISOString(),
});
