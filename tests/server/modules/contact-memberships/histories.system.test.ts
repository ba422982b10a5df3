import { test } from 'vitest';
import { randomHistories } from '#tests/support/trials/histories.ts';

// Fewer and shorter than in tests/long, where 10,000 are replayed.

test.each([
  ['America/Denver', 1],
  ['Australia/Sydney', 2],
])(
  '40 random histories of renewing by card and manually, failing, paying late and in part, freezing, changing, canceling, undoing, buying and refunding in %s agree with a second model',
  (timezone, seed) => randomHistories({ members: 40, days: 45, timezone, seed }),
  120_000,
);
