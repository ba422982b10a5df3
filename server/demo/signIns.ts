import { levelLabels } from '#domain/rules/access.ts';
import type { Database } from '#server/db/database.ts';
import { demoPassword, demoUsers, harbor, ironPeak } from './reference/gyms.ts';

const companies = [ironPeak, harbor];
const nameOf = (key: string) =>
  [...companies, ...companies.flatMap(({ locations }) => locations)].find((place) => place.key === key)?.name ?? key;

/** Gives the lines that tell a person how to sign in to the demo; none where its people are not in the database. */
export async function demoSignIns({ unscoped }: Database): Promise<string[]> {
  const emails = demoUsers.map(({ email }) => email);
  const there = await unscoped.selectFrom('users').select('email').where('email', 'in', emails).execute();
  if (there.length === 0) return [];
  const people = demoUsers.map(({ email, adminOf, access = {} }) => {
    const levels = Object.entries(access).map(([location, level]) => `${levelLabels[level]} at ${nameOf(location)}`);
    return `  ${email.padEnd(20)}${adminOf ? `Admin of ${nameOf(adminOf)}` : levels.join(', ')}`;
  });
  return [`Sign in with the password ${demoPassword} as`, ...people];
}
