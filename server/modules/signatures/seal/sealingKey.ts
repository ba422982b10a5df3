import { X509Certificate } from 'node:crypto';
import type { Signer } from '@libpdf/core';
import { addYears } from 'date-fns';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AppContext } from '#server/platform/context.ts';
import { encrypt, tryDecrypt } from '#server/platform/crypto/encryption.ts';
import { withAdvisoryLock } from '#server/platform/database/withAdvisoryLock.ts';

type Context = Pick<AppContext, 'database' | 'clock'> & {
  readonly config: Pick<AppContext['config'], 'appSecret' | 'publicUrl'>;
};

interface SealingKey {
  readonly privateKey: CryptoKey;
  /** DER. */
  readonly certificate: Uint8Array;
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const validYears = 20;

export async function createInstallationSigner(context: Context): Promise<Signer> {
  const { privateKey, certificate } = await ensureSealingKey(context);
  const { CryptoKeySigner } = await import('@libpdf/core');
  return new CryptoKeySigner(privateKey, certificate, 'RSA', algorithm.name);
}

/** The installation's own, made when it is first needed. Under another secret a new one is made. */
export async function ensureSealingKey(context: Context): Promise<SealingKey> {
  const { database } = context;
  return (
    (await readNewestSealingKey(context)) ??
    // Every server would make one.
    withAdvisoryLock(
      database.unscoped,
      sql`hashtext('sealing key')`,
      async () => (await readNewestSealingKey(context)) ?? addKey(context),
    )
  );
}

async function readNewestSealingKey({ database, config, clock }: Context): Promise<SealingKey | undefined> {
  const rows = await database.unscoped
    .selectFrom('sealing_keys')
    .select(['id', 'certificate', 'private_key_sealed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  for (const { id, certificate, private_key_sealed } of rows) {
    const pkcs8 = tryDecrypt(config.appSecret, id, private_key_sealed, 'sealing keys');
    if (pkcs8 === undefined || new Date(new X509Certificate(certificate).validTo) < clock()) continue;
    const privateKey = await crypto.subtle.importKey('pkcs8', Buffer.from(pkcs8, 'base64'), algorithm, false, ['sign']);
    return { privateKey, certificate };
  }
  return undefined;
}

async function addKey({ database, config, clock }: Context): Promise<SealingKey> {
  const keys = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  const id = uuid();
  const certificate = await createCertificate(keys, `Spotter at ${new URL(config.publicUrl).hostname}`, clock());
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  await database.unscoped
    .insertInto('sealing_keys')
    .values({
      id,
      certificate: Buffer.from(certificate),
      private_key_sealed: encrypt(config.appSecret, id, pkcs8, 'sealing keys'),
    })
    .execute();
  return { privateKey: keys.privateKey, certificate };
}

const commonName = '2.5.4.3';
const keyUsage = '2.5.29.15';
/** Digital signature and non-repudiation. */
const usageBits = new Uint8Array([0xc0]);

/** Returns DER. */
async function createCertificate(keys: CryptoKeyPair, name: string, now: Date): Promise<Uint8Array> {
  const [{ AttributeTypeAndValue, Certificate, Extension }, { BitString, Integer, Utf8String }] = await Promise.all([
    import('pkijs'),
    import('asn1js'),
  ]);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: now.getTime() % 2 ** 31 });
  for (const side of [certificate.issuer, certificate.subject])
    side.typesAndValues.push(new AttributeTypeAndValue({ type: commonName, value: new Utf8String({ value: name }) }));
  certificate.notBefore.value = now;
  certificate.notAfter.value = addYears(now, validYears);
  certificate.extensions = [
    new Extension({
      extnID: keyUsage,
      critical: true,
      extnValue: new BitString({ valueHex: usageBits.buffer, unusedBits: 6 }).toBER(),
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  return new Uint8Array(certificate.toSchema(true).toBER());
}
