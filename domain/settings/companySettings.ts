import { defaultAccounts, type AccountingSettings } from '#domain/accounting/accounts.ts';

export const reentries = ['off', 'warn', 'refuse'] as const;
export type Reentry = (typeof reentries)[number];

/**
 * A company's settings, as the server uses them: money in cents. Code that applies one copies it into the row, so that a change
 * never rewrites history.
 */
export interface CompanySettings {
  readonly memberships: {
    readonly cancellationNoticeDays: number;
    readonly freezeMinDays: number;
    readonly freezeMaxDays: number;
    readonly freezeDaysPerYear: number;
    readonly freezeFeeCents: number;
    readonly graceDays: number;
  };
  readonly payments: {
    /** Counted from the first failure, in ascending order. */
    readonly retryDays: readonly number[];
    readonly manualInvoiceDays: number;
    readonly otherMethods: readonly string[];
    readonly requireOpenDrawer: boolean;
    /** The highest discount of these levels at the till, in percent. Admins give any discount. */
    readonly pointOfSaleDiscount: number;
    readonly managerDiscount: number;
    readonly cashOnly: boolean;
  };
  readonly receipts: {
    readonly legalName: string | null;
    readonly taxId: string | null;
    readonly footer: string | null;
  };
  readonly checkins: {
    readonly warnOwed: boolean;
    readonly warnUnsigned: boolean;
    readonly repeatMinutes: number;
    /** Applies when somebody comes in again within `reentryMinutes` without having gone out. */
    readonly reentry: Reentry;
    readonly reentryMinutes: number;
  };
  /** Kinds that are not listed here are always emailed. */
  readonly emails: {
    readonly receipt: boolean;
    readonly renewalUpcoming: boolean;
    readonly renewalUpcomingDays: number;
    readonly paymentFailed: boolean;
    readonly membershipEnding: boolean;
    readonly membershipEndingDays: number;
    readonly freeze: boolean;
    readonly refund: boolean;
  };
  readonly checklist: { readonly dismissedAt: string | null };
  readonly accounting: AccountingSettings;
  readonly security: { readonly requireSecondFactor: boolean };
  /** How long agreements stay that an erased contact signed. */
  readonly privacy: { readonly agreementYears: number };
}

export const settingsDefaults: CompanySettings = {
  memberships: {
    cancellationNoticeDays: 0,
    freezeMinDays: 7,
    freezeMaxDays: 90,
    freezeDaysPerYear: 120,
    freezeFeeCents: 0,
    graceDays: 3,
  },
  payments: {
    retryDays: [1, 3, 6, 13],
    manualInvoiceDays: 7,
    otherMethods: ['Bank transfer', 'Check'],
    requireOpenDrawer: false,
    pointOfSaleDiscount: 10,
    managerDiscount: 100,
    cashOnly: false,
  },
  receipts: { legalName: null, taxId: null, footer: null },
  checkins: { warnOwed: true, warnUnsigned: true, repeatMinutes: 120, reentry: 'warn', reentryMinutes: 15 },
  emails: {
    receipt: true,
    renewalUpcoming: true,
    renewalUpcomingDays: 3,
    paymentFailed: true,
    membershipEnding: true,
    membershipEndingDays: 7,
    freeze: true,
    refund: true,
  },
  checklist: { dismissedAt: null },
  accounting: { ...defaultAccounts, plans: [], methods: [] },
  security: { requireSecondFactor: false },
  privacy: { agreementYears: 6 },
};

export type SettingsChange = { readonly [Group in keyof CompanySettings]?: Partial<CompanySettings[Group]> };

export const changedSettings = <S extends SettingsChange>(settings: S, change: SettingsChange) =>
  ({
    memberships: { ...settings.memberships, ...change.memberships },
    payments: { ...settings.payments, ...change.payments },
    receipts: { ...settings.receipts, ...change.receipts },
    checkins: { ...settings.checkins, ...change.checkins },
    emails: { ...settings.emails, ...change.emails },
    checklist: { ...settings.checklist, ...change.checklist },
    accounting: { ...settings.accounting, ...change.accounting },
    security: { ...settings.security, ...change.security },
    privacy: { ...settings.privacy, ...change.privacy },
  }) as S;

/** Errors by field for settings whose fields are each within bounds. */
export function settingsErrors({
  memberships: { freezeMinDays, freezeMaxDays },
}: Pick<CompanySettings, 'memberships'>): Record<string, string> {
  if (freezeMinDays <= freezeMaxDays) return {};
  return { 'memberships.freezeMaxDays': 'The longest freeze cannot be shorter than the shortest' };
}
