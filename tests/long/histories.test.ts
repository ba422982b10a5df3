import { test } from 'vitest';
import { timeZones } from '#domain/shared/timeZones.ts';
import { householdHistories } from '#tests/support/trials/householdHistories.ts';
import { randomHistories } from '#tests/support/trials/histories.ts';

const farZones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const zones = [...farZones, ...timeZones];
const runs = Array.from({ length: 100 }, (_, run) => [zones[run % zones.length] ?? 'UTC', 1_000 + run] as const);

test.each(runs)(
  '100 of 10,000 random histories over 14 months agree with a second model, in %s with seed %i',
  (timezone, seed) => randomHistories({ members: 100, days: 425, timezone, seed }),
);

test.each(runs.slice(0, 30))(
  'random histories of 60 members in households over 8 months agree with a second model, in %s with seed %i',
  (timezone, seed) => householdHistories({ members: 60, days: 240, timezone, seed }),
);
