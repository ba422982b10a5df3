import { addHours } from 'date-fns';
import { erasureHours } from '#domain/personal-data/contract.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { logContact } from '#server/modules/contacts/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type ContactErasureRow } from '#server/platform/database/schema.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { findRefusals } from './erasureRefusals.ts';
import { requirePerson } from './readPerson.ts';

/** 409 with the reasons while something runs or is not settled. */
export async function askErasure(tx: Tx, scope: AccessScope, contactId: string, now: Date): Promise<ContactErasureRow> {
  const contact = await requirePerson(tx, scope, contactId);
  const asked = await tx
    .selectFrom('contact_erasures')
    .select('contact_id')
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
  if (asked) throw conflict('The erasure of this contact was asked for already');
  const refusals = await findRefusals(tx, contactId, now);
  if (refusals.length > 0) throw conflict(`This contact cannot be erased yet. ${refusals.join(' ')}`);
  const row = await tx
    .insertInto('contact_erasures')
    .values({
      contact_id: contactId,
      company_id: contact.company_id,
      asked_at: now,
      asked_by: scope.user.userId,
      asked_by_name: scope.actor.name,
      due_at: addHours(now, erasureHours),
    })
    .returning(columns.contact_erasures)
    .executeTakeFirstOrThrow();
  await logContact(tx, scope.actor, contact, 'contact.erasure-asked', changesBetween(null, { dueAt: row.due_at }));
  return row;
}

export async function takeBackErasure(tx: Tx, scope: AccessScope, contactId: string): Promise<void> {
  const contact = await requirePerson(tx, scope, contactId);
  const { numDeletedRows } = await tx
    .deleteFrom('contact_erasures')
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('Erasure');
  await logContact(tx, scope.actor, contact, 'contact.erasure-canceled');
}
