import { createHmac, randomInt, randomBytes } from 'node:crypto';
import { addMinutes } from 'date-fns';
import { sql } from 'kysely';
import { pairingMinutes, type DevicePairBody, type DevicePairing } from '#domain/devices/contract.ts';
import { pairingCharacters, pairingLength, readPairingCode } from '#domain/devices/pairingCode.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { qrSvg } from '#server/platform/barcodes.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { deviceActor } from '#server/platform/http/actors.ts';
import { deviceTokenFormat } from '#server/platform/http/devices.ts';
import { Problem, raise } from '#server/platform/http/problem.ts';
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts';
import { type DeviceWithDoors, devicesRepo, loggedDevice } from './repo.ts';
import { ensureSigningKey } from './signingKey.ts';

/** 32 bytes in base64. */
export const newListKey = (): string => randomBytes(32).toString('base64');

export const sealListKey = (appSecret: string, deviceId: string, listKey: string): string =>
  encrypt(appSecret, deviceId, listKey, 'list keys');

/** Throws when it was encrypted under another server's secret. */
export const readListKey = (appSecret: string, device: { readonly id: string; readonly list_key_sealed: string }) =>
  decrypt(appSecret, device.id, device.list_key_sealed, 'list keys');

export type Context = Pick<AppContext, 'config'>;

export interface NewPairing {
  readonly code: string;
  readonly expiresAt: Date;
}

const hashOfCode = ({ config }: Context, code: string) =>
  createHmac('sha256', config.appSecret).update(`pairing ${code}`).digest();

/** The code is returned here and kept nowhere. */
export async function addPairing(tx: Tx, context: Context, device: DeviceWithDoors, now: Date): Promise<NewPairing> {
  const code = Array.from({ length: pairingLength }, () => pairingCharacters[randomInt(pairingCharacters.length)]).join(
    '',
  );
  const expiresAt = addMinutes(now, pairingMinutes);
  await devicesRepo(tx).putPairing({
    device_id: device.id,
    company_id: device.company_id,
    code_hash: hashOfCode(context, code),
    created_at: now,
    expires_at: expiresAt,
  });
  return { code, expiresAt };
}

export function toPairing({ config }: Context, { code, expiresAt }: NewPairing): DevicePairing {
  const url = config.publicUrl;
  return { url, code, expiresAt: expiresAt.toISOString(), qr: qrSvg(JSON.stringify({ v: 1, url, code })) };
}

const refused = () => new Problem(404, 'This code is wrong, was used or has expired');

interface PairedDevice {
  device: DeviceWithDoors;
  token: string;
  listKey: string;
  publicKey: string;
  keyId: string;
}

/** A code works once. The token that the device had before ends. */
export async function pairDevice(
  context: Pick<AppContext, 'config' | 'database'>,
  { code: typed, hardware, version }: DevicePairBody,
  requestId: string,
  now: Date,
): Promise<PairedDevice> {
  const { database, config } = context;
  const code = readPairingCode(typed);
  if (!code) throw refused();
  const codeHash = hashOfCode(context, code);
  const pairing = (await findPairing(database, codeHash, now)) ?? raise(refused());
  const { publicKey, keyId } = await ensureSigningKey(context);
  const { token, hash } = deviceTokenFormat.create();
  const listKey = newListKey();
  const device = await database.scoped([pairing.company_id], async (tx) => {
    const repo = devicesRepo(tx);
    const { id } = (await repo.lock(pairing.device_id)) ?? raise(refused());
    if (!(await repo.takePairing(codeHash))) throw refused();
    const paired = await repo.update(id, {
      token_hash: hash,
      previous_token_hash: null,
      list_key_sealed: sealListKey(config.appSecret, id, listKey),
      list_fetched_at: null,
      hardware: hardware ?? null,
      version: version ?? null,
      paired_at: now,
      last_seen_at: now,
    });
    await logActivity(tx, deviceActor(paired, requestId), {
      ...loggedDevice(paired),
      action: 'device.paired',
      changes: changesBetween(null, { hardware, version }),
    });
    return paired;
  });
  return { device, token, listKey, publicKey, keyId };
}

async function findPairing({ unscoped }: Database, codeHash: Buffer, now: Date) {
  const { rows } = await sql<{ company_id: string; device_id: string }>`
    select company_id, device_id from device_of_pairing(${codeHash}, ${now})`.execute(unscoped);
  return rows[0];
}
