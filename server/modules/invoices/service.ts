import { omit } from 'es-toolkit';
import type { FastifyRequest } from 'fastify';
import { fromCents, sum } from '#domain/shared/money.ts';
import type { InvoiceDetail, InvoiceListQuery, InvoicePage } from '#domain/invoices/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { listPage } from '#server/platform/database/listPage.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey, type IdempotencyKey } from '#server/platform/http/idempotency.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { refundsRepo } from './refunds/refundsRepo.ts';
import { findKnownCard, stripeConfigsRepo } from '#server/modules/stripe/index.ts';
import { invoiceSubject } from './subject.ts';
import { toCardRefusal } from './refunds/planStaffRefund.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { readDisputedByPayment } from '#server/modules/ledger/index.ts';
import { paymentLinksRepo } from './payment-links/paymentLinkRepo.ts';
import { invoicesRepo } from './repo.ts';
import { toAskedReceipt, toInvoice, toInvoiceContact, toPayment, toRefund } from './rows.ts';

export async function listInvoices(tx: Tx, scope: AccessScope, query: InvoiceListQuery): Promise<InvoicePage> {
  const repo = invoicesRepo(tx);
  const locationIds = await findListedLocations(tx, scope, query.locationId);
  const { rows, pagination, sync } = await listPage(tx, query, { kind: 'invoice', locationIds }, (asked) =>
    repo.page(asked, locationIds),
  );
  // A contact with an invoice in scope is in scope.
  const contactId = query.contactId ?? query.memberId;
  if (contactId && rows.length === 0) requireAccess(scope, await repo.contact(contactId), 'Contact');
  return {
    invoices: rows.map((row) => ({
      invoice: omit(toInvoice(row, row.lines), ['receipt']),
      contact: toInvoiceContact(row),
    })),
    pagination,
    ...sync,
  };
}

/** 404 when out of scope. Invoices of an archived location belong to the whole company. */
export async function requireInvoice(tx: Tx, scope: AccessScope, id: string) {
  const row = (await invoicesRepo(tx).one(id)) ?? raise(notFound('Invoice'));
  requireAccess(scope, { ...row, location_id: row.location_archived_at ? null : row.location_id }, 'Invoice');
  return row;
}

/** A request of staff about one invoice. A key makes it happen once. */
export interface InvoiceRequest {
  readonly scope: AccessScope;
  readonly companyId: string;
  readonly invoiceId: string;
  readonly key: IdempotencyKey | undefined;
}

export async function readInvoiceRequest(
  { database }: AppContext,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<InvoiceRequest> {
  const { scope, params } = request;
  const { company_id: companyId } = await database.readOnly(scope.companies, (tx) =>
    requireInvoice(tx, scope, params.id),
  );
  return { scope, companyId, invoiceId: params.id, key: readIdempotencyKey(request, companyId) };
}

/** Whoever made the sale can read it and email its receipt too; an API key only at its own locations. */
export async function requireReadableInvoice(tx: Tx, scope: AccessScope, id: string) {
  const row = await invoicesRepo(tx).one(id);
  if (!row || scope.user.apiKey || row.created_by !== scope.user.userId) return requireInvoice(tx, scope, id);
  scope.requireCompany(row.company_id);
  return row;
}

/** Names are the copies made at the sale. */
export async function readInvoiceDetail(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<InvoiceDetail> {
  const repo = invoicesRepo(tx);
  const row = await requireReadableInvoice(tx, scope, id);
  const memberships = await invoiceSubject().detail(tx, row, now);
  const disputed = await readDisputedByPayment(tx, id);
  const hasStripe = (await stripeConfigsRepo(tx).of(row.company_id)) !== undefined;
  const { receipt, ...invoice } = toInvoice(row, await repo.lines(id));
  return {
    invoice,
    contact: toInvoiceContact(row),
    isContactDeleted: row.contact_archived_at !== null,
    location: {
      id: row.location_id,
      name: row.location_name,
      city: row.location_city || null,
      state: row.location_state || null,
      timezone: row.location_timezone,
    },
    company: { id: row.company_id, name: row.company_name },
    payments: (await repo.datedPayments(id)).map((payment) => ({
      ...toPayment(payment),
      ...(payment.status === 'failed' && { failureMessage: payment.failure_message }),
      ...toDisputed(disputed.get(payment.id)),
      cardRefusal: toCardRefusal(payment, disputed.get(payment.id), hasStripe),
    })),
    refunds: (await refundsRepo(tx).completed(id)).map(toRefund),
    membership: memberships[0] ?? null,
    memberships,
    nextTryOn: row.kind === 'renewal' ? await invoiceSubject().nextTryOn(tx, row, now) : null,
    stockedLines: await repo.stockedLines(id),
    disputed: fromCents(sum([...disputed.values()])),
    ...(await findKnownCard(tx, row)),
    sentLink: toSentLink(await paymentLinksRepo(tx).current(id)),
    askedReceipt: toAskedReceipt(await repo.askedReceipt(row)),
    receipt: receipt ?? (await readCompanySettings(tx, row.company_id)).receipts,
  };
}

const toDisputed = (cents = 0) => (cents > 0 ? { disputed: fromCents(cents) } : {});

const toSentLink = (link: Awaited<ReturnType<ReturnType<typeof paymentLinksRepo>['current']>>) =>
  link
    ? {
        createdAt: link.created_at.toISOString(),
        expiresAt: link.expires_at.toISOString(),
        isEmailed: link.is_emailed,
        openedAt: link.opened_at?.toISOString() ?? null,
      }
    : null;

/** The locations of the list, and archived ones, whose invoices are still listed. */
export async function findListedLocations(
  tx: Tx,
  scope: AccessScope,
  locationId: string | undefined,
): Promise<string[]> {
  const listed = scope.locationIds(locationId);
  if (locationId) return listed;
  const admin = scope.user.companies.filter(({ role }) => role === 'admin').map(({ id }) => id);
  const companies = new Set([...admin, ...scope.locations.map(({ companyId }) => companyId)]);
  return [...listed, ...(await invoicesRepo(tx).archivedLocations([...companies]))];
}
