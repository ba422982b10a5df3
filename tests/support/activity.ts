import type { ActivityEntry } from '#domain/activity/contract.ts';

let made = 0;

/** An entry of the activity log as the API returns it. */
export const createEntry = (change: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: `018f0000-0000-7000-8001-${String((made += 1)).padStart(12, '0')}`,
  at: '2026-01-05T22:04:00.000Z',
  actor: { type: 'user', id: '018f0000-0000-7000-8002-000000000001', name: 'Sam Staff' },
  action: 'contact.updated',
  record: { type: 'contact', id: '018f0000-0000-7000-8002-000000000002', label: 'Casey Jones' },
  locationId: null,
  changes: [],
  requestId: null,
  ...change,
});
