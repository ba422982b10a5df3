import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { deviceTokenFormat } from '#server/platform/http/devices.ts';
import { raise, unauthorized } from '#server/platform/http/problem.ts';
import { type Context, readListKey } from './pairing.ts';
import { devicesRepo, loggedDevice } from './repo.ts';

/**
 * A new token for the device that asks. The one that it used before works until the new one is used, so that a response that is
 * lost can be asked for again.
 */
export async function rollToken(
  tx: Tx,
  { config }: Context,
  { user, actor }: AccessScope,
): Promise<{ token: string; listKey: string }> {
  const repo = devicesRepo(tx);
  const device = (await repo.lock(user.userId)) ?? raise(unauthorized());
  const { token, hash } = deviceTokenFormat.create();
  await repo.update(device.id, {
    token_hash: hash,
    // With one before it, this request came with that one, since the use of the newest ends it.
    previous_token_hash: device.previous_token_hash ?? device.token_hash,
  });
  await logActivity(tx, actor, { ...loggedDevice(device), action: 'device.token-replaced' });
  return { token, listKey: readListKey(config.appSecret, device) };
}
