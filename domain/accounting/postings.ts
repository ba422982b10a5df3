import type { LedgerFilter } from '#domain/ledger/contract.ts';
import { perMethod } from '#domain/invoices/paymentMethods.ts';
import { accountUses, type Account, type AccountingSettings, type AccountUse } from './accounts.ts';

/** The ledger's filter that lists what was booked to an account. */
type AccountPostings = Pick<Partial<LedgerFilter>, 'account' | 'category' | 'planId' | 'method'>;

const ofUse: Partial<Record<AccountUse, AccountPostings>> = {
  ...perMethod((_rules, method) => ({ account: [method] })),
  bank: { account: ['cash_in_out'] },
  receivables: { account: ['receivable'] },
  tax: { account: ['tax'] },
  openingBalances: { account: ['opening_balance'] },
  memberships: { account: ['revenue', 'discount'], category: 'membership' },
  items: { account: ['revenue', 'discount'], category: 'sales_item' },
  fees: { account: ['revenue', 'discount'], category: 'location_fee' },
  refunds: { account: ['refunds'] },
  writeOffs: { account: ['write_offs'] },
  overShort: { account: ['over_short'] },
};

/**
 * Undefined of an account that the company uses for several things, and of what is left when single plans or methods have
 * accounts of their own: no filter chooses exactly that.
 */
export function accountPostings({ number, name }: Account, accounts: AccountingSettings): AccountPostings | undefined {
  const isThis = (other: Account) => other.number === number && other.name === name;
  const uses = accountUses.filter((use) => isThis(accounts[use]));
  const [plans, methods] = [accounts.plans.filter(isThis), accounts.methods.filter(isThis)];
  const [[use], [plan], [method]] = [uses, plans, methods];
  if (uses.length + plans.length + methods.length > 1) return undefined;
  if (plan) return { ...ofUse.memberships, planId: plan.membershipId };
  if (method) return { ...ofUse.other, method: method.method };
  if (use === 'memberships' && accounts.plans.length > 0) return undefined;
  if (use === 'other' && accounts.methods.length > 0) return undefined;
  return use && ofUse[use];
}
