import { execFileSync } from 'node:child_process';
import { beforeAll, test } from 'vitest';
import { killedBehindBalancer } from '#tests/support/trials/killedBehindBalancer.ts';
import { toldByBoth } from '#tests/support/trials/toldByBoth.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('two Spotters behind a balancer, now one and now the other killed in a stream of sales, 10 times: every sale happens once', () =>
  killedBehindBalancer(10));

test('a check-in made at one Spotter is told by the other as well, and by both again after one was killed', () => toldByBoth(20));
