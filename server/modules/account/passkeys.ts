import type { Passkey, PasskeyBody, PasskeyOptions, PasskeyProof } from '#domain/auth/passkeysContract.ts';
import { changesBetween, logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope, RequestUser } from '#server/platform/http/accessScope.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import {
  createPasskeyOptions,
  endSessions,
  verifyNewPasskey,
  type NewPasskey,
  passkeyRepo,
  queueSecurityEmail,
} from '#server/modules/auth/index.ts';
import { reauthenticate } from './reauthentication.ts';

const passkeysMax = 20;

export const listPasskeys = async ({ database }: AppContext, { userId }: RequestUser): Promise<Passkey[]> =>
  (await passkeyRepo(database.unscoped).ofUser(userId)).map(toPasskey);

export async function beginPasskey(
  context: AppContext,
  scope: AccessScope,
  proof: PasskeyProof,
): Promise<PasskeyOptions> {
  const { userId, email, firstName, lastName } = scope.user;
  await reauthenticate(context, scope, proof, async () => undefined);
  return createPasskeyOptions(context, { id: userId, email, name: `${firstName} ${lastName}`.trim() });
}

/** Adding a passkey counts as both factors for the session that adds it. */
export async function addPasskey(
  context: AppContext,
  { user: { userId, sessionId }, actor }: AccessScope,
  body: PasskeyBody,
  device: string,
): Promise<Passkey> {
  const passkey = await verifyNewPasskey(context, userId, body, device);
  await context.database.unscoped.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const repo = passkeyRepo(tx);
    if ((await repo.ofUser(userId)).length >= passkeysMax)
      throw conflict(`You have ${passkeysMax} passkeys. Remove one first.`);
    if (!(await repo.add(passkey))) throw conflict('This passkey has already been added');
    await repo.markByPasskey(sessionId);
    await logUser(tx, {
      userId,
      action: 'user.passkey-added',
      changes: changesBetween({ passkey: null }, { passkey: device }),
      by: actor,
    });
    await queueSecurityEmail(tx, userId, 'passkey-added', context.clock());
  });
  return toPasskey({ ...passkey, last_used_at: null });
}

/** Ends the person's other sessions, which it may have started. */
export const removePasskey = (
  context: AppContext,
  scope: AccessScope,
  id: string,
  proof: PasskeyProof,
): Promise<void> =>
  reauthenticate(context, scope, proof, async (tx) => {
    const { userId, sessionId } = scope.user;
    const [name] = await passkeyRepo(tx).remove(userId, id);
    if (name === undefined) throw notFound('Passkey');
    await endSessions(tx, userId, context.clock(), { besides: sessionId });
    await logUser(tx, {
      userId,
      action: 'user.passkey-removed',
      changes: changesBetween({ passkey: name }, { passkey: null }),
      by: scope.actor,
    });
    await queueSecurityEmail(tx, userId, 'passkey-removed', context.clock());
  });

const toPasskey = ({
  id,
  name,
  created_at,
  last_used_at,
}: Pick<NewPasskey, 'id' | 'name' | 'created_at'> & { last_used_at: Date | null }): Passkey => ({
  id,
  name,
  addedAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});
