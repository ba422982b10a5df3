import { X509Certificate } from 'node:crypto';
import type { Signer } from '@libpdf/core';
import type { Insertable } from 'kysely';
import { certificateMaxBytes } from '#domain/signatures/certificateContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { encrypt, tryDecrypt } from '#server/platform/crypto/encryption.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type SigningCertificateRow, type SigningCertificateTable } from '#server/platform/database/schema.ts';
import { readUntrustedFile } from '#server/platform/files/untrustedFile.ts';
import { badRequest } from '#server/platform/http/problem.ts';

type Config = Pick<AppContext['config'], 'appSecret'>;

const purpose = 'signing certificates';
const minRsaBits = 2048;

export const certificatesRepo = (tx: Tx) => ({
  of: (companyId: string) =>
    tx
      .selectFrom('signing_certificates')
      .select(columns.signing_certificates)
      .where('company_id', '=', companyId)
      .executeTakeFirst(),

  save: (row: Insertable<SigningCertificateTable>) =>
    tx
      .insertInto('signing_certificates')
      .values(row)
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
      .returning(columns.signing_certificates)
      .executeTakeFirstOrThrow(),

  remove: (companyId: string) =>
    tx.deleteFrom('signing_certificates').where('company_id', '=', companyId).returning('subject').executeTakeFirst(),
});

/** 400 for a file that cannot seal. Nothing of it is kept in the clear but what its certificate says to everybody. */
export async function readCertificate(
  { appSecret }: Config,
  companyId: string,
  bytes: Buffer,
  password: string,
  now: Date,
) {
  if (bytes.length > certificateMaxBytes) throw refused(notACertificate);
  const isHarmless = (await readUntrustedFile({ kind: 'p12', bytes, password })).is === 'p12';
  const signer = isHarmless ? await openP12(bytes, password) : undefined;
  if (!signer) throw refused(notACertificate);
  const certificate = new X509Certificate(signer.certificate);
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  if (to <= now) throw refused('This certificate has expired');
  if (from > now) throw refused('This certificate is not valid yet');
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type === 'rsa' && (details?.modulusLength ?? 0) < minRsaBits)
    throw refused(`The key of this certificate is too short. Use one of at least ${minRsaBits} bits.`);
  return {
    company_id: companyId,
    p12_sealed: encrypt(appSecret, companyId, JSON.stringify({ p12: bytes.toString('base64'), password }), purpose),
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    valid_from: from,
    valid_to: to,
  };
}

const notACertificate = 'This password does not open the file, or the file is no .p12 with a certificate and its key';
const refused = (message: string) => badRequest(message, { file: message });

/** `CN=Iron Peak LLC\nC=US` is `CN=Iron Peak LLC, C=US`. */
const oneLine = (name: string) => name.split('\n').join(', ');

/** Undefined when it cannot be opened. */
async function openP12(bytes: Uint8Array, password: string): Promise<Signer | undefined> {
  const { P12Signer } = await import('@libpdf/core');
  return P12Signer.create(bytes, password).catch(() => undefined);
}

/** Undefined without a certificate that is valid now and that this installation's secret opens. */
export async function createCompanySigner(
  { appSecret }: Config,
  row: SigningCertificateRow | undefined,
  now: Date,
): Promise<Signer | undefined> {
  if (!row || !isUsable(row, now)) return undefined;
  const text = tryDecrypt(appSecret, row.company_id, row.p12_sealed, purpose);
  if (text === undefined) return undefined;
  const { p12, password } = JSON.parse(text) as { p12: string; password: string };
  return openP12(Buffer.from(p12, 'base64'), password);
}

export const isUsable = ({ valid_from, valid_to }: SigningCertificateRow, now: Date): boolean =>
  valid_from <= now && now < valid_to;
