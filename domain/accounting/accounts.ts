export interface Account {
  readonly number: string;
  readonly name: string;
}

export const defaultAccounts = {
  cash: { number: '1000', name: 'Cash on Hand' },
  bank: { number: '1010', name: 'Bank' },
  card: { number: '1020', name: 'Card Payments' },
  other: { number: '1030', name: 'Other Payments' },
  receivables: { number: '1200', name: 'Accounts Receivable' },
  tax: { number: '2200', name: 'Sales Tax Payable' },
  openingBalances: { number: '3900', name: 'Opening Balances' },
  memberships: { number: '4000', name: 'Membership Sales' },
  items: { number: '4100', name: 'Item Sales' },
  fees: { number: '4200', name: 'Fees' },
  refunds: { number: '4900', name: 'Refunds' },
  writeOffs: { number: '6100', name: 'Bad Debt' },
  overShort: { number: '6200', name: 'Cash Over and Short' },
  cashRounding: { number: '6250', name: 'Cash Rounding' },
  disputes: { number: '6300', name: 'Disputed Payments' },
} as const satisfies Record<string, Account>;

export type AccountUse = keyof typeof defaultAccounts;
export const accountUses = Object.keys(defaultAccounts) as AccountUse[];

/** A company's accounts, and those of single plans and other methods that are booked separately. */
export type AccountingSettings = Readonly<Record<AccountUse, Account>> & {
  readonly plans: readonly (Account & { readonly membershipId: string })[];
  readonly methods: readonly (Account & { readonly method: string })[];
};
