import { subDays } from 'date-fns';
import type { Dispute, EvidenceSection } from '#domain/disputes/contract.ts';
import { answerRefusal } from '#domain/disputes/disputeState.ts';
import { dateTimeText, longDate } from '#domain/shared/dateText.ts';
import { startOfDay, todayIn } from '#domain/shared/dates.ts';
import { formatCents, fromCents } from '#domain/shared/money.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { emailLabels } from '#domain/member-emails/emailKinds.ts';
import { wayInWords } from '#domain/invoices/paidText.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { invoicesRepo } from '#server/modules/invoices/index.ts';
import { signaturesRepo } from '#server/modules/signatures/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { DisputeRow, InvoiceRow } from '#server/platform/database/schema.ts';
import { disputesRepo } from './repo.ts';

type Row = EvidenceSection['rows'][number];

/** A notice of a renewal comes some days before its invoice. */
const daysBefore = 14;

export const toDispute = (row: DisputeRow, { currency }: Pick<InvoiceRow, 'currency'>, now: Date): Dispute => ({
  id: row.id,
  status: row.status,
  reason: row.reason,
  amount: fromCents(row.amount_cents),
  currency,
  openedAt: row.opened_at.toISOString(),
  dueBy: row.due_by?.toISOString() ?? null,
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answered_by_name,
  refusal: answerRefusal({ status: row.status, dueBy: row.due_by }, now),
});

/** Everything that is known about the disputed purchase. Parts without anything are left out. */
export async function gatherEvidence(
  tx: Tx,
  invoice: DisputedInvoice,
  dispute: DisputeRow,
): Promise<EvidenceSection[]> {
  const facts = await readFacts(tx, invoice, dispute);
  const parts = [customer, purchase, receipt, agreements, visits, emails, policy].map((part) => part(facts));
  return parts.filter((part) => part.rows.length > 0);
}

type DisputedInvoice = InvoiceRow & { readonly number: string | null };
type Facts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts(tx: Tx, invoice: DisputedInvoice, dispute: DisputeRow) {
  const repo = disputesRepo(tx);
  const place = await repo.place(invoice.location_id);
  const period = {
    contactId: invoice.contact_id,
    since: startOfDay(place.timezone, todayIn(place.timezone, invoice.created_at)),
    until: dispute.opened_at,
  };
  return {
    invoice,
    place,
    at: (moment: Date, zone = place.timezone) => dateTimeText(moment, zone),
    money: (cents: number) => formatCents(cents, invoice.currency),
    contact: await repo.customer(invoice.contact_id),
    seller: await repo.seller(invoice.created_by),
    lines: await invoicesRepo(tx).lines(invoice.id),
    payments: await invoicesRepo(tx).datedPayments(invoice.id),
    memberships: await repo.memberships(invoice.id),
    noticeDays: (await readCompanySettings(tx, invoice.company_id)).memberships.cancellationNoticeDays,
    signatures: (await signaturesRepo(tx).ofContact(invoice.contact_id)).filter(
      ({ signed_at }) => signed_at <= dispute.opened_at,
    ),
    visited: await repo.visits(period),
    sent: await repo.emails({ ...period, since: subDays(period.since, daysBefore) }),
  };
}

const customer = ({ invoice, place, contact }: Facts): EvidenceSection => ({
  part: 'customer',
  title: 'Customer',
  rows: rows([
    ['Name', `${invoice.customer_first_name} ${invoice.customer_last_name}`],
    ['Email', invoice.customer_email],
    ['Phone', invoice.customer_phone && displayPhone(invoice.customer_phone)],
    ['Address', contact ? addressText(contact) : ''],
    ['Known since', contact ? longDate(contact.created_at, place.timezone) : ''],
  ]),
});

const purchase = ({ invoice, place, at, seller, lines, memberships }: Facts): EvidenceSection => ({
  part: 'purchase',
  title: 'Purchase',
  rows: rows([
    ['Bought', invoice.description || lines.map(({ name }) => name).join(', ')],
    ['On', at(invoice.created_at)],
    ['At', [invoice.company_name, invoice.location_name, addressText(place)].filter(Boolean).join(', ')],
    ['Sold by', seller ? fullName(seller) : ''],
    ...memberships.map(({ membership_name, start_date, end_date }): readonly [string, string] => [
      'Service',
      `${membership_name}, from ${dayText(start_date)}${end_date ? `, paid through ${dayText(end_date)}` : ''}`,
    ]),
  ]),
});

const receipt = ({ invoice, at, money, lines, payments }: Facts): EvidenceSection => ({
  part: 'receipt',
  title: 'Receipt',
  rows: rows([
    ['Invoice', invoice.number ?? invoice.id],
    ...lines.map((line): readonly [string, string] => [
      line.name,
      `${line.quantity} × ${money(line.price_cents)}, ${money(line.total_cents)}`,
    ]),
    ['Tax', money(invoice.tax_cents)],
    ['Total', money(invoice.total_cents)],
    ...payments
      .filter(({ status, kind }) => kind !== 'payment' || status === 'completed')
      .map((payment): readonly [string, string] => [
        payment.kind === 'refund' ? 'Refunded' : payment.kind === 'payment' ? 'Paid' : 'Refund failed',
        `${money(payment.amount_cents)} ${wayInWords({ method: payment.method, otherMethod: payment.other_method })}, ${at(payment.posted_at ?? payment.created_at)}`,
      ]),
  ]),
});

const agreements = ({ at, signatures }: Facts): EvidenceSection => ({
  part: 'agreements',
  title: 'Signed agreements',
  rows: rows(
    signatures.map((one) => [
      `${one.agreement_name}, version ${one.version_number}`,
      `Signed by ${one.guardian_name ?? one.name}, ${at(one.signed_at, one.timezone)}, ${
        one.method === 'desk' ? 'at the desk' : one.method === 'link' ? `by a link, from ${one.ip_address}` : 'on paper'
      }`,
    ]),
  ),
  signatures: signatures
    .filter(({ file_key }) => file_key !== null)
    .map((one) => ({ id: one.id, name: `${one.agreement_name}, version ${one.version_number}` })),
});

const visits = ({ at, visited }: Facts): EvidenceSection => ({
  part: 'visits',
  title: 'Visits',
  rows: rows(
    visited.map(({ checkin_time, name, timezone, door_name }) => [
      at(checkin_time, timezone),
      [name, door_name].filter(Boolean).join(', '),
    ]),
  ),
});

const emails = ({ at, sent }: Facts): EvidenceSection => ({
  part: 'emails',
  title: 'Emails to the customer',
  rows: rows(
    sent.map(({ kind, sent_to, settled_at }) => [
      at(settled_at),
      `${emailLabels[kind]}${sent_to ? ` to ${sent_to}` : ''}`,
    ]),
  ),
});

const policy = ({ at, memberships, noticeDays, signatures }: Facts): EvidenceSection => ({
  part: 'policy',
  title: 'Cancellation, and what was agreed',
  rows: rows([
    ...memberships.map((held): readonly [string, string] => [held.membership_name, termsText(held)]),
    ...(memberships.some(({ billing_frequency }) => billing_frequency !== 'one_time')
      ? [['To cancel', noticeText(noticeDays)] as const]
      : []),
    ...signatures.flatMap((one) =>
      one.ticks.map((tick): readonly [string, string] => ['Agreed to', `${tick.term} ${at(new Date(tick.at))}`]),
    ),
    ...memberships.map(({ canceled_at, cancels_on }): readonly [string, string] => [
      'Canceled',
      canceled_at && cancels_on ? `${at(canceled_at)}, with ${dayText(cancels_on)} as the last day` : '',
    ]),
  ]),
});

const rows = (all: readonly (readonly [label: string, value: string])[]): Row[] =>
  all.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));

const dayText = (day: string) => longDate(day, 'UTC');

interface Address {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
}

const addressText = ({ address, city, state, zip_code }: Address): string =>
  [address, city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');

const renews = { monthly: 'Renews each month', annually: 'Renews each year', one_time: 'Paid once' } as const;

const termsText = ({
  billing_frequency,
  auto_renew,
  contract_end_date,
}: {
  billing_frequency: keyof typeof renews;
  auto_renew: boolean;
  contract_end_date: string | null;
}): string => {
  const term = billing_frequency === 'one_time' || auto_renew ? renews[billing_frequency] : 'Does not renew by itself';
  return contract_end_date ? `${term}, under a contract until ${dayText(contract_end_date)}` : term;
};

const noticeText = (days: number): string =>
  days === 0
    ? 'At the end of the paid period, without notice'
    : `At the end of a paid period, ${days} ${days === 1 ? 'day' : 'days'} ahead`;
