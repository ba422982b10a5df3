import { test } from 'vitest';
import { payingServer } from '#tests/support/payingGym.ts';
import { reconciledBooks } from '#tests/support/trials/books.ts';

const { stripe, server } = await payingServer();

test.each([
  [['Pacific/Kiritimati', 'Pacific/Pago_Pago'], '2026-12-29'],
  [['Pacific/Pago_Pago', 'Pacific/Kiritimati'], '2028-02-27'],
  // Midnight is skipped there, and repeated at the second.
  [['Asia/Beirut', 'America/Santiago'], '2026-03-26'],
  [['Atlantic/Azores', 'Australia/Lord_Howe'], '2026-10-23'],
  // A day without its last hour, and rules that Node and the bundled database had not in common when this was written.
  [['America/Nuuk', 'Africa/Casablanca'], '2026-03-26'],
  [['America/Edmonton', 'Africa/Casablanca'], '2026-11-26'],
] as const)(
  'card money at the edges of days at %s from %s on, booked up to an hour after Stripe has it: each night, all of them and the accountant’s file agree with Stripe to the cent, payouts and fees too',
  (zones, from) =>
    reconciledBooks({
      server,
      stripe,
      days: 6,
      seed: `${zones[0]} ${from}`,
      zones,
      from,
      times: ['00:00:00.000', '03:00:00.000', '22:59:59.500', '23:59:58.900', '23:59:59.999'],
      spreadMs: 900,
      lateMs: 3_600_000,
    }),
  120_000,
);
