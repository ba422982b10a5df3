import { z } from 'zod';
import { countedCash, drawerStatuses, isDenomination } from './cashDrawer.ts';
import { lineItemTypes } from '#domain/invoices/invoiceDescription.ts';
import { cashCountMax, invoiceTotalMaxCents, lineMaxLength } from '#domain/shared/limits.ts';
import { amountUnclear, formatCents, fromCents, toCents } from '#domain/shared/money.ts';
import { paymentMethods } from '#domain/invoices/paymentMethods.ts';
import {
  id,
  money,
  pageQuery,
  pagination,
  queryId,
  queryIds,
  queryOptional,
  timestamp,
} from '#domain/shared/contract.ts';
import { dollars, optionalText, requiredId, requiredText } from '#domain/shared/fields.ts';

const by = z.object({ id, name: z.string() });
const total = z.object({ count: z.int(), amount: money });

/** The money that moved through a drawer, and the count. The last five fields are null until it is closed. */
const drawerFields = {
  id,
  locationId: id,
  /** Counts per location from 1. */
  number: z.int(),
  status: z.enum(drawerStatuses),
  float: money,
  /** The amount that the previous close counted; null for the first drawer of a location. */
  lastCounted: money.nullable(),
  /** The float less that amount. */
  openingDifference: money.nullable(),
  openedAt: timestamp,
  openedBy: by,
  cashSales: money,
  cashRefunds: money,
  cashIn: money,
  cashOut: money,
  /** Float, cash sales and cash in, less cash refunds and cash out. */
  expected: money,
  counted: money.nullable(),
  /** Counted less expected: positive is over, negative is short. */
  difference: money.nullable(),
  note: z.string().nullable(),
  closedAt: timestamp.nullable(),
  closedBy: by.nullable(),
};

const listedDrawer = z.object(drawerFields).meta({ id: 'ListedDrawer' });
export type ListedDrawer = z.output<typeof listedDrawer>;

const movementTypes = ['in', 'out'] as const;
export type MovementType = (typeof movementTypes)[number];
const drawerMovement = z
  .object({ id, type: z.enum(movementTypes), amount: money, reason: z.string(), at: timestamp, by })
  .meta({ id: 'DrawerMovement' });

/** A drawer with its report since the previous close: the X report while it is open, the stored Z report afterwards. */
const drawer = z
  .object({
    ...drawerFields,
    /** How many of each bill and coin, by its value in dollars. */
    counts: z.record(z.string(), z.int()).nullable(),
    movements: z.array(drawerMovement),
    /** The start of the figures below: the previous close, or the opening of the location's first drawer. */
    reportFrom: timestamp,
    /** Money in and money refunded. `name` is that of the method. */
    byMethod: z.array(
      z.object({ method: z.enum(paymentMethods), name: z.string(), count: z.int(), amount: money, refunded: money }),
    ),
    /** Counts every sale, paid or not. */
    byTaxRate: z.array(z.object({ rate: z.number(), count: z.int(), net: money, tax: money, gross: money })),
    byCategory: z.array(z.object({ category: z.enum(lineItemTypes), quantity: z.int(), net: money })),
    /** Nobody sold a renewal. Reports of drawers that were closed before it was added have no `staffId`. */
    byStaff: z.array(z.object({ staffId: id.nullable().optional(), name: z.string(), count: z.int(), gross: money })),
    cashRounding: money,
    voids: total,
    refunds: total,
  })
  .meta({ id: 'Drawer' });
export type Drawer = z.output<typeof drawer>;

export const drawerListQuery = z.object({
  ids: queryIds,
  locationId: queryId,
  status: queryOptional(z.enum(drawerStatuses)),
  ...pageQuery,
});
export type DrawerListQuery = z.output<typeof drawerListQuery>;

/** Newest first. `lastCounted` is what the last close at the location counted; null without one, and without a location. */
export const drawerPage = z
  .object({ drawers: z.array(listedDrawer), pagination, lastCounted: money.nullable() })
  .meta({ id: 'DrawerPage' });
export type DrawerPage = z.output<typeof drawerPage>;

export const drawerResponse = z.object({ drawer }).meta({ id: 'DrawerResponse' });
export type DrawerResponse = z.output<typeof drawerResponse>;

const cashMax = fromCents(invoiceTotalMaxCents);
const cash = (message: string) => dollars(message, cashMax, amountUnclear);

const floatMessage = 'Starting cash must be 0 or more';
export const openDrawerBody = z
  .strictObject({ locationId: requiredId('Location is required'), float: cash(floatMessage) })
  .meta({ id: 'OpenDrawer' });
export type OpenDrawerBody = z.output<typeof openDrawerBody>;

const amountMessage = 'Amount must be more than 0';
export const drawerMovementBody = z
  .strictObject({
    type: z.enum(movementTypes, 'Choose whether cash comes in or goes out'),
    amount: cash(amountMessage).refine((amount) => amount > 0, amountMessage),
    reason: requiredText('Reason is required', lineMaxLength),
  })
  .meta({ id: 'DrawerMovementBody' });
export type DrawerMovementBody = z.output<typeof drawerMovementBody>;

const countMessage = 'A count must be a whole number';
/** The count as one sum, or by bills and coins, which must add up to the sum. */
export const closeDrawerBody = z
  .strictObject({
    counted: cash('Enter the counted amount'),
    counts: z
      .record(
        z.string().refine(isDenomination, 'Unknown bill or coin'),
        z
          .int(countMessage)
          .min(0, countMessage)
          .max(cashCountMax, `Must be at most ${cashCountMax.toLocaleString('en-US')}`),
      )
      .optional(),
    note: optionalText(500),
  })
  .check(({ value: { counted, counts }, issues }) => {
    if (!counts || !Object.keys(counts).every(isDenomination) || countedCash(counts) === toCents(counted)) return;
    const message = `The bills and coins come to ${formatCents(countedCash(counts))}, not ${formatCents(toCents(counted))}`;
    issues.push({ code: 'custom', input: counted, path: ['counted'], message });
  })
  .meta({ id: 'CloseDrawer' });
export type CloseDrawerBody = z.output<typeof closeDrawerBody>;
