import { z } from 'zod';
import { queryNumber } from '#domain/shared/contract.ts';
import { requiredId } from '#domain/shared/fields.ts';

export const memberHistoryQuery = z.object({
  locationId: requiredId('Location is required'),
  days: queryNumber(1, 31, 7),
});

/** One number a day by the location's own clock, oldest first, today last. */
export const memberHistoryResponse = z
  .object({ days: z.array(z.object({ date: z.iso.date(), members: z.int() })) })
  .meta({ id: 'MemberHistory' });
export type MemberHistoryResponse = z.output<typeof memberHistoryResponse>;
export type MemberHistory = MemberHistoryResponse['days'];
