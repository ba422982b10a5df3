import { execFileSync } from 'node:child_process';
import { beforeAll, test } from 'vitest';
import { movingIn } from '#tests/support/trials/movingIn.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('20,000 rows with 5,000 memberships: half of them wrong, killed in the middle, twice at once; others are served meanwhile', () => movingIn(20_000));
