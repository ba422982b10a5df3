import { sql } from 'kysely';
import type { ContactDuplicatesQuery, DuplicateReason } from '#domain/contacts/duplicatesContract.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';

const duplicatesShown = 5;

export async function similarContacts(tx: Tx, companyIds: string[], typed: ContactDuplicatesQuery) {
  const { email = null, phone = null, firstName = null, lastName = null, dateOfBirth = null } = typed;
  const { rows: found } = await sql<{ id: string; reasons: DuplicateReason[] }>`
    select id, array_agg(reason order by reason) as reasons
      from similar_contacts(${companyIds}::uuid[], ${email}, ${phone || null}, ${firstName}, ${lastName}, ${dateOfBirth}::date)
     group by id order by count(*) desc, id limit ${duplicatesShown}`.execute(tx);
  const contacts = await tx
    .selectFrom('contacts')
    .select(columns.contacts)
    .where('id', '=', (eb) => eb.fn.any(eb.val(found.map(({ id }) => id))))
    .execute();
  return found.flatMap(({ id, reasons }) => {
    const row = contacts.find((contact) => contact.id === id);
    return row ? [{ row, reasons }] : [];
  });
}
