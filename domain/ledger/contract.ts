import { z } from 'zod';
import { actorTypes } from '#domain/activity/contract.ts';
import { lineItemTypes } from '#domain/invoices/invoiceDescription.ts';
import {
  id,
  moment,
  money,
  pageQuery,
  pagination,
  queryId,
  queryIds,
  queryOptional,
  timestamp,
} from '#domain/shared/contract.ts';
import { queryDay } from '#domain/shared/fields.ts';
import { lineMaxLength } from '#domain/shared/limits.ts';
import { ledgerAccounts, postingKinds } from './accounts.ts';

/** One or several of these, separated by commas. */
const queryList = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  queryOptional(
    z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(values, message))),
  );

const queryIdOrNone = queryOptional(z.union([z.literal('none'), z.uuid()], 'Must be an id, or none'));
const queryDrawer = queryOptional(z.union([z.enum(['any', 'none']), z.uuid()], 'Must be an id, any or none'));
const queryText = queryOptional(z.string().max(lineMaxLength, `Must be at most ${lineMaxLength} characters`));
const queryTime = queryOptional(moment('Enter a time as 2026-11-22T08:00:00Z'));

const filterFields = {
  ids: queryIds,
  companyId: queryId,
  locationId: queryId,
  /** Both days are included, by each location's own calendar. Without one the period is open at that end. */
  from: queryDay,
  to: queryDay,
  /** A period within days: from the first moment, before the second. */
  since: queryTime,
  before: queryTime,
  account: queryList(ledgerAccounts, 'Unknown account'),
  kind: queryList(postingKinds, 'Unknown kind of posting'),
  category: queryOptional(z.enum(lineItemTypes, 'Unknown category')),
  /** A sales item, or a plan as a line of an invoice. None: lines that are neither. */
  itemId: queryIdOrNone,
  planId: queryId,
  /** The name on the line. */
  name: queryText,
  /** 'Cash', 'Card', 'Other', or the name of another method. */
  method: queryText,
  /** The seller. None finds renewals and imports. */
  staffId: queryIdOrNone,
  taxRate: queryOptional(z.string().regex(/^[01](\.\d{1,4})?$/, 'Enter a tax rate as 0.08')),
  invoiceId: queryId,
  /** Any: those of a drawer. None: those of no drawer. */
  drawerId: queryDrawer,
  /** A closed drawer, whose Z report counted the posting. */
  countedBy: queryId,
};

const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to;
const outOfOrder = { path: ['from'], message: 'The first day must not be after the last' };

/** An entry is read when all of it is true. */
export const ledgerFilter = z.object(filterFields).refine(isInOrder, outOfOrder);
export type LedgerFilter = z.output<typeof ledgerFilter>;

export const ledgerQuery = z
  .object({
    ...filterFields,
    ...pageQuery,
  })
  .refine(isInOrder, outOfOrder);

const ledgerEntry = z
  .object({
    account: z.enum(ledgerAccounts),
    /** One of the two is 0. */
    debit: money,
    credit: money,
    category: z.enum(lineItemTypes).optional(),
    name: z.string().optional(),
    method: z.string().optional(),
    soldBy: z.string().optional(),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.output<typeof ledgerEntry>;

const ledgerPosting = z
  .object({
    id,
    at: timestamp,
    /** By the location's calendar. */
    day: z.iso.date(),
    locationId: id,
    kind: z.enum(postingKinds),
    invoiceId: id.nullable(),
    invoiceNumber: z.string().nullable(),
    paymentId: id.nullable(),
    drawerId: id.nullable(),
    drawerNumber: z.int().nullable(),
    /** The name on the invoice. A walk-in customer, and a contact who was deleted, has no id. */
    contact: z.object({ id: id.nullable(), name: z.string() }).nullable(),
    actor: z.object({ type: z.enum(actorTypes), id: id.nullable(), name: z.string() }),
    entries: z.array(ledgerEntry),
  })
  .meta({ id: 'LedgerPosting' });
export type LedgerPosting = z.output<typeof ledgerPosting>;

/** Newest first. The totals are of all entries that were asked for, on every page. */
export const ledgerPage = z
  .object({ postings: z.array(ledgerPosting), totals: z.object({ debit: money, credit: money }), pagination })
  .meta({ id: 'LedgerPage' });
export type LedgerPage = z.output<typeof ledgerPage>;
