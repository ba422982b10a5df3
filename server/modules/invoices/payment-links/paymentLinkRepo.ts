import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import { isInvoiceOutstanding, isPaymentUnderWay } from '../repo.ts';

export type LinkConfig = Pick<AppContext['config'], 'appSecret' | 'publicUrl'>;

/**
 * Derived from the link's random id: a repeated call returns the same link, and neither a stored response nor a waiting email
 * contains it.
 */
export const paymentLinkToken = ({ appSecret }: LinkConfig, linkId: string): string =>
  createHmac('sha256', appSecret).update(`payment link ${linkId}`).digest().subarray(0, 16).toString('base64url');

export const paymentLinkUrl = (config: LinkConfig, linkId: string): string =>
  `${config.publicUrl}/pay?token=${paymentLinkToken(config, linkId)}`;

/** Searched in all companies. */
export async function findLinkCompany(db: Tx, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ company_id: string | null }>`select payment_link_company(${hash}) as company_id`.execute(
    db,
  );
  return rows[0]?.company_id ?? undefined;
}

interface OwedInvoice {
  readonly due_cents: number;
  /** That still works. */
  readonly link_id: string | null;
}

/** What a contact owes, the oldest first, without what is being paid. */
export async function findOwedInvoices(tx: Tx, contactId: string, now: Date): Promise<OwedInvoice[]> {
  const { rows } = await sql<OwedInvoice>`
    select i.due_cents, l.id as link_id
      from invoices i
      left join payment_links l on l.invoice_id = i.id and l.replaced_at is null and l.expires_at > ${now}
     where i.contact_id = ${contactId} and i.due_cents > 0 and ${isInvoiceOutstanding} and not ${isPaymentUnderWay}
     order by i.created_at, i.id`.execute(tx);
  return rows;
}

interface NewLink {
  readonly id: string;
  readonly company_id: string;
  readonly invoice_id: string;
  readonly token_hash: Buffer;
  readonly expires_at: Date;
  readonly is_emailed: boolean;
}

export const paymentLinksRepo = (tx: Tx) => ({
  /** Replaces the previous links. The caller holds the invoice's lock. */
  async replace(link: NewLink, now: Date): Promise<void> {
    await tx
      .updateTable('payment_links')
      .set({ replaced_at: now })
      .where('invoice_id', '=', link.invoice_id)
      .where('replaced_at', 'is', null)
      .execute();
    await tx
      .insertInto('payment_links')
      .values({ ...link, created_at: now })
      .execute();
  },

  /** The newest link of an invoice; undefined when none was made. */
  current: (invoiceId: string) =>
    tx
      .selectFrom('payment_links')
      .select(['created_at', 'expires_at', 'is_emailed', 'opened_at'])
      .where('invoice_id', '=', invoiceId)
      .where('replaced_at', 'is', null)
      .executeTakeFirst(),

  noteOpened: (hash: Buffer, now: Date) =>
    tx
      .updateTable('payment_links')
      .set({ opened_at: now })
      .where('token_hash', '=', hash)
      .where('opened_at', 'is', null)
      .execute(),

  byHash: (hash: Buffer) =>
    tx
      .selectFrom('payment_links')
      .select(['id', 'invoice_id', 'expires_at', 'replaced_at'])
      .where('token_hash', '=', hash)
      .executeTakeFirst(),

  /** Whether it pays a period of a plan that renews by card, or did until its card was declined. */
  async renews({ id, kind }: Pick<InvoiceRow, 'id' | 'kind'>): Promise<boolean> {
    if (kind !== 'purchase' && kind !== 'renewal') return false;
    const isPaidBy =
      kind === 'purchase'
        ? sql`m.invoice_id = ${id}`
        : sql`m.id in (select r.contact_membership_id from renewals r where r.invoice_id = ${id})`;
    const { rows } = await sql`
      select from contact_memberships m
       where (m.auto_renew or m.renewal_stopped = 'card_declined') and m.renews_by = 'card' and m.canceled_at is null
         and ${isPaidBy}
       limit 1`.execute(tx);
    return rows.length > 0;
  },
});
