import { test } from 'vitest';
import { randomHistories } from '#tests/support/trials/histories.ts';

// Fewer and shorter than in tests/long, where 10,000 are replayed.

test.each([
  // From a leap day and a 31st on, where the day is another than in UTC for most of the day.
  ['Pacific/Kiritimati', '2028-01-17', 1],
  ['Pacific/Pago_Pago', '2027-01-17', 2],
])(
  '40 random histories of renewing by card and manually, failing, paying late and in part, freezing, changing, canceling, undoing, buying and refunding in %s from %s on, at the edges of days, agree with a second model',
  (timezone, from, seed) => randomHistories({ members: 40, days: 45, timezone, seed, from }),
  120_000,
);
