import { z } from 'zod';
import { perMethod } from '#domain/invoices/paymentMethods.ts';
import { money } from '#domain/shared/contract.ts';
import { requiredId } from '#domain/shared/fields.ts';

export const todayQuery = z.object({ locationId: requiredId('Location is required') });

/**
 * A location's day so far, in its time zone. The usual value is the mean of the same weekday in the last four weeks, up to the
 * same time of day; null without such a day to compare with.
 */
const todayFigures = z
  .object({
    date: z.iso.date(),
    /** The current hour of the day, from 0. */
    hour: z.int(),
    moneyIn: money,
    usualMoneyIn: money.nullable(),
    ...perMethod(() => money),
    moneyRefunded: money,
    toCollect: money,
    /** Invoices with an amount due. */
    invoices: z.int(),
    /** People whose membership ends within 7 days and is not renewed. */
    endingSoon: z.int(),
    granted: z.int(),
    usualGranted: z.number().nullable(),
    /** Granted check-ins of each hour from midnight. The usual ones are of whole hours, including those still to come. */
    hours: z.array(z.object({ granted: z.int(), usual: z.number().nullable() })),
  })
  .meta({ id: 'TodayFigures' });
export type TodayFigures = z.output<typeof todayFigures>;

export const todayResponse = z.object({ today: todayFigures }).meta({ id: 'TodayFiguresResponse' });
export type TodayResponse = z.output<typeof todayResponse>;
