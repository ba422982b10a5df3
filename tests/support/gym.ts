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
  const callers = await server.asEach(levels.map((level) => gym.users[level]));
  const by = Object.fromEntries(levels.map((level, index) => [level, callers[index]])) as Gym['by'];
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
  const people = levels.map((level) =>
    userRow({ email: `${level}-${companyId}@gym.test`, lastName: level, passwordHash }),
  );
  const users = {} as GymRows['users'];
  levels.forEach((level, index) => {
    const { id = '', email = '' } = people[index] ?? {};
    users[level] = { id, email };
  });
  // One transaction: many tests begin with a gym of their own.
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
    await tx.insertInto('users').values(people).execute();
    await tx.insertInto('company_admins').values({ user_id: users.admin.id, company_id: companyId }).execute();
    const granted = levels.filter((level) => level !== 'admin');
    await tx
      .insertInto('location_access')
      .values(
        granted.map((level) => ({
          user_id: users[level].id,
          company_id: companyId,
          location_id: locationId,
          access_level: level,
        })),
      )
      .execute();
  });
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
export async function createUser({ unscoped }: Database, parts: UserParts = {}) {
  const row = userRow(parts);
  await unscoped.insertInto('users').values(row).execute();
  return { id: row.id, email: row.email };
}

/** Gives a user the access of a company's admin. */
export const makeAdmin = ({ unscoped }: Database, userId: string, companyId: string) =>
  unscoped.insertInto('company_admins').values({ user_id: userId, company_id: companyId }).execute();

const userRow = ({
  email = `${uuid()}@gym.test`,
  firstName = 'Sam',
  lastName = 'Staff',
  passwordHash,
  verified = true,
}: UserParts) => ({
  id: uuid(),
  email,
  first_name: firstName,
  last_name: lastName,
  password_hash: passwordHash ?? null,
  email_verified_at: verified ? new Date() : null,
});
