import { z } from 'zod';
import { id, money, timestamp } from '#domain/shared/contract.ts';
import { evidenceParts } from './disputeState.ts';

export const evidenceNoteMaxLength = 1_000;

const dispute = z
  .object({
    /** Stripe's. */
    id: z.string(),
    /** Stripe's own word: `needs_response`, `under_review`, `won` … */
    status: z.string(),
    /** The bank's own word: `fraudulent`, `product_not_received` … */
    reason: z.string(),
    amount: money,
    currency: z.string(),
    openedAt: timestamp,
    /** The bank's deadline. Null when Stripe has not said. */
    dueBy: timestamp.nullable(),
    answeredAt: timestamp.nullable(),
    answeredBy: z.string().nullable(),
    /** Null while evidence can be sent. */
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
    /** A part about which nothing is known is left out. */
    parts: z.array(evidencePart),
  })
  .meta({ id: 'DisputeEvidence' });
export type DisputeEvidence = z.output<typeof disputeEvidence>;

const note = z.string().trim().max(evidenceNoteMaxLength, `Use at most ${evidenceNoteMaxLength} characters`);

export const evidenceBody = z.object({
  parts: z.array(z.enum(evidenceParts)).min(1, 'Choose what is sent'),
  note: note.optional(),
});
export type EvidenceBody = z.output<typeof evidenceBody>;

/** The parts to leave out, separated by commas. */
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
