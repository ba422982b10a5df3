import { createHash } from 'node:crypto';
import { at, seeded } from './random.ts';
import type { Demo } from './rows.ts';
import { minutesBefore } from './time.ts';

const day = 24 * 60;

/** At each location a door, a tablet at the entrance, and a door controller. Nobody has their tokens: none was ever made. */
export function seedDevices({ rows, places, now }: Demo): void {
  for (const place of places) {
    const random = seeded(`devices of ${place.key}`);
    const pairedAt = minutesBefore(now, 40 * day);
    const scope = { company_id: place.companyId, location_id: place.id };
    const door = { id: random.id(pairedAt), name: 'Main Entrance' };
    rows.doors.push({ ...scope, ...door, created_at: pairedAt, updated_at: pairedAt });
    const devices = [
      { name: 'Tablet at the entrance', kind: 'kiosk' as const, hardware: null, version: null },
      { name: 'Entrance controller', kind: 'door' as const, hardware: 'Demo controller', version: '1.0' },
    ];
    for (const device of devices) {
      const id = random.id(pairedAt);
      rows.devices.push({
        ...scope,
        ...device,
        id,
        token_hash: createHash('sha256').update(id).digest(),
        // Pairing makes its list key.
        list_key_sealed: '',
        created_by: at(place.staff, 0),
        created_at: pairedAt,
        paired_at: pairedAt,
        last_seen_at: minutesBefore(now, 1),
        list_fetched_at: device.kind === 'door' ? minutesBefore(now, 4) : null,
      });
      if (device.kind === 'door')
        rows.device_doors.push({ company_id: place.companyId, device_id: id, door_id: door.id });
    }
  }
}
