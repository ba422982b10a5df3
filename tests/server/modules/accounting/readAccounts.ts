import type { AccountingPreview } from '#domain/accounting/contract.ts';
import type { Caller } from '#tests/support/server.ts';

export const preview = async (caller: Caller, query: string): Promise<AccountingPreview> => {
  const { status, body } = await caller.get(`/accounting/preview?${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.preview;
};

/** The balance of each account after the period, debits less credits, in cents; accounts with a zero balance are left out. */
export const balances = async (caller: Caller, query: string): Promise<Record<string, number>> => {
  const { accounts } = await preview(caller, query);
  const all = accounts.map(({ number, debit, credit }) => [number, Math.round((debit - credit) * 100)] as const);
  return Object.fromEntries(all.filter(([, balance]) => balance !== 0));
};
