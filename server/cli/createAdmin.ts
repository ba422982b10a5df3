import { parseArgs } from 'node:util';
import { addMinutes } from 'date-fns';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { exclusively } from '#server/db/exclusively.ts';
import { authRepo } from '#server/resources/auth/auth.repo.ts';
import { newMailedToken } from '#server/resources/auth/mailedTokens.ts';
import { StartupError } from '#server/startupError.ts';
import { onGround } from './onGround.ts';

const name = z.string('is required').trim().min(1, 'is required').max(100, 'may have 100 characters at most');
const answers = z.object({
  email: z.string('is required').trim().max(254).pipe(z.email('is no e-mail address')),
  'first-name': name,
  'last-name': name,
  company: name,
});
type Answers = z.output<typeof answers>;

const linkMinutes = 60;

/** Makes an admin, or makes an existing user one, and prints a link to set the password. Works beside a server. */
export async function createAdmin(config: Config, args: string[]): Promise<void> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { email: option, 'first-name': option, 'last-name': option, company: option } });
  const { data, error } = answers.safeParse(values);
  if (!data) throw new StartupError(error.issues.map((issue) => `--${issue.path.join('.')} ${issue.message}`).join('\n'));
  await onGround(config, async ({ database, databaseUrl }) => {
    const userId = await exclusively(databaseUrl, 'create-admin', () => ensureAdmin(database, data));
    const { token, hash } = newMailedToken();
    const now = new Date();
    const expires_at = addMinutes(now, linkMinutes);
    await authRepo(database).replaceToken({ token_hash: hash, user_id: userId, purpose: 'reset', expires_at }, now);
    console.log(`${data.email} is an admin of ${data.company}`);
    console.log(`Set the password within an hour: ${config.publicUrl}/change-password?token=${token}`);
  });
}

async function ensureAdmin(database: Database, data: Answers): Promise<string> {
  const companyId = await ensureCompany(database, data.company);
  const userId = (await authRepo(database).userByEmail(data.email))?.id ?? uuid();
  await database.accounts
    .insertInto('users')
    .values({ id: userId, email: data.email, first_name: data['first-name'], last_name: data['last-name'], email_verified_at: new Date() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ email_verified_at: new Date() }))
    .execute();
  await database.scoped([companyId], (tx) =>
    tx.insertInto('company_admins').values({ user_id: userId, company_id: companyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return userId;
}

async function ensureCompany(database: Database, company: string): Promise<string> {
  const known = await database.scoped(await database.everyCompany(), (tx) =>
    tx.selectFrom('companies').select('id').where('name', '=', company).orderBy('id').executeTakeFirst(),
  );
  if (known) return known.id;
  const id = uuid();
  await database.scoped([id], (tx) => tx.insertInto('companies').values({ id, name: company }).execute());
  return id;
}
