import { Client } from 'pg';
import { v7 as uuid } from 'uuid';
import { firstNames, lastNames } from '#demo/reference/people.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { ledgerStatements } from './ledger.ts';

export const signIn = { email: 'bench@bench.test', password: 'bench-password' };

export const zone = 'America/Denver';

/** Five locations, each with as many plans, sales items and agreements as a gym may have. */
const locationCount = 5;
const catalogSize = 40;
/** At the largest size every contact checked in once, else ten times. */
const checkinsEach = (contacts: number) => (contacts > 100_000 ? 1 : 10);
/** How many people at the first location have this name, whatever the size. */
export const rareName = { first: 'Thelonious', last: 'Quillfeather', count: 20 };

/** Fills an empty, migrated database with a company of this many contacts and their activity, using set-based SQL only. */
export async function fill(
  adminUrl: string,
  contacts: number,
  activity: readonly string[] = activityStatements(contacts),
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Most triggers and foreign keys are off: the data satisfies them, and the counters are computed at the end.
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set synchronous_commit = off`,
    );
    const indexes = await looseIndexes(client);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await company(client);
    for (const statement of [...catalogStatements(contacts), ...activity, ...ledgerStatements])
      await client.query(statement);
    for (const { definition } of indexes) await client.query(definition);
    await client.query(membershipHistory);
    await client.query('insert into outdated_paid_periods select company_id, id from contact_memberships');
    await client.query('select recount_rows()');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** What its trigger writes for a membership that was never changed. */
const membershipHistory = `
  insert into membership_history (company_id, contact_membership_id, since, location_id, through, renews_until, monthly_cents)
  select t.company_id, m.id, t.since, t.location_id, t.through, t.renews_until, t.monthly_cents
    from contact_memberships m cross join lateral membership_terms(m.id) as t`;

/** Indexes that no constraint needs. Building them after the rows takes a fraction of the time. */
async function looseIndexes(client: Client) {
  const { rows: found } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relname = any ('{contacts,checkins,invoices,invoice_lines,payments,contact_memberships,renewals,activity,ledger_postings,ledger_entries}')
       and not exists (select from pg_constraint where conindid = i.indexrelid)`);
  return found;
}

async function company(client: Client): Promise<void> {
  const [companyId, userId] = [uuid(), uuid()];
  await client.query(`insert into companies (id, name) values ($1, 'Bench Fitness')`, [companyId]);
  await client.query(
    `insert into users (id, email, first_name, last_name, password_hash, email_verified_at) values ($1, $2, 'Bea', 'Bench', $3, now())`,
    [userId, signIn.email, await hashPassword(signIn.password)],
  );
  await client.query('insert into company_admins (user_id, company_id) values ($1, $2)', [userId, companyId]);
  await client.query(
    `insert into locations (id, company_id, name, city, state, timezone, sales_tax_rate)
     select uuidv7(), $1, 'Bench ' || place, place, 'CO', '${zone}', 0.08
       from unnest('{Aspen,Boulder,Denver,Golden,Pueblo}'::text[]) as place`,
    [companyId],
  );
}

/** How many additional check-ins and invoices one person at the first location has. */
export const longHistory = 5_000;

const textArray = (words: readonly string[]) => `'{${words.join(',')}}'::text[]`;
const pick = (words: readonly string[], seed: string) =>
  `(${textArray(words)})[1 + (hashint4(${seed}) & 1073741823) % ${words.length}]`;
/** The oldest, so that no list begins with them. */
const isRare = (contacts: number) => `(i % ${locationCount} = 1 and i > ${contacts - rareName.count * locationCount})`;

/** Repeats one round of `select` `longHistory` times for the second person at the first location. */
const oneRegular = `
  from (select id, company_id, home_location_id, first_name, last_name, email, phone from numbered
         where home_location_id = (select id from locations order by name limit 1) order by i offset 1 limit 1) c
 cross join generate_series(1, ${longHistory}) as i`;

const everyContact = (select: string, extra = '') => `${select} from numbered c ${extra}`;

/** The contacts, numbered in the temporary table `numbered`, and what they can buy. */
function catalogStatements(contacts: number): string[] {
  return [
    `insert into contacts (id, company_id, home_location_id, first_name, last_name, email, phone, city, state, created_at, member_through)
     select uuidv7(), l.company_id, l.id, n.first, n.last, lower(n.first || '.' || n.last || '.' || i || '@example.test'),
            '303' || lpad(i::text, 7, '0'), l.city, l.state, now() - i * interval '40 seconds',
            case i % 4 when 0 then null when 1 then current_date + (i % 700 - 100)::int else 'infinity' end
       from generate_series(1, ${contacts}) as i
       cross join lateral (select
         case when ${isRare(contacts)} then '${rareName.first}' else ${pick(firstNames, 'i')} end as first,
         case when ${isRare(contacts)} then '${rareName.last}' else ${pick(lastNames, '-i')} end as last) as n
       join (select *, row_number() over (order by name) % ${locationCount} as place from locations) l on l.place = i % ${locationCount}`,
    `create temp table numbered as select id, company_id, home_location_id, first_name, last_name, email, phone,
            row_number() over (order by created_at desc)::int as i from contacts`,
    `insert into memberships (id, company_id, location_id, name, description, price_cents, created_at)
     select uuidv7(), l.company_id, l.id, 'Plan ' || i || ' at ' || l.name, 'All hours', 2900 + i, now() - i * interval '1 minute'
       from locations l cross join generate_series(1, ${catalogSize}) as i`,
    `insert into sales_items (id, company_id, location_id, name, description, price_cents, is_active, is_published, created_at)
     select uuidv7(), l.company_id, l.id, 'Item ' || i, 'From the shelf', 100 + i, true, true, now() - i * interval '1 minute'
       from locations l cross join generate_series(1, ${catalogSize}) as i`,
    `insert into agreements (id, company_id, location_id, name, description, display_order, created_at)
     select uuidv7(), l.company_id, l.id, 'Agreement ' || i, 'To be read first', i, now() - i * interval '1 minute'
       from locations l cross join generate_series(1, ${catalogSize}) as i`,
  ];
}

function activityStatements(contacts: number): string[] {
  return [
    everyContact(
      `
     insert into contact_memberships (id, company_id, contact_id, membership_id, location_id, membership_name, membership_type,
            billing_frequency, purchase_price_cents, start_date, end_date, purchase_date, granted_at)
     select uuidv7(), c.company_id, c.id, m.id, c.home_location_id, m.name, m.type, 'monthly', m.price_cents, current_date - 200,
            case i % 4 when 1 then current_date + (i % 700 - 100)::int end, now() - interval '200 days', now()`,
      `join lateral (select id, name, type, price_cents from memberships where location_id = c.home_location_id limit 1) m on i % 4 <> 0`,
    ),
    ...[everyContact(''), oneRegular].map(
      (whose) => `
     insert into invoices (id, company_id, location_id, contact_id, kind, status, description, subtotal_cents, tax_rate, tax_cents,
            total_cents, paid_cents, due_cents, customer_first_name, customer_last_name, customer_email, customer_phone,
            location_name, company_name, created_at, updated_at)
     select uuidv7(), c.company_id, c.home_location_id, c.id, 'items', 'paid', 'Sales items purchase: Item 1', 100 + i % 5000, 0.08, 8,
            108 + i % 5000, 108 + i % 5000, 0, c.first_name, c.last_name, c.email, c.phone, 'Bench', 'Bench Fitness',
            now() - i * interval '50 seconds', now() - i * interval '50 seconds' ${whose}`,
    ),
    `insert into invoice_lines (invoice_id, position, company_id, type, name, quantity, price_cents, total_cents)
     select id, 0, company_id, 'sales_item', 'Item 1', 1, subtotal_cents, subtotal_cents from invoices`,
    `insert into payments (id, company_id, invoice_id, kind, amount_cents, method, status, created_at)
     select uuidv7(), company_id, id, 'payment', total_cents, 'cash', 'completed', created_at from invoices`,
    everyContact(
      `
     insert into checkins (id, company_id, location_id, contact_id, checkin_time, access_granted, reason, door_name)
     select uuidv7(), c.company_id, c.home_location_id, c.id, now() - (i + visit * ${contacts}) * interval '7 seconds',
            (i + visit) % 12 <> 0, case when (i + visit) % 12 = 0 then 'Membership expired' end, 'Front Desk'`,
      `cross join generate_series(0, ${checkinsEach(contacts) - 1}) as visit`,
    ),
    `insert into checkins (id, company_id, location_id, contact_id, checkin_time, access_granted, door_name)
     select uuidv7(), c.company_id, c.home_location_id, c.id, now() - i * interval '3 hours', true, 'Front Desk' ${oneRegular}`,
  ];
}
