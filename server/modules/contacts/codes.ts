import { randomInt } from 'node:crypto';
import { reasonTexts } from '#domain/checkins/reasons.ts';
import { codeCharacters, codeLength, isCode } from '#domain/contacts/memberCode.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import { emailCheckinCode } from '#server/modules/email-queue/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, Problem } from '#server/platform/http/problem.ts';
import { contactsRepo } from './repo.ts';
import { logContact } from './logContact.ts';
import type { StoredContact } from './rows.ts';

function newCode(): string {
  const characters = Array.from({ length: codeLength }, () => codeCharacters[randomInt(codeCharacters.length)]);
  const code = characters.join('');
  return isCode(code) ? code : newCode();
}

/** Made when it is read for the first time. */
export async function readContactCode(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<string> {
  const contact = await lockContact(tx, scope, id);
  return (await findCurrentCode(tx, contact.id)) ?? addCode(tx, scope, contact, 'contact.code-created', now);
}

/** Goes to the contact's own address. A contact without a code gets one. */
export async function emailContactCode(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<StoredContact> {
  const contact = await lockContact(tx, scope, id);
  if (!(await findCurrentCode(tx, contact.id))) await addCode(tx, scope, contact, 'contact.code-created', now);
  await emailCheckinCode(tx, contact, now);
  await logContact(tx, scope.actor, contact, 'contact.code-sent', changesBetween(null, { email: contact.email }));
  return contact;
}

/** The old one ends. */
export async function replaceContactCode(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<string> {
  const contact = await lockContact(tx, scope, id);
  const ended = await tx
    .updateTable('contact_codes')
    .set({ ended_at: now })
    .where('contact_id', '=', contact.id)
    .where('ended_at', 'is', null)
    .returning('code')
    .execute();
  return addCode(tx, scope, contact, ended.length > 0 ? 'contact.code-replaced' : 'contact.code-created', now);
}

/** The contact of a code. Refuses one that nobody of the company has, and one that was replaced. */
export async function findContactByCode(tx: Tx, code: string, companyId: string): Promise<string> {
  const row = await findCode(tx, code, companyId);
  if (!row) throw new Problem(404, reasonTexts.unknown_code);
  if (row.ended_at) throw conflict(reasonTexts.replaced_code);
  return row.contact_id;
}

/** Finds replaced codes too. Undefined when nobody has it. */
export const findCode = (tx: Tx, code: string, companyId: string) =>
  tx
    .selectFrom('contact_codes as k')
    .innerJoin('contacts as c', 'c.id', 'k.contact_id')
    .select(['k.contact_id', 'k.ended_at'])
    .where('k.code', '=', code)
    .where('k.company_id', '=', companyId)
    .where('c.archived_at', 'is', null)
    .executeTakeFirst();

/** Refused where the caller may not read the code. */
export async function requireCodeContact(
  tx: Tx,
  scope: AccessScope,
  id: string,
  row: Promise<StoredContact | undefined> = contactsRepo(tx).one(id),
): Promise<StoredContact> {
  const contact = requireAccess(scope, await row, 'Contact');
  await requireOwnContact(tx, scope, contact, 'contacts:code');
  return contact;
}

/** Two who read it at once wait for one another. */
const lockContact = (tx: Tx, scope: AccessScope, id: string) =>
  requireCodeContact(tx, scope, id, contactsRepo(tx).forNoKeyUpdate(id));

export async function findCurrentCode(tx: Tx, contactId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('contact_codes')
    .select('code')
    .where('contact_id', '=', contactId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.code;
}

async function addCode(
  tx: Tx,
  scope: AccessScope,
  contact: StoredContact,
  action: 'contact.code-created' | 'contact.code-replaced',
  now: Date,
): Promise<string> {
  const code = newCode();
  await tx
    .insertInto('contact_codes')
    .values({ code, company_id: contact.company_id, contact_id: contact.id, created_at: now, ended_at: null })
    .execute();
  await logContact(tx, scope.actor, contact, action);
  return code;
}
