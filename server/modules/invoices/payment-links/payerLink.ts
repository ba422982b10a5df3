import { endedLinkText, payableState } from '#domain/invoices/paymentLink.ts';
import { isTooSmallForCard } from '#domain/invoices/collecting.ts';
import { cardMinCents } from '#domain/shared/limits.ts';
import { formatCents } from '#domain/shared/money.ts';
import { readLinkCompany } from '#server/modules/companies/index.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { badRequest, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { findLinkCompany, paymentLinksRepo } from './paymentLinkRepo.ts';

/** Whoever has the link may see and pay this one invoice. */
export interface PayerLink {
  readonly hash: Buffer;
  readonly companyId: string;
  readonly invoiceId: string;
}

export async function findPayerLink(database: Database, token: string): Promise<PayerLink> {
  const hash = hashOfToken(token);
  const companyId = (await findLinkCompany(database.unscoped, hash)) ?? raise(noLink);
  const link = (await database.readOnly([companyId], (tx) => paymentLinksRepo(tx).byHash(hash))) ?? raise(noLink);
  return { hash, companyId, invoiceId: link.invoice_id };
}

/** 410 when this link can no longer be used to pay, 400 when a card cannot be charged so little. */
export async function requirePayable(
  tx: Tx,
  { hash }: PayerLink,
  { status, due_cents, company_id }: InvoiceRow,
  now: Date,
): Promise<void> {
  const { expires_at: expiresAt, replaced_at: replacedAt } = (await paymentLinksRepo(tx).byHash(hash)) ?? raise(noLink);
  const state = payableState(status, { expiresAt, replacedAt }, now);
  if (state !== 'payable')
    throw new Problem(410, endedLinkText[state], { body: { state, company: await readLinkCompany(tx, company_id) } });
  if (isTooSmallForCard(due_cents)) throw tooLittle;
}

export const noLink = notFound('Payment link');
const tooLittle = badRequest(`A card payment is at least ${formatCents(cardMinCents)}. Please pay at the front desk.`);
