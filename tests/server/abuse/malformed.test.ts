import { expect, test } from 'vitest';
import { malformed } from '#tests/support/trials/malformed.ts';

// Every sixtieth of them costs a hashed password, which takes seconds on a machine that has other things to do.
const patience = 120_000;

test('1,500 malformed requests, drawn from the contract over every route, answer with no 5xx and always a message', async () => {
  const { seen } = await malformed(1_500, 20_260_315);
  const refused = Object.entries(seen).reduce((sum, [status, times]) => (Number(status) >= 400 ? sum + times : sum), 0);
  expect(refused).toBeGreaterThan(750);
  // Some are well-formed, or nothing behind the validation would have been reached.
  expect(seen[200]).toBeGreaterThan(100);
}, patience);
