import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { columns } from '#server/platform/database/schema.ts';
import { personTables } from '#server/modules/personal-data/personTables.ts';
import { newFileKey } from '#server/platform/files/store.ts';
import { createGym } from '#tests/support/gym.ts';
import { runErasureJob } from '#tests/support/personalData.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

const stays = ['company_id', 'created_at', 'home_location_id', 'id', 'member_through', 'updated_at'];

test('an erasure empties every column of a contact but its ids and days', async () => {
  const { body: made } = await gym.by.operator.post('/contacts', {
    body: { firstName: 'Ann', lastName: 'Oakley', email: 'ann@oakley.test', homeLocationId: gym.locationId },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const contactId: string = made.contact.id;
  const others = columns.contacts.filter((column) => !stays.includes(column) && column !== 'archived_at');
  const ofType: Record<string, unknown> = {
    text: newFileKey(gym.companyId, 'marks', 'webp'),
    ARRAY: ['Mark'],
    integer: 7,
    date: '1991-03-07',
  };
  const read = async () => {
    const { rows } = await server.database.acrossCompanies((tx) =>
      sql<Record<string, unknown>>`select * from contacts where id = ${contactId}`.execute(tx),
    );
    return rows[0] ?? {};
  };
  await server.database.scoped([gym.companyId], async (tx) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns where table_name = 'contacts'`.execute(
      tx,
    );
    const filled = rows
      .filter(({ name }) => others.some((other) => other === name))
      .map(({ name, type }) => sql`${sql.ref(name)} = ${ofType[type] ?? server.clock.now}`);
    expect(filled).toHaveLength(others.length);
    await sql`update contacts set ${sql.join(filled)} where id = ${contactId}`.execute(tx);
  });
  const before = await read();
  expect(others.filter((column) => [null, ''].includes(before[column] as string))).toEqual([]);

  expect((await gym.by.admin.post(`/contacts/${contactId}/erasure`)).status).toBe(202);
  server.advance({ hours: 24 });
  await runErasureJob(server);

  const after = await read();
  expect(after).toMatchObject({ first_name: 'Erased', last_name: 'contact', tags: [] });
  const left = others.filter((column) => ![null, ''].includes(after[column] as string));
  expect(left.toSorted()).toEqual(['first_name', 'last_name', 'tags']);
});

/** Their rows are removed, at once or later. */
const removed = [
  'contact_blocks',
  'contact_codes',
  'contact_notes',
  'emails',
  'household_members',
  'parked_sales',
  'payment_links',
  'saved_cards',
  'signature_requests',
  'signatures',
  'stripe_customers',
];

/** Emptied, or searched for the contact's name, by `erasePerson`, `erase_from_activity` or `erase_from_texts`. */
const erased = [
  'activity.changes',
  'activity.record_label',
  'contact_memberships.access_reason',
  'contact_memberships.cancel_note',
  'contact_memberships.notes',
  'households.name',
  'invoice_lines.description',
  'invoice_lines.discount_reason',
  'invoice_lines.member_name',
  'invoices.closed_reason',
  'invoices.customer_email',
  'invoices.customer_first_name',
  'invoices.customer_last_name',
  'invoices.customer_phone',
  'invoices.description',
  'invoices.notes',
  // Generated from the customer's name.
  'invoices.search_text',
  'membership_freezes.reason',
  'payments.reference',
  'refunds.reason',
];

const kept = {
  'names of staff, devices and what the company sells': [
    'activity.actor_name',
    'contact_erasures.asked_by_name',
    'contact_memberships.membership_name',
    'contact_memberships.planned_name',
    'disputes.answered_by_name',
    'door_log.device_name',
    'invoice_lines.name',
    'invoices.company_name',
    'invoices.location_name',
    'payments.other_method',
    'plan_changes.name',
  ],
  'words, keys and numbers of ours and of Stripe': [
    'activity.action',
    'activity.record_type',
    'activity.request_id',
    'checkins.door_name',
    'checkins.reason',
    'contact_erasures.refusal',
    'contact_memberships.access_ended_on',
    'contact_memberships.billing_frequency',
    'contact_memberships.cancel_reason',
    'contact_memberships.earlier_ends',
    'contact_memberships.ended_days',
    'contact_memberships.ended_on',
    'contact_memberships.membership_type',
    'contact_memberships.planned_billing_frequency',
    'contact_memberships.planned_type',
    'contact_memberships.renewal_stopped',
    'disputes.id',
    'disputes.reason',
    'disputes.status',
    'door_log.conflict',
    'door_log.door_name',
    'door_log.key',
    'door_log.reason_code',
    'invoice_numbers.number',
    'invoices.currency',
    'invoices.metadata',
    'payment_intents.currency',
    'payment_intents.id',
    'payment_intents.status',
    'payments.failure_message',
    'payments.stripe_payment_intent_id',
    'payments.stripe_refund_id',
    'refunds.lines',
    'refunds.parts',
    'renewals.retry_days',
  ],
  'the number that an accounting program has for the invoice': ['invoices.external_id'],
};

test('every other text about a contact is erased, or stays for a reason: a new one is decided here', async () => {
  const tables = Object.entries(personTables).flatMap(([table, condition]) =>
    condition && table !== 'contacts' && !removed.includes(table) ? [table] : [],
  );
  const { rows } = await server.database.acrossCompanies((tx) =>
    sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name
        from information_schema.columns c
       where c.table_schema = current_schema() and c.table_name = any (${tables}::text[])
         and c.data_type in ('text', 'jsonb', 'ARRAY')
         and not exists (
           select from pg_constraint k
            where k.conrelid = c.table_name::regclass and k.contype = 'c'
              and pg_get_constraintdef(k.oid) ~ ('\\(\\(?' || c.column_name || ' = ANY'))`.execute(tx),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...erased, ...Object.values(kept).flat()].toSorted());
});
