import type { Checklist } from '#domain/setup/checklist.ts';
import type { Settings } from '#domain/settings/contract.ts';
import { settingsDefaults } from '#domain/settings/companySettings.ts';

/** A checklist that was dismissed, so that no page shows it. */
export const createChecklist = (change: Partial<Checklist> = {}): Checklist => ({
  location: true,
  payments: false,
  plan: false,
  planOnSale: false,
  salesItem: false,
  staff: false,
  contacts: false,
  receipts: false,
  dismissedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

const { memberships, payments, accounting, ...groups } = settingsDefaults;
const { freezeFeeCents: _fee, ...days } = memberships;

/** The settings of a company that never changed any. */
export const someSettings = (change: Partial<Settings> = {}): Settings => ({
  ...groups,
  memberships: { ...days, freezeFee: 0 },
  payments: { ...payments, retryDays: [...payments.retryDays], otherMethods: [...payments.otherMethods] },
  accounting: { ...accounting, plans: [...accounting.plans], methods: [...accounting.methods] },
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
