import { test } from 'vitest';
import { malformed } from '#tests/support/trials/malformed.ts';

test('35,000 malformed requests, drawn from the contract over every route, answer with no 5xx and always a message', async () => {
  console.log('answers by status', await malformed(35_000));
});
