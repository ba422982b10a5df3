import { z } from 'zod';
import { defaultAccounts, type AccountUse } from './accounts.ts';
import {
  accountNameMaxLength,
  accountNumberMaxLength,
  accountsMax,
  otherMethodMaxLength,
} from '#domain/shared/limits.ts';
import { lineItemTypes } from '#domain/invoices/invoiceDescription.ts';
import { ledgerAccounts } from '#domain/ledger/accounts.ts';
import { id, money, queryId } from '#domain/shared/contract.ts';
import { checkPeriod } from '#domain/reports/reportPeriods.ts';
import { calendarDate, requiredId, requiredText } from '#domain/shared/fields.ts';

/** An account number is text: it may begin with a zero or contain a dash. */
const accountFields = {
  number: requiredText('Account number is required', accountNumberMaxLength),
  name: requiredText('Account name is required', accountNameMaxLength),
};
const account = z.object(accountFields);

const areDistinct = (names: readonly string[]) =>
  new Set(names.map((name) => name.toLowerCase())).size === names.length;
const tooMany = `At most ${accountsMax} accounts`;

export const accountingSettings = z.object({
  ...(Object.fromEntries(Object.keys(defaultAccounts).map((use) => [use, account])) as Record<
    AccountUse,
    typeof account
  >),
  /** Plans with an account of their own; the others are sold as `memberships`. */
  plans: z
    .array(z.object({ membershipId: requiredId('Membership plan is required'), ...accountFields }))
    .max(accountsMax, tooMany)
    .refine((plans) => areDistinct(plans.map(({ membershipId }) => membershipId)), 'Each plan can have one account'),
  /** Other payment methods with an account of their own; the rest is paid to `other`. */
  methods: z
    .array(z.object({ method: requiredText('Payment method is required', otherMethodMaxLength), ...accountFields }))
    .max(accountsMax, tooMany)
    .refine((methods) => areDistinct(methods.map(({ method }) => method)), 'Each payment method can have one account'),
});

/** Without `locationId` it covers every location of a company whose reports the caller may read. */
export const accountingQuery = z
  .object({
    companyId: queryId,
    locationId: queryId,
    /** Both days are included, by each location's own calendar. */
    from: calendarDate('Enter the first day as YYYY-MM-DD'),
    to: calendarDate('Enter the last day as YYYY-MM-DD'),
  })
  .refine(({ companyId, locationId }) => companyId !== undefined || locationId !== undefined, {
    path: ['companyId'],
    message: 'Name a company or a location',
  })
  .superRefine(checkPeriod('report'));
export type AccountingQuery = z.output<typeof accountingQuery>;

const accountingPreview = z
  .object({
    from: z.string(),
    to: z.string(),
    /** The number of lines in the file. */
    lines: z.int(),
    accounts: z.array(
      z.object({
        number: z.string(),
        name: z.string(),
        debit: money,
        credit: money,
        /** The filters of the ledger that list what was booked to it; absent where there are none for exactly that. */
        postings: z
          .object({
            account: z.array(z.enum(ledgerAccounts)),
            category: z.enum(lineItemTypes),
            planId: id,
            method: z.string(),
          })
          .partial()
          .optional(),
      }),
    ),
    /** Equal to each other. */
    debit: money,
    credit: money,
  })
  .meta({ id: 'AccountingPreview' });
export type AccountingPreview = z.output<typeof accountingPreview>;

export const accountingPreviewResponse = z
  .object({ preview: accountingPreview })
  .meta({ id: 'AccountingPreviewResponse' });
export type AccountingPreviewResponse = z.output<typeof accountingPreviewResponse>;

export const accountingJournalResponse = z
  .object({
    /** Each location's days with anything booked. Debits and credits of a day are equal. */
    days: z.array(
      z.object({
        day: z.string(),
        locationId: z.string(),
        lines: z.array(
          z.object({ account: z.object({ number: z.string(), name: z.string() }), debit: money, credit: money }),
        ),
      }),
    ),
  })
  .meta({ id: 'AccountingJournalResponse' });
export type AccountingJournal = z.output<typeof accountingJournalResponse>;
