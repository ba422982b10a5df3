import type { Account, AccountingSettings, AccountUse } from '#domain/accounting/accounts.ts';
import { perMethod } from '#domain/invoices/paymentMethods.ts';
import type { LedgerAccount, PostingKind } from '#domain/ledger/accounts.ts';
import type { BookedAmount } from './repo.ts';

export const entryLabels = {
  openingBalances: 'Opening balances',
  sales: 'Sales',
  voids: 'Voided invoices',
  payments: 'Payments',
  refunds: 'Refunds',
  writeOffs: 'Write-offs',
  disputes: 'Disputes',
  drawer: 'Cash drawer',
} as const;
type EntryKind = keyof typeof entryLabels;

export interface JournalLine extends Account {
  readonly day: string;
  readonly locationId: string;
  readonly entry: EntryKind;
  /** In cents. Either this or `credit` is 0. */
  readonly debit: number;
  readonly credit: number;
}

const entryKinds: Record<PostingKind, EntryKind> = {
  invoice: 'sales',
  void: 'voids',
  payment: 'payments',
  write_off_paid: 'payments',
  refund: 'refunds',
  refund_failed: 'refunds',
  write_off: 'writeOffs',
  dispute: 'disputes',
  dispute_won: 'disputes',
  cash_movement: 'drawer',
  drawer_count: 'drawer',
};

const uses: Record<Exclude<LedgerAccount, 'revenue' | 'discount'>, AccountUse> = {
  receivable: 'receivables',
  tax: 'tax',
  ...perMethod((_rules, method) => method),
  refunds: 'refunds',
  write_offs: 'writeOffs',
  cash_rounding: 'cashRounding',
  over_short: 'overShort',
  cash_in_out: 'bank',
  disputes: 'disputes',
  opening_balance: 'openingBalances',
};

function toAccount({ account, category, planId, method }: BookedAmount, accounts: AccountingSettings): Account {
  if (account === 'revenue' || account === 'discount') {
    if (category === 'sales_item') return accounts.items;
    if (category === 'location_fee') return accounts.fees;
    return accounts.plans.find(({ membershipId }) => membershipId === planId) ?? accounts.memberships;
  }
  const named = accounts.methods.find((other) => other.method.toLowerCase() === method?.toLowerCase());
  return (account === 'other' && named) || accounts[uses[account]];
}

/**
 * One entry of each kind per day and location, whose debits equal its credits. Within an entry an account has one line,
 * with the net of both sides.
 */
export function buildJournal(amounts: readonly BookedAmount[], accounts: AccountingSettings): JournalLine[] {
  const balances = new Map<string, JournalLine>();
  const add = ({ day, locationId }: BookedAmount, entry: EntryKind, { number, name }: Account, cents: number) => {
    const key = JSON.stringify([day, locationId, entry, number, name]);
    const before = balances.get(key) ?? { day, locationId, entry, number, name, debit: 0, credit: 0 };
    balances.set(key, { ...before, debit: before.debit + cents });
  };
  for (const amount of amounts) {
    const { kind, account, cents } = amount;
    const entry = entryKinds[kind];
    if (account === 'opening_balance' && (kind === 'invoice' || kind === 'void')) {
      // What a member owed before the import was never sold here, so its receivable stands beside it.
      add(amount, 'openingBalances', accounts.openingBalances, cents);
      add(amount, 'openingBalances', accounts.receivables, -cents);
      add(amount, entry, accounts.receivables, cents);
    } else {
      add(amount, entry, toAccount(amount, accounts), cents);
    }
  }
  return [...balances.values()]
    .filter(({ debit }) => debit !== 0)
    .map((line) => (line.debit > 0 ? line : { ...line, debit: 0, credit: -line.debit }))
    .toSorted(inOrder);
}

const entryOrder = Object.keys(entryLabels);
const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const inOrder = (a: JournalLine, b: JournalLine) =>
  text(a.day, b.day) ||
  text(a.locationId, b.locationId) ||
  entryOrder.indexOf(a.entry) - entryOrder.indexOf(b.entry) ||
  Number(a.debit === 0) - Number(b.debit === 0) ||
  text(a.number, b.number) ||
  text(a.name, b.name);

interface AccountTotal extends Account {
  readonly debit: number;
  readonly credit: number;
}

export function accountTotals(lines: readonly JournalLine[]): AccountTotal[] {
  const totals = new Map<string, AccountTotal>();
  for (const { number, name, debit, credit } of lines) {
    const key = JSON.stringify([number, name]);
    const before = totals.get(key) ?? { number, name, debit: 0, credit: 0 };
    totals.set(key, { ...before, debit: before.debit + debit, credit: before.credit + credit });
  }
  return [...totals.values()].toSorted((a, b) => text(a.number, b.number) || text(a.name, b.name));
}
