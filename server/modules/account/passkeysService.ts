import type { Passkey, PasskeyBody, PasskeyOptions, PasskeyProof } from '#domain/auth/passkeysContract.ts';
import { changesBetween, logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope, RequestUser } from '#server/platform/http/accessScope.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { endSessions, type NewPasskey, passkeyRepo, passkeys } from '#server/modules/auth/index.ts';
import { reauthentication } from './reauthentication.ts';

const passkeysMax = 20;

export function accountPasskeys(context: AppContext) {
  const { database, clock } = context;
  const { unscoped } = database;
  const { creationOptions, newPasskey } = passkeys(context);
  const reauthenticate = reauthentication(context);

  return {
    list: async ({ userId }: RequestUser): Promise<Passkey[]> =>
      (await passkeyRepo(unscoped).ofUser(userId)).map(toPasskey),

    async begin(scope: AccessScope, proof: PasskeyProof): Promise<PasskeyOptions> {
      const { userId, email, firstName, lastName } = scope.user;
      await reauthenticate(scope, proof, async () => undefined);
      return creationOptions({ id: userId, email, name: `${firstName} ${lastName}`.trim() });
    },

    /** Adding a passkey counts as both factors for the session that adds it. */
    async add(
      { user: { userId, sessionId }, actor }: AccessScope,
      body: PasskeyBody,
      device: string,
    ): Promise<Passkey> {
      const passkey = await newPasskey(userId, body, device);
      await unscoped.transaction().execute(async (tx) => {
        await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow();
        const repo = passkeyRepo(tx);
        if ((await repo.ofUser(userId)).length >= passkeysMax)
          throw conflict(`You have ${passkeysMax} passkeys. Remove one first.`);
        if (!(await repo.add(passkey))) throw conflict('This passkey has already been added');
        await repo.noteSession(sessionId);
        await logUser(tx, {
          userId,
          action: 'user.passkey-added',
          changes: changesBetween({ passkey: null }, { passkey: device }),
          by: actor,
        });
      });
      return toPasskey({ ...passkey, last_used_at: null });
    },

    /** Ends the person's other sessions, which it may have started. */
    remove: (scope: AccessScope, id: string, proof: PasskeyProof): Promise<void> =>
      reauthenticate(scope, proof, async (tx) => {
        const { userId, sessionId } = scope.user;
        const [name] = await passkeyRepo(tx).remove(userId, id);
        if (name === undefined) throw notFound('Passkey');
        await endSessions(tx, userId, clock(), { besides: sessionId });
        await logUser(tx, {
          userId,
          action: 'user.passkey-removed',
          changes: changesBetween({ passkey: name }, { passkey: null }),
          by: scope.actor,
        });
      }),
  };
}

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
