import { sql, type SqlBool } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import type { DeviceOfRequest } from '#server/platform/http/accessScope.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { rateLimits } from '#server/platform/http/rateLimits.ts';

/** Names that fit nobody, from one kiosk in 15 minutes. */
const triesMax = 20;

interface Given {
  readonly name: string;
  readonly phoneLast4: string;
}

/** The only contact of the company with this name and these last digits of the phone. Which of the two was wrong is not said. */
export async function findKioskVisitor(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  device: DeviceOfRequest,
  companyId: string,
  { name, phoneLast4 }: Given,
): Promise<string> {
  const now = clock();
  const limits = rateLimits(database);
  const tries = { subject: `kiosk ${device.id}`, most: triesMax };
  await limits.takeOrRefuse([tries], now, 'Too many tries. Please ask at the desk.');
  const rows = await database.readOnly([companyId], (tx) =>
    tx
      .selectFrom('contacts')
      .select(['id', 'first_name', 'last_name'])
      .where('company_id', '=', companyId)
      .where('archived_at', 'is', null)
      .where('phone', '<>', '')
      .where(sql<SqlBool>`right(phone, 4) = ${phoneLast4}`)
      .execute(),
  );
  const fitting = rows.filter((row) => isSameName(name, { firstName: row.first_name, lastName: row.last_name }));
  const [only] = fitting;
  if (!only || fitting.length > 1)
    throw new Problem(404, 'We could not find you by this name and number. Please ask at the desk.');
  await limits.refund(tries, now);
  return only.id;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Ignores accents and capitals, and accepts the last name first. */
export const isSameName = (typed: string, { firstName, lastName }: { firstName: string; lastName: string }): boolean =>
  [`${firstName} ${lastName}`, `${lastName} ${firstName}`].some(
    (name) => collator.compare(tidy(typed), tidy(name)) === 0,
  );

const tidy = (text: string) => text.replaceAll(/[\s,]+/g, ' ').trim();
