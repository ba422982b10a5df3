import { z } from 'zod';
import { id, timestamp } from '#domain/shared/contract.ts';
import { optionalId, requiredId, requiredText } from '#domain/shared/fields.ts';
import { lineMaxLength } from '#domain/shared/limits.ts';
import { readDrawing } from './drawing.ts';

const signatureMethods = ['desk', 'link', 'paper'] as const;
export type SignatureMethod = (typeof signatureMethods)[number];

const signature = z
  .object({
    id,
    agreementId: id,
    agreementName: z.string(),
    agreementVersionId: id,
    versionNumber: z.int(),
    /** SHA-256 of the version's PDF, in hex. */
    sha256: z.string(),
    contactMembershipId: id.nullable(),
    name: z.string(),
    guardian: z.object({ name: z.string(), relation: z.string() }).nullable(),
    signedAt: timestamp,
    /** The user who was at the desk, or uploaded the scan. */
    witnessedBy: z.string().nullable(),
    method: z.enum(signatureMethods),
    /** Until it is sealed, there is nothing to download. A scan is never sealed. */
    isSealing: z.boolean(),
    /** False once everybody was asked to sign the agreement again. */
    counts: z.boolean(),
  })
  .meta({ id: 'Signature' });
export type Signature = z.output<typeof signature>;

/** The contact's plans ask for it and nobody has signed it. */
const missingAgreement = z
  .object({
    agreementId: id,
    name: z.string(),
    contactMembershipId: id,
    membershipName: z.string(),
    /** The newest. */
    agreementVersionId: id,
    versionNumber: z.int(),
    /** Shows its PDF, for some minutes. */
    url: z.string(),
    /** The signer ticks each of these. */
    terms: z.array(z.string()),
  })
  .meta({ id: 'MissingAgreement' });
export type MissingAgreement = z.output<typeof missingAgreement>;

export const signatureList = z
  .object({
    /** The newest first. */
    signatures: z.array(signature),
    missing: z.array(missingAgreement),
  })
  .meta({ id: 'SignatureList' });
export type SignatureList = z.output<typeof signatureList>;

const termMaxLength = 500;
const ticksMax = 20;
const moment = z.iso.datetime({ offset: true, error: 'Enter a date and time' });

const tick = z.object({ term: requiredText('Term is required', termMaxLength), at: moment });
/** A term that was ticked, and when. */
export type Tick = z.output<typeof tick>;

const guardian = z.object({
  name: requiredText('The guardian’s name is required', lineMaxLength),
  relation: requiredText('Say how the guardian is related', lineMaxLength),
});
export type Guardian = z.output<typeof guardian>;

/** The same at the desk and by a link. */
export const signing = {
  name: requiredText('Name is required', lineMaxLength),
  /** A PNG of at most 100 KB in base64. */
  drawing: z
    .string('The drawing must be a PNG in base64')
    .refine((text) => readDrawing(text) !== null, 'The drawing must be a PNG of at most 100 KB')
    .nullish(),
  consent: z.literal(true, 'Agree to sign electronically'),
  /** Signs for a minor. */
  guardian: guardian.nullish(),
  ticks: z.array(tick).max(ticksMax, `At most ${ticksMax} terms`).default([]),
  openedAt: moment.nullish(),
  readToEndAt: moment.nullish(),
};

export const signatureBody = z
  .object({
    agreementVersionId: requiredId('Agreement version is required'),
    contactMembershipId: optionalId(),
    ...signing,
  })
  .meta({ id: 'SignatureCreate' });
export type SignatureBody = z.output<typeof signatureBody>;

/** The text parts of the form with a scan. Whose date of signing it is, the paper says. */
export const paperFields = z.object({
  agreementVersionId: requiredId('Agreement version is required'),
  contactMembershipId: optionalId(),
  name: requiredText('Name is required', lineMaxLength),
});
export type PaperFields = z.output<typeof paperFields>;

/** The same with its file, as OpenAPI describes it. */
export const paperUploadFields = paperFields.extend({ file: z.file() }).meta({ id: 'PaperSignatureUpload' });

export const signatureResponse = z.object({ signature, message: z.string() }).meta({ id: 'SignatureResponse' });
export type SignatureResponse = z.output<typeof signatureResponse>;

export const signatureDownload = z.object({ url: z.string(), fileName: z.string() }).meta({ id: 'SignatureDownload' });
export type SignatureDownload = z.output<typeof signatureDownload>;
