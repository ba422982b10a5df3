import { z } from 'zod';
import { id, money, timestamp } from '#domain/shared/contract.ts';
import { evidenceParts } from './disputeState.ts';

export const evidenceNoteMaxLength = 1_000;

const dispute = z
  .object({
    /** Stripe's. */
    id: z.string(),
    /** As Stripe calls it: `needs_response`, `under_review`, `won` … */
    status: z.string(),
    /** As the cardholder's bank gives it: `fraudulent`, `product_not_received` … */
    reason: z.string(),
    amount: money,
    currency: z.string(),
    openedAt: timestamp,
    /** When the bank wants the answer; null when Stripe has not said. */
    dueBy: timestamp.nullable(),
    answeredAt: timestamp.nullable(),
    answeredBy: z.string().nullable(),
    /** Why nothing can be sent any more; null while it can. */
    refusal: z.string().nullable(),
  })
  .meta({ id: 'Dispute' });
export type Dispute = z.output<typeof dispute>;

const evidencePart = z
  .object({
    part: z.enum(evidenceParts),
    title: z.string(),
    rows: z.array(z.object({ label: z.string(), value: z.string() })),
    /** The signed agreements themselves, which are sent with it. */
    signatures: z.array(z.object({ id, name: z.string() })).optional(),
  })
  .meta({ id: 'EvidencePart' });
export type EvidenceSection = z.output<typeof evidencePart>;

export const disputeEvidence = z
  .object({
    dispute,
    /** Those of which something is known. */
    parts: z.array(evidencePart),
  })
  .meta({ id: 'DisputeEvidence' });
export type DisputeEvidence = z.output<typeof disputeEvidence>;

const note = z.string().trim().max(evidenceNoteMaxLength, `Use at most ${evidenceNoteMaxLength} characters`);

/** Which parts are sent. */
export const evidenceBody = z.object({
  parts: z.array(z.enum(evidenceParts)).min(1, 'Choose what is sent'),
  note: note.optional(),
});
export type EvidenceBody = z.output<typeof evidenceBody>;

/** What is left out, separated by commas. */
export const evidenceFileQuery = z.strictObject({
  without: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(evidenceParts)))
    .optional(),
  note: note.optional(),
});

export const disputeResponse = z.object({ message: z.string(), dispute }).meta({ id: 'DisputeResponse' });
export type DisputeResponse = z.output<typeof disputeResponse>;
