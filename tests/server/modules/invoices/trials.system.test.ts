import { test } from 'vitest';
import { randomCarts } from '#tests/support/trials/carts.ts';
import { randomPreviews } from '#tests/support/trials/previews.ts';
import { lostResponses } from '#tests/support/trials/lostResponses.ts';

// Smaller than in tests/long, where the full counts are.

test('every second answer lost: each sale retried with its key is one invoice', () => lostResponses(6));

test(
  'totals of random carts equal an integer oracle in invoice and screen, on exact half cents too',
  () => randomCarts(100),
  60_000,
);

test('totals of random plans with fees and charges equal it in preview and screen', () => randomPreviews(200), 60_000);
