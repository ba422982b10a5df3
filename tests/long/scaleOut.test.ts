import { execFileSync } from 'node:child_process';
import { beforeAll, test } from 'vitest';
import { killedBehindBalancer } from '#tests/support/trials/killedBehindBalancer.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('two Spotters behind a balancer, now one and now the other killed in a stream of sales, 10 times: every sale happens once', () =>
  killedBehindBalancer(10));
