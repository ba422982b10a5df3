import { expect, test } from 'vitest';
import { malformed } from '#tests/support/trials/malformed.ts';

test('600 malformed requests, generated from the contract for every route, get no 5xx and always a message', async () => {
  const { seen } = await malformed(600, 20_260_315);
  const refused = Object.entries(seen).reduce((sum, [status, times]) => (Number(status) >= 400 ? sum + times : sum), 0);
  expect(refused).toBeGreaterThan(100);
  // Some are well-formed, or nothing behind the validation would have been reached.
  expect(seen[200]).toBeGreaterThan(20);
}, 300_000);
