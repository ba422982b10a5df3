import { v7 as uuid } from 'uuid';
import type { LoginResponse } from '#domain/auth/contract.ts';
import type { SetupRequest } from '#domain/setup/contract.ts';
import { passwordTooCommon } from '#domain/auth/password.ts';
import { changesBetween, logActivity, logRecord, setScope } from '#server/modules/activity/index.ts';
import { userActor, type Actor } from '#server/platform/http/actors.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest, conflict, notFound } from '#server/platform/http/problem.ts';
import { startSession, hashPassword, isCommonPassword, newEmailedToken } from '#server/modules/auth/index.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { companyRepo, loggedCompany, ownCompany } from '#server/modules/companies/index.ts';
import { locationRepo, loggedLocation, requireKnownTimeZone } from '#server/modules/locations/index.ts';

/** Creates a new setup token, which replaces the previous one. Undefined once a user exists. */
export async function createSetupToken({ unscoped }: Database): Promise<string | undefined> {
  if (await hasUsers(unscoped)) return undefined;
  const { token, hash } = newEmailedToken();
  await unscoped
    .insertInto('setup_token')
    .values({ token_hash: hash })
    .onConflict((conflicting) => conflicting.column('only_row').doUpdateSet({ token_hash: hash }))
    .execute();
  return token;
}

export async function isSetupOpen({ unscoped }: Database, token: string): Promise<boolean> {
  return !(await hasUsers(unscoped)) && (await matchesToken(unscoped, token));
}

/** Creates the first user, their company and its first location in one transaction, and signs the user in. */
export async function setUp(
  context: AppContext,
  { token, ...body }: SetupRequest,
  { userAgent, requestId }: { userAgent: string | undefined; requestId: string },
): Promise<LoginResponse> {
  const { unscoped } = context.database;
  // Before the password is hashed, which is expensive: anyone may call this.
  await requireOpenSetup(unscoped, token);
  if (isCommonPassword(body.password)) throw badRequest(passwordTooCommon, { password: passwordTooCommon });
  const password_hash = await hashPassword(body.password);
  const now = context.clock();
  const user = { id: uuid(), first_name: body.firstName, last_name: body.lastName, email: body.email };
  await unscoped.transaction().execute(async (tx) => {
    // Of two requests at once, the second waits here until the first one has created its user.
    await tx.selectFrom('setup_token').select('token_hash').forUpdate().execute();
    await requireOpenSetup(tx, token);
    await tx
      .insertInto('users')
      .values({ ...user, password_hash, email_verified_at: now })
      .execute();
    await insertCompany(tx, userActor({ userId: user.id, ...body }, requestId), user.id, body);
    await tx.deleteFrom('setup_token').execute();
  });
  return startSession(context, user, now, { userAgent });
}

async function insertCompany(tx: Tx, actor: Actor, userId: string, body: Omit<SetupRequest, 'token'>): Promise<void> {
  const companyId = uuid();
  await setScope(tx, [companyId]);
  await requireKnownTimeZone(tx, 'location.timezone', body.location.timezone);
  const company = await companyRepo(tx).add({ id: companyId, name: body.companyName });
  await companyRepo(tx).addAdmin(userId, companyId);
  const { name, timezone, country, state = '', city = '', salesTaxRate } = body.location;
  const location = await locationRepo(tx).add({
    id: uuid(),
    company_id: companyId,
    name,
    timezone,
    country,
    state,
    city,
    sales_tax_rate: salesTaxRate,
    archived_at: null,
  });
  await logRecord(tx, actor, loggedCompany, { after: ownCompany(company) });
  await logRecord(tx, actor, loggedLocation, { after: location });
  await logActivity(tx, actor, {
    companyId,
    action: 'user.created',
    recordId: userId,
    label: actor.name,
    locationId: null,
    changes: changesBetween(null, { role: 'admin' }),
  });
}

async function requireOpenSetup(db: Tx, token: string): Promise<void> {
  // The token is read first: a concurrent setup adds the user and removes the token in one commit, and is then reported as a conflict.
  const isRightToken = await matchesToken(db, token);
  if (await hasUsers(db)) throw conflict('Spotter is already set up');
  if (!isRightToken) throw notFound('Setup link');
}

async function hasUsers(db: Tx): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function matchesToken(db: Tx, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('setup_token')
    .select('token_hash')
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst();
  return row !== undefined;
}
