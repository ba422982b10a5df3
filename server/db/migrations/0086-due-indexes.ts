import type { NewIndex } from '../buildIndex.ts';

/** For finding the background jobs' work in all companies. */
export const dueIndexes: readonly NewIndex[] = [
  { name: 'renewals_attempts', on: 'renewals (next_attempt_on) where next_attempt_on is not null' },
  { name: 'webhook_events_age', on: 'webhook_events (received_at)' },
  { name: 'tallies_spread', on: 'tallies (company_id) where shard <> 0' },
];
