import type { Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Block, BlockBody } from '#domain/doors/blocksContract.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import { contactsRepo, logContact, type StoredContact } from '#server/modules/contacts/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type ContactBlockTable } from '#server/platform/database/schema.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';

type BlockRow = Selectable<ContactBlockTable>;

export async function listBlocks(tx: Tx, scope: AccessScope, contactId: string): Promise<Block[]> {
  const contact = await requireBlockableContact(tx, scope, await contactsRepo(tx).one(contactId), 'blocks:read');
  const rows = await tx
    .selectFrom('contact_blocks')
    .select(columns.contact_blocks)
    .where('contact_id', '=', contact.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toBlock);
}

export async function addBlock(
  tx: Tx,
  scope: AccessScope,
  contactId: string,
  { reason, until }: BlockBody,
  now: Date,
): Promise<Block> {
  const contact = await requireBlockableContact(
    tx,
    scope,
    await contactsRepo(tx).forNoKeyUpdate(contactId),
    'blocks:write',
  );
  const row = await tx
    .insertInto('contact_blocks')
    .values({
      id: uuid(),
      company_id: contact.company_id,
      contact_id: contact.id,
      reason,
      until_day: until ?? null,
      created_at: now,
      created_by: scope.user.userId,
      created_by_name: scope.actor.name,
    })
    .returning(columns.contact_blocks)
    .executeTakeFirstOrThrow();
  await logContact(tx, scope.actor, contact, 'contact.blocked', changesBetween(null, fields(row)));
  return toBlock(row);
}

export async function removeBlock(tx: Tx, scope: AccessScope, { id, blockId }: { id: string; blockId: string }) {
  const contact = await requireBlockableContact(tx, scope, await contactsRepo(tx).forNoKeyUpdate(id), 'blocks:write');
  const row =
    (await tx
      .deleteFrom('contact_blocks')
      .where('id', '=', blockId)
      .where('contact_id', '=', contact.id)
      .returning(columns.contact_blocks)
      .executeTakeFirst()) ?? raise(notFound('Block'));
  await logContact(tx, scope.actor, contact, 'contact.unblocked', changesBetween(fields(row), null));
}

async function requireBlockableContact(
  tx: Tx,
  scope: AccessScope,
  row: StoredContact | undefined,
  action: 'blocks:read' | 'blocks:write',
): Promise<StoredContact> {
  const contact = requireAccess(scope, row, 'Contact');
  await requireOwnContact(tx, scope, contact, action);
  return contact;
}

const fields = ({ reason, until_day }: BlockRow) => ({ reason, until: until_day });

const toBlock = (row: BlockRow): Block => ({
  id: row.id,
  contactId: row.contact_id,
  reason: row.reason,
  until: row.until_day,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
});
