import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import {
  contactDuplicates,
  contactDuplicatesQuery,
  type ContactDuplicatesQuery,
  type DuplicateReason,
} from '#domain/contacts/duplicatesContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns } from '#server/platform/database/schema.ts';
import { toContactSummary } from './rows.ts';

/** The form shows them as a hint and never blocks. */
export const contactDuplicateRoutes =
  ({ database, signUrl: urlOf }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/contacts/duplicates',
      {
        config: { access: 'contacts:read' },
        schema: {
          tags: ['contacts'],
          operationId: 'findDuplicateContacts',
          querystring: contactDuplicatesQuery,
          response: { 200: contactDuplicates },
        },
      },
      async ({ scope, query }) => {
        const places = query.locationId ? [scope.requireLocation(query.locationId)] : scope.locations;
        const companies = [...new Set(places.map(({ companyId }) => companyId))];
        const similar = await database.scoped(scope.companies, (tx) => findSimilarContacts(tx, companies, query));
        return { duplicates: similar.map(({ row, reasons }) => ({ contact: toContactSummary(row, urlOf), reasons })) };
      },
    );
  };

const duplicatesShown = 5;

async function findSimilarContacts(tx: Tx, companyIds: string[], typed: ContactDuplicatesQuery) {
  const { email = null, phone = null, firstName = null, lastName = null, dateOfBirth = null } = typed;
  const { rows: matches } = await sql<{ id: string; reasons: DuplicateReason[] }>`
    select id, array_agg(reason order by reason) as reasons
      from similar_contacts(${companyIds}::uuid[], ${email}, ${phone || null}, ${firstName}, ${lastName}, ${dateOfBirth}::date)
     group by id order by count(*) desc, id limit ${duplicatesShown}`.execute(tx);
  const contacts = await tx
    .selectFrom('contacts')
    .select(columns.contacts)
    .where('id', '=', (eb) => eb.fn.any(eb.val(matches.map(({ id }) => id))))
    .execute();
  return matches.flatMap(({ id, reasons }) => {
    const row = contacts.find((contact) => contact.id === id);
    return row ? [{ row, reasons }] : [];
  });
}
