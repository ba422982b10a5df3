import type { Selectable } from 'kysely';
import bowser from 'bowser';
import type { LoginResponse, SignInOutcome } from '#domain/auth/contract.ts';
import type { UserTable } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { SecurityEvent } from '#server/platform/http/logging.ts';
import { signToken } from '#server/platform/http/tokens.ts';
import { mayAsCompany } from '#domain/shared/access.ts';
import { listLocations } from '#server/modules/locations/index.ts';
import { readChecklist } from '#server/modules/settings/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { accessHash, readSessionAccess } from '#server/platform/http/authentication.ts';
import { authRepo } from './repo.ts';
import { deviceCookies } from './deviceCookies.ts';
import { challengeSecondFactor } from './secondFactors.ts';

export interface Client {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
  cookies: string | undefined;
  log: (event: SecurityEvent, userId: string | null) => void;
}

export interface WithDeviceCookie {
  deviceCookie: string;
}

type SignedInUser = Pick<Selectable<UserTable>, 'id' | 'first_name' | 'last_name' | 'email'>;

interface SessionStart {
  readonly userAgent: string | undefined;
  readonly isByPasskey?: boolean;
}

/** A session, or the question for the second factor. */
export const signIn = async (
  context: AppContext,
  user: SignedInUser,
  now: Date,
  userAgent: string | undefined,
): Promise<SignInOutcome> =>
  (await challengeSecondFactor(context, user.id)) ?? startSession(context, user, now, { userAgent });

export async function startSession(
  { config, database }: AppContext,
  user: SignedInUser,
  now: Date,
  { userAgent, isByPasskey = false }: SessionStart,
): Promise<LoginResponse> {
  const repo = authRepo(database);
  const session = await repo.startSession(user.id, now, deviceName(userAgent), isByPasskey);
  const [token, userCompanies, firstPage] = await Promise.all([
    signToken(config.appSecret, session, now),
    repo.companiesOf(user.id),
    readFirstPage(database, session.id),
  ]);
  return {
    token,
    user: {
      id: user.id,
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      userCompanies,
    },
    ...firstPage,
  };
}

export async function startSessionOnDevice(
  context: AppContext,
  userId: string,
  now: Date,
  start: SessionStart,
): Promise<LoginResponse & WithDeviceCookie> {
  const user = await context.database.unscoped
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...(await startSession(context, user, now, start)),
    deviceCookie: deviceCookies(context.config).issue(user.email.toLowerCase(), now),
  };
}

/** 'Chrome on Windows', 'Safari on iPhone'. */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os, platform } = bowser.parse(userAgent);
  const system = (os.name === 'iOS' && platform.model) || os.name;
  if (!browser.name) return system ? `Unknown browser on ${system}` : 'Unknown device';
  return system ? `${browser.name} on ${system}` : browser.name;
}

/** The console would ask for it next. Whoever must turn on a second factor first may not read it yet. */
async function readFirstPage(
  database: Database,
  sessionId: string,
): Promise<Pick<LoginResponse, 'access' | 'locations' | 'checklist'>> {
  const user = await readSessionAccess(database, sessionId);
  if (!user) return {};
  const access = accessHash(user);
  if (user.needsSecondFactor) return { access };
  const [company, another] = user.companies.filter(({ role }) => mayAsCompany(role, 'checklist:read'));
  const companies = user.companies.map(({ id }) => id);
  return database.readOnly(companies, async (tx) => ({
    access,
    locations: await listLocations(tx, user),
    ...(company && !another && { checklist: await readChecklist(tx, company.id) }),
  }));
}
