import { parseArgs } from 'node:util';
import { addMinutes } from 'date-fns';
import { v7 as uuid } from 'uuid';
import { sql } from 'kysely';
import { z } from 'zod';
import { changesBetween, logActivity, logRecord } from '#server/modules/activity/index.ts';
import { operatorActor } from '#server/platform/http/actors.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { withAdvisoryLock } from '#server/platform/database/withAdvisoryLock.ts';
import { companyRepo, loggedCompany, ownCompany } from '#server/modules/companies/index.ts';
import { authRepo, newEmailedToken } from '#server/modules/auth/index.ts';
import { usersRepo } from '#server/modules/users/index.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { withNewServices, withServices } from './withServices.ts';

const name = z.string('is required').trim().min(1, 'is required').max(100, 'may have 100 characters at most');
const responses = z
  .object({
    email: z.string('is required').trim().max(254).pipe(z.email('is not an email address')),
    'first-name': name,
    'last-name': name,
    company: name.optional(),
    'company-id': z.uuid('is no id of a company').optional(),
  })
  .refine(({ company, 'company-id': id }) => (company === undefined) !== (id === undefined), {
    message: 'is for a new company, --company-id for one that is there: give one of them',
    path: ['company'],
  });
type Responses = z.output<typeof responses>;

const linkMinutes = 60;

/** The company is new or an existing one, and so is the user. Prints a link to set the password. Can run next to a server. */
export async function createAdmin(config: Config, args: string[]): Promise<void> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { email: option, 'first-name': option, 'last-name': option, company: option, 'company-id': option },
  });
  const { data, error } = responses.safeParse(values);
  if (!data)
    throw new StartupError(error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`).join('\n'));
  const open = data['company-id'] ? withServices : withNewServices;
  await open(config, async ({ database }) => {
    const { userId, company } = await withAdvisoryLock(
      database.unscoped,
      sql`hashtext('spotter'), hashtext('create-admin')`,
      () => ensureAdmin(database, data),
    );
    const { token, hash } = newEmailedToken();
    const now = new Date();
    const expires_at = addMinutes(now, linkMinutes);
    await authRepo(database).replaceToken({ token_hash: hash, user_id: userId, purpose: 'reset', expires_at }, now);
    console.log(`${data.email} is an admin of ${company.name} (--company-id ${company.id})`);
    console.log(`Set the password within an hour: ${config.publicUrl}/change-password?token=${token}`);
  });
}

interface Company {
  id: string;
  name: string;
}

async function ensureAdmin(database: Database, data: Responses): Promise<{ userId: string; company: Company }> {
  const company = await findOrCreateCompany(database, data);
  const userId = (await authRepo(database).userByEmail(data.email))?.id ?? uuid();
  await database.scoped([company.id], async (tx) => {
    const { first_name, last_name } = await tx
      .insertInto('users')
      .values({
        id: userId,
        email: data.email,
        first_name: data['first-name'],
        last_name: data['last-name'],
        email_verified_at: new Date(),
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ email_verified_at: new Date() }))
      .returning(['first_name', 'last_name'])
      .executeTakeFirstOrThrow();
    const repo = usersRepo(tx, company.id);
    await repo.setAccess(userId, { role: 'admin', locations: [] });
    await repo.setState(userId, { status: 'active', invitation_hash: null, invitation_expires_at: null });
    const user = { companyId: company.id, recordId: userId, label: `${first_name} ${last_name}`, locationId: null };
    await logActivity(tx, operatorActor, {
      ...user,
      action: 'user.access-given',
      changes: changesBetween(null, { role: 'admin' }),
    });
  });
  return { userId, company };
}

/** A typo must not make someone the admin of another gym: a name that exists is refused. */
async function findOrCreateCompany(
  database: Database,
  { company: newName = '', 'company-id': wanted }: Responses,
): Promise<Company> {
  const all = await database.scoped(await database.everyCompany(), (tx) =>
    tx.selectFrom('companies').select(['id', 'name']).orderBy('id').execute(),
  );
  if (wanted) {
    const company = all.find(({ id }) => id === wanted.toLowerCase());
    if (!company) throw new StartupError(`There is no company with the id ${wanted}`);
    return company;
  }
  const plain = (text: string) => text.trim().toLowerCase();
  const same = all.filter((other) => plain(other.name) === plain(newName));
  if (same.length > 0) {
    const lines = same.map((company) => `  --company-id ${company.id}   ${company.name}`);
    throw new StartupError(
      [
        `There is a company of that name already. To make an admin of it, give its id instead of --company:`,
        ...lines,
      ].join('\n'),
    );
  }
  const id = uuid();
  await database.scoped([id], async (tx) => {
    const company = await companyRepo(tx).add({ id, name: newName });
    await logRecord(tx, operatorActor, loggedCompany, { after: ownCompany(company) });
  });
  return { id, name: newName };
}
