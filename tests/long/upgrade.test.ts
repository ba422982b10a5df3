import { execFileSync } from 'node:child_process';
import { beforeAll, test } from 'vitest';
import { firstServer, upgradedFrom, upgradedUnderLoad } from '#tests/support/trials/upgrade.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('the previous release serves sales and lists while this build migrates its database and starts: no 5xx, no error line, no sale lost', () =>
  upgradedUnderLoad());

test('the populated database of the first server migrates: no row is lost, and every list answers', () => upgradedFrom(firstServer));
