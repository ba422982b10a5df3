import { sql, type Insertable, type Selectable } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, listColumns, type DoorCommandTable } from '#server/platform/database/schema.ts';
import { streamSeconds } from './repo.ts';

export type CommandRow = Selectable<DoorCommandTable> & { readonly device_name: string };

export const commandsRepo = (tx: Tx) => ({
  /** The controller of the door whose stream had the latest beat. */
  async listening(doorId: string, now: Date): Promise<{ id: string; name: string } | undefined> {
    const { rows } = await sql<{ id: string; name: string }>`
      select v.id, v.name
        from device_doors n
        join devices v on v.id = n.device_id and v.revoked_at is null
        join device_streams t on t.device_id = v.id and t.beat_at > ${now}::timestamptz - make_interval(secs => ${streamSeconds})
       where n.door_id = ${doorId}
       order by t.beat_at desc limit 1`.execute(tx);
    return rows[0];
  },

  add: (row: Insertable<DoorCommandTable>) =>
    tx.insertInto('door_commands').values(row).returning(columns.door_commands).executeTakeFirstOrThrow(),

  one: (id: string, doorId: string): Promise<CommandRow | undefined> =>
    tx
      .selectFrom('door_commands as k')
      .innerJoin('devices as v', 'v.id', 'k.device_id')
      .select(listColumns('door_commands', 'k'))
      .select('v.name as device_name')
      .where('k.id', '=', id)
      .where('k.door_id', '=', doorId)
      .executeTakeFirst(),

  /** Commands that the device has not answered and may still carry out, the oldest first. */
  waiting: (deviceId: string, now: Date) =>
    tx
      .selectFrom('door_commands')
      .select(columns.door_commands)
      .where('device_id', '=', deviceId)
      .where('acknowledged_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** False for a command of another device. A second answer changes nothing. */
  async acknowledge(
    id: string,
    deviceId: string,
    { done, message, now }: { readonly done: boolean; readonly message: string | null; readonly now: Date },
  ): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('door_commands')
      .set({
        acknowledged_at: sql<Date>`coalesce(acknowledged_at, ${now})`,
        is_done: sql<boolean>`coalesce(is_done, ${done})`,
        message: sql<string | null>`case when acknowledged_at is null then ${message} else message end`,
      })
      .where('id', '=', id)
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  beat: (row: { readonly id: string; readonly company_id: string; readonly device_id: string }, now: Date) =>
    tx
      .insertInto('device_streams')
      .values({ ...row, beat_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: now }))
      .execute(),

  /** Also ends streams of servers that were killed. */
  endStream: (id: string, deviceId: string, now: Date) =>
    tx
      .deleteFrom('device_streams')
      .where('device_id', '=', deviceId)
      .where((row) =>
        row.or([
          row('id', '=', id),
          row('beat_at', '<', sql<Date>`${now}::timestamptz - make_interval(secs => ${streamSeconds})`),
        ]),
      )
      .execute(),
});
