import { sql, type SqlBool } from 'kysely';
import type { SignUpBody } from '#domain/sign-ups/contract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { addContact, writeNote, type StoredContact } from '#server/modules/contacts/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { badRequest } from '#server/platform/http/problem.ts';

/** A known contact stays as they are, and gets a note of what was typed. */
export async function signUp(
  tx: Tx,
  scope: AccessScope,
  { locationId, message, ...person }: Omit<SignUpBody, 'website'>,
  page: string,
  now: Date,
): Promise<void> {
  const home = locationId === undefined ? onlyLocation(scope) : scope.requireLocation(locationId);
  const existing = await findByEmail(tx, home.companyId, person.email);
  const contact = existing ?? (await addContact(tx, scope, { ...person, tags: ['website'], homeLocationId: home.id }));
  const typed = [fullName(person), person.phone].filter(Boolean).join(', ');
  const lines = [existing ? `Signed up again on ${page} as ${typed}` : `Signed up on ${page}`, message];
  await writeNote(tx, scope, contact, lines.filter(Boolean).join('\n'), now);
}

function onlyLocation({ locations }: AccessScope) {
  const [only, ...others] = locations;
  if (!only || others.length > 0) throw badRequest(locationMissing, { locationId: locationMissing });
  return only;
}

const locationMissing = 'Location is required';

const findByEmail = (tx: Tx, companyId: string, email: string): Promise<StoredContact | undefined> =>
  tx
    .selectFrom('contacts')
    .select(columns.contacts)
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`lower(email) = lower(${email})`)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
