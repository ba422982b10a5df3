import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AppContext } from '#server/platform/context.ts';
import { encrypt, tryDecrypt } from '#server/platform/crypto/encryption.ts';
import { withAdvisoryLock } from '#server/platform/database/withAdvisoryLock.ts';

type SigningContext = Pick<AppContext, 'database'> & { readonly config: Pick<AppContext['config'], 'appSecret'> };

interface SigningKey {
  readonly keyId: string;
  /** Ed25519, 32 bytes in base64. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** The signature is in base64, over the text in UTF-8. */
export async function signList(context: SigningContext, text: string): Promise<{ signature: string; keyId: string }> {
  const { keyId, privateKey } = await ensureSigningKey(context);
  return { signature: sign(null, Buffer.from(text), privateKey).toString('base64'), keyId };
}

/** The installation's own, made when it is first needed. Under another secret a new one is made. */
export async function ensureSigningKey(context: SigningContext): Promise<SigningKey> {
  const { database } = context;
  return (
    (await readNewestSigningKey(context)) ??
    // Every server would make one.
    withAdvisoryLock(
      database.unscoped,
      sql`hashtext('signing key')`,
      async () => (await readNewestSigningKey(context)) ?? addKey(context),
    )
  );
}

async function readNewestSigningKey({ database, config }: SigningContext): Promise<SigningKey | undefined> {
  const rows = await database.unscoped
    .selectFrom('signing_keys')
    .select(['id', 'private_key_sealed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  for (const { id, private_key_sealed } of rows) {
    const pkcs8 = tryDecrypt(config.appSecret, id, private_key_sealed, 'signing keys');
    if (pkcs8 === undefined) continue;
    const privateKey = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
    return { keyId: id, privateKey, publicKey: rawPublicKey(privateKey).toString('base64') };
  }
  return undefined;
}

async function addKey({ database, config }: SigningContext): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const id = uuid();
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const publicKey = rawPublicKey(privateKey);
  await database.unscoped
    .insertInto('signing_keys')
    .values({ id, public_key: publicKey, private_key_sealed: encrypt(config.appSecret, id, pkcs8, 'signing keys') })
    .execute();
  return { keyId: id, privateKey, publicKey: publicKey.toString('base64') };
}

function rawPublicKey(privateKey: KeyObject): Buffer {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}
