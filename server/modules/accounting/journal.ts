import type { Account, AccountingSettings } from '#domain/accounting/accounts.ts';
import type { LineItemType } from '#domain/invoices/invoiceDescription.ts';
import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';

/**
 * The events of a day, in cents. `sale` and `void` are grouped by line type or tax, money that moves by its method. `of` is the
 * plan of a membership, or the name of another method.
 */
export type BookedAmount = { readonly day: string; readonly locationId: string; readonly cents: number } & (
  | { readonly what: 'sale' | 'void'; readonly kind: LineItemType | 'tax'; readonly of: string | null }
  | {
      readonly what: 'payment' | 'recovery' | 'refund' | 'openingRefund';
      readonly kind: PaymentMethod;
      readonly of: string | null;
    }
  | { readonly what: 'opening' | 'openingVoid' | 'refundedTax' | 'writeOff' | 'cashMoved' | 'overShort' }
);

export const entryLabels = {
  openingBalances: 'Opening balances',
  sales: 'Sales',
  voids: 'Voided invoices',
  payments: 'Payments',
  refunds: 'Refunds',
  writeOffs: 'Write-offs',
  drawer: 'Cash drawer',
} as const;
type EntryKind = keyof typeof entryLabels;

export interface JournalLine extends Account {
  readonly day: string;
  readonly locationId: string;
  readonly entry: EntryKind;
  /** In cents; one of the two is 0. */
  readonly debit: number;
  readonly credit: number;
}

const entryKinds: Record<BookedAmount['what'], EntryKind> = {
  opening: 'openingBalances',
  openingVoid: 'openingBalances',
  sale: 'sales',
  void: 'voids',
  payment: 'payments',
  recovery: 'payments',
  refund: 'refunds',
  openingRefund: 'refunds',
  refundedTax: 'refunds',
  writeOff: 'writeOffs',
  cashMoved: 'drawer',
  overShort: 'drawer',
};

/**
 * The debited one first. Sales are booked when they are invoiced, so a payment settles the receivable. A payment on a
 * written-off invoice reverses the loss. What a member owed before the import was never sold here.
 */
function toSides(amount: BookedAmount, accounts: AccountingSettings): readonly [Account, Account] {
  switch (amount.what) {
    case 'opening':
      return [accounts.receivables, accounts.openingBalances];
    case 'openingVoid':
      return [accounts.openingBalances, accounts.receivables];
    case 'sale':
      return [accounts.receivables, soldAs(amount, accounts)];
    case 'void':
      return [soldAs(amount, accounts), accounts.receivables];
    case 'payment':
      return [paidBy(amount, accounts), accounts.receivables];
    case 'recovery':
      return [paidBy(amount, accounts), accounts.writeOffs];
    case 'refund':
      return [accounts.refunds, paidBy(amount, accounts)];
    case 'openingRefund':
      return [accounts.openingBalances, paidBy(amount, accounts)];
    case 'refundedTax':
      return [accounts.tax, accounts.refunds];
    case 'writeOff':
      return [accounts.writeOffs, accounts.receivables];
    case 'cashMoved':
      return [accounts.cash, accounts.bank];
    case 'overShort':
      return [accounts.cash, accounts.overShort];
  }
}

function soldAs({ kind, of }: Extract<BookedAmount, { what: 'sale' | 'void' }>, accounts: AccountingSettings): Account {
  if (kind === 'tax') return accounts.tax;
  if (kind === 'sales_item') return accounts.items;
  if (kind === 'location_fee') return accounts.fees;
  return accounts.plans.find(({ membershipId }) => membershipId === of) ?? accounts.memberships;
}

const paidBy = ({ kind, of }: Extract<BookedAmount, { kind: PaymentMethod }>, accounts: AccountingSettings): Account =>
  (kind === 'other' && accounts.methods.find(({ method }) => method.toLowerCase() === of?.toLowerCase())) ||
  accounts[kind];

/**
 * One entry of each kind per day and location, whose debits equal its credits. Within an entry an account has one line,
 * with the net of both sides.
 */
export function buildJournal(amounts: readonly BookedAmount[], accounts: AccountingSettings): JournalLine[] {
  const balances = new Map<string, JournalLine>();
  const add = ({ day, locationId, what }: BookedAmount, { number, name }: Account, cents: number) => {
    const entry = entryKinds[what];
    const key = JSON.stringify([day, locationId, entry, number, name]);
    const before = balances.get(key) ?? { day, locationId, entry, number, name, debit: 0, credit: 0 };
    balances.set(key, { ...before, debit: before.debit + cents });
  };
  for (const amount of amounts) {
    const [debited, credited] = toSides(amount, accounts);
    add(amount, debited, amount.cents);
    add(amount, credited, -amount.cents);
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
