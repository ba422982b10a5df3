import { sumBy } from 'es-toolkit';
import { buffer } from 'node:stream/consumers';
import type { DisputeEvidence, EvidenceBody, EvidenceSection } from '#domain/disputes/contract.ts';
import type { EvidencePart } from '#domain/disputes/disputeState.ts';
import { invoiceActivity, applyDispute, readDisputeState, requireInvoice } from '#server/modules/invoices/index.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { signaturesRepo } from '#server/modules/signatures/index.ts';
import {
  answerDispute,
  evidenceMaxBytes,
  requireStripeAccount,
  type DisputeAnswer,
} from '#server/modules/stripe/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { badRequest, conflict, notFound, raise } from '#server/platform/http/problem.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { addSections } from '#server/platform/pdf/sections.ts';
import { gatherEvidence, toDispute } from './gather.ts';
import { disputesRepo } from './repo.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'files'>;

async function read(tx: Tx, scope: AccessScope, invoiceId: string) {
  const invoice = await requireInvoice(tx, scope, invoiceId);
  const dispute = (await disputesRepo(tx).ofInvoice(invoice.id)) ?? raise(notFound('Dispute'));
  return { invoice, dispute, parts: await gatherEvidence(tx, invoice, dispute) };
}

export const readEvidence = (context: Context, scope: AccessScope, invoiceId: string): Promise<DisputeEvidence> =>
  context.database.readOnly(scope.companies, async (tx) => {
    const { invoice, dispute, parts } = await read(tx, scope, invoiceId);
    return { dispute: toDispute(dispute, invoice, context.clock()), parts };
  });

/** The chosen parts with the signed agreements, as one PDF. */
export async function buildEvidencePdf(
  context: Context,
  scope: AccessScope,
  invoiceId: string,
  { parts: chosen, note }: EvidenceBody,
): Promise<{ readonly bytes: Uint8Array; readonly name: string }> {
  const { invoice, dispute, parts, keys } = await choose(context, scope, invoiceId, chosen);
  const about = { part: 'purchase', title: 'Note', rows: note ? [{ label: 'Note', value: note }] : [] } as const;
  const text = await writeTextPdf(`Dispute ${dispute.id}`, [...(note ? [about] : []), ...parts]);
  const signed = await readFiles(context.files, keys);
  const bytes = (await joinPdfs([text, ...signed])) ?? text;
  return { bytes, name: `dispute-${invoice.number ?? invoice.id}.pdf` };
}

/** Sent to Stripe, which passes it on to the bank at once. Nothing can be added later. */
export async function sendEvidence(
  context: Context,
  scope: AccessScope,
  invoiceId: string,
  { parts: chosen, note }: EvidenceBody,
  requestId: string,
) {
  const { database, clock } = context;
  const { invoice, dispute, parts, keys } = await choose(context, scope, invoiceId, chosen);
  const { refusal } = toDispute(dispute, invoice, clock());
  if (refusal) throw conflict(refusal);
  const stripe = await requireStripeAccount(context, invoice.company_id);
  const files = await toFiles(context, parts, keys);
  const bytes = sumBy(Object.values(files), (file) => file.length);
  if (bytes > evidenceMaxBytes) throw badRequest(tooLarge, { parts: tooLarge });
  const answer = { texts: toTexts(invoice, parts, note), files };
  const answered = await answerDispute(stripe, dispute.id, answer, requestId);
  return database.scoped(scope.companies, async (tx) => {
    const state = readDisputeState(answered);
    if (state) await applyDispute(tx, invoice.company_id, state, { now: clock(), actor: scope.actor });
    const by = { id: scope.user.userId, name: scope.actor.name };
    await disputesRepo(tx).markAnswered(invoice.company_id, dispute.id, by, clock());
    const sent = changesBetween(null, { evidence: parts.map(({ title }) => title).join(', ') });
    await logActivity(tx, scope.actor, invoiceActivity('invoice.dispute-answered', invoice, sent));
    const after = (await disputesRepo(tx).ofInvoice(invoice.id)) ?? raise(notFound('Dispute'));
    return toDispute(after, invoice, clock());
  });
}

const tooLarge =
  'The signed agreements are too large for the bank (4.5 MB). Leave them out, and send them by the bank’s own page.';

/** Also returns the keys of the signed agreements' files, if they were chosen. */
async function choose({ database }: Context, scope: AccessScope, invoiceId: string, chosen: readonly EvidencePart[]) {
  return database.readOnly(scope.companies, async (tx) => {
    const { parts, ...evidence } = await read(tx, scope, invoiceId);
    const kept = parts.filter(({ part }) => chosen.includes(part));
    const ids = kept.flatMap(({ signatures = [] }) => signatures.map(({ id }) => id));
    const all = ids.length > 0 ? await signaturesRepo(tx).ofContact(evidence.invoice.contact_id) : [];
    const keys = all.flatMap(({ id, file_key }) => (ids.includes(id) && file_key !== null ? [file_key] : []));
    return { ...evidence, parts: kept, keys };
  });
}

const lines = ({ rows }: EvidenceSection): string => rows.map(({ label, value }) => `${label}: ${value}`).join('\n');

/** The fields are Stripe's. */
function toTexts(
  invoice: {
    readonly customer_first_name: string;
    readonly customer_last_name: string;
    readonly customer_email: string;
  },
  parts: readonly EvidenceSection[],
  note: string | undefined,
): DisputeAnswer['texts'] {
  const text = (part: EvidencePart) => {
    const section = parts.find((one) => one.part === part);
    return section && lines(section);
  };
  const value = (part: EvidencePart, label: string) =>
    parts.find((one) => one.part === part)?.rows.find((row) => row.label === label)?.value;
  const texts = {
    ...(parts.some(({ part }) => part === 'customer') && {
      customer_name: `${invoice.customer_first_name} ${invoice.customer_last_name}`,
      customer_email_address: invoice.customer_email || undefined,
      billing_address: value('customer', 'Address'),
    }),
    product_description: text('purchase'),
    service_date: value('purchase', 'On'),
    access_activity_log: text('visits'),
    cancellation_policy_disclosure: text('policy'),
    uncategorized_text: note || undefined,
  };
  return Object.fromEntries(Object.entries(texts).filter(([, one]) => one !== undefined));
}

async function toFiles(
  { files }: Context,
  parts: readonly EvidenceSection[],
  keys: readonly string[],
): Promise<DisputeAnswer['files']> {
  const pdf = async (part: EvidencePart) => {
    const section = parts.find((one) => one.part === part);
    return section && writeTextPdf(section.title, [section]);
  };
  const all = {
    receipt: await pdf('receipt'),
    customer_communication: await pdf('emails'),
    customer_signature: (await joinPdfs(await readFiles(files, keys))) ?? (await pdf('agreements')),
  };
  return Object.fromEntries(Object.entries(all).filter(([, file]) => file !== undefined));
}

async function writeTextPdf(title: string, sections: readonly EvidenceSection[]): Promise<Uint8Array> {
  const { PDF } = await import('@libpdf/core');
  const pdf = PDF.create();
  await addSections(
    pdf,
    title,
    sections.map(({ title: heading, rows }) => ({
      title: heading,
      rows: rows.map(({ label, value }) => [label, value] as const),
    })),
  );
  return pdf.save({ subsetFonts: true });
}

/** A single file stays as it was sealed. */
async function joinPdfs(files: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
  if (files.length < 2) return files[0];
  const { PDF } = await import('@libpdf/core');
  return (await PDF.merge([...files])).save();
}

/** Files that are gone are left out. */
async function readFiles(files: FileStore, keys: readonly string[]): Promise<Uint8Array[]> {
  const contents: Uint8Array[] = [];
  for (const key of keys) {
    const file = await files.get(key);
    if (file) contents.push(await buffer(file.body));
  }
  return contents;
}
