import { v7 as uuid } from 'uuid';
import { levels, type Level } from '#domain/shared/access.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Caller, TestServer } from './server.ts';

interface GymRows {
  companyId: string;
  companyName: string;
  /** The location at which all of `users` have their level. */
  locationId: string;
  /** A second location of the company, to which only the admin has access. */
  otherLocationId: string;
  timezone: string;
  /** One person per level: the admin by company role, the others by a direct grant at `locationId`. */
  users: Record<Level, { id: string; email: string }>;
}

export interface Gym extends GymRows {
  /** Callers signed in as these. */
  by: Record<Level, Caller>;
}

interface GymParts {
  timezone?: string;
  salesTaxRate?: number;
  passwordHash?: string | undefined;
}

/** A company with two locations and a person at each level; call it twice for a company and its rival. */
export async function createGym(server: TestServer, parts: GymParts = {}): Promise<Gym> {
  const gym = await gymRows(server.database, parts);
  const by = {} as Gym['by'];
  for (const level of levels) by[level] = await server.as(gym.users[level]);
  return { ...gym, by };
}

let count = 0;

/** The same without callers. */
export async function gymRows(
  database: Database,
  { timezone = 'America/Denver', salesTaxRate = 0.08, passwordHash }: GymParts = {},
): Promise<GymRows> {
  count += 1;
  const companyName = `Gym ${count}`;
  const [companyId, locationId, otherLocationId] = [uuid(), uuid(), uuid()];
  await database.scoped([companyId], async (tx) => {
    await tx.insertInto('companies').values({ id: companyId, name: companyName, email: '' }).execute();
    const place = {
      company_id: companyId,
      city: 'Denver',
      state: 'CO',
      timezone,
      sales_tax_rate: salesTaxRate,
      archived_at: null,
    };
    await tx
      .insertInto('locations')
      .values([
        { id: locationId, name: `${companyName} North`, ...place },
        { id: otherLocationId, name: `${companyName} South`, ...place },
      ])
      .execute();
  });
  const users = {} as Gym['users'];
  for (const level of levels) {
    users[level] = await createUser(database, {
      email: `${level}-${companyId}@gym.test`,
      lastName: level,
      passwordHash,
    });
    const access = { user_id: users[level].id, company_id: companyId };
    await (level === 'admin'
      ? database.unscoped.insertInto('company_admins').values(access).execute()
      : database.scoped([companyId], (tx) =>
          tx
            .insertInto('location_access')
            .values({ ...access, location_id: locationId, access_level: level })
            .execute(),
        ));
  }
  return { companyId, companyName, locationId, otherLocationId, timezone, users };
}

interface UserParts {
  email?: string;
  firstName?: string;
  lastName?: string;
  passwordHash?: string | undefined;
  verified?: boolean;
}

/** A user without any access yet. */
export async function createUser(
  { unscoped }: Database,
  {
    email = `${uuid()}@gym.test`,
    firstName = 'Sam',
    lastName = 'Staff',
    passwordHash,
    verified = true,
  }: UserParts = {},
) {
  const id = uuid();
  await unscoped
    .insertInto('users')
    .values({
      id,
      email,
      first_name: firstName,
      last_name: lastName,
      password_hash: passwordHash ?? null,
      email_verified_at: verified ? new Date() : null,
    })
    .execute();
  return { id, email };
}
