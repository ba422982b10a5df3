import { Client } from 'pg';
import { v7 as uuid } from 'uuid';
import type { Statement } from './record.ts';
import type { Request } from './requests.ts';
import type { Step } from './table.ts';

/**
 * The baseline: the least that a request needs, as a developer would write it by hand. No policies, counters, keys or search
 * columns; a list is its rows and their count.
 */
export function plainStatements(name: string, request: Request): Statement[] | undefined {
  const { pathname, searchParams } = new URL(request.path, 'http://bench.test');
  const list = plainLists[pathname.replace('/api/', '')];
  if (request.method === 'GET' && list && /, page \d+$/.test(name) && !name.includes(' by ')) {
    const location = searchParams.get('locationId');
    return [
      {
        name: `${pathname} rows`,
        text: `${list.rows} limit 10 offset $2`,
        values: [location, (Number(searchParams.get('page')) - 1) * 10],
        made: [],
      },
      { name: `${pathname} count`, text: list.count, values: [location], made: [] },
    ];
  }
  const write = plainWrites[name];
  return write && [begin, ...write('plain', request.body ?? {}), commit];
}

const plainLists: Record<string, { rows: string; count: string }> = {
  contacts: {
    rows: `select c.*, l.name, l.city, l.state, l.timezone from contacts c join locations l on l.id = c.home_location_id
            where c.home_location_id = $1 and c.archived_at is null order by c.created_at desc, c.id desc`,
    count: 'select count(*) from contacts where home_location_id = $1 and archived_at is null',
  },
  checkins: {
    rows: `select k.*, c.first_name, c.last_name, c.email from checkins k join contacts c on c.id = k.contact_id
            where k.location_id = $1 order by k.checkin_time desc, k.id desc`,
    count: 'select count(*) from checkins where location_id = $1',
  },
  invoices: {
    rows: `select i.*, c.first_name, c.last_name, c.email, c.phone from invoices i left join contacts c on c.id = i.contact_id
            where i.location_id = $1 order by i.created_at desc, i.id desc`,
    count: 'select count(*) from invoices where location_id = $1',
  },
  ...Object.fromEntries(
    ['memberships', 'sales_items', 'agreements'].map((table) => [
      table.replace('_', '-'),
      {
        rows: `select t.*, l.name from ${table} t join locations l on l.id = t.location_id
                where t.location_id = $1 and t.archived_at is null order by t.created_at desc, t.id desc`,
        count: `select count(*) from ${table} where location_id = $1 and archived_at is null`,
      },
    ]),
  ),
};

const begin: Statement = { text: 'begin', made: [] };
const commit: Statement = { text: 'commit', made: [] };

/** The tables that a write needs, with only the indexes, foreign keys, triggers and policies that it cannot do without. */
const plainTables: Record<string, string> = {
  contacts: 'primary key (id)',
  contact_memberships: 'primary key (id)',
  sales_items: 'primary key (id)',
  checkins: 'primary key (id)',
  invoices: 'primary key (id)',
  invoice_lines: 'primary key (invoice_id, position)',
  payments: 'primary key (id)',
};

export async function makePlainTables(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('drop schema if exists plain cascade; create schema plain');
    for (const [table, key] of Object.entries(plainTables)) {
      await client.query(`create table plain.${table} as table public.${table}; alter table plain.${table} add ${key}`);
    }
    await client.query(
      'create index on plain.contact_memberships (contact_id); create index on plain.checkins (location_id, checkin_time)',
    );
    await client.query(
      'create index on plain.invoices (location_id, created_at); create index on plain.payments (invoice_id)',
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

interface Body {
  contactId: string;
  locationId: string;
  doorId?: string;
  items?: { salesItemId: string; quantity: number }[];
}

const company = '(select company_id from contacts limit 1)';

/** The statements between `begin` and `commit`, on the tables of a schema. */
const plainWrites: Record<string, (schema: string, body: object) => Statement[]> = {
  'check-in': (schema, body) => {
    const { contactId, locationId, doorId } = body as Body;
    const made = [uuid()];
    return [
      {
        name: 'held',
        text: `select c.company_id, m.access_enabled, m.start_date, m.end_date, m.contract_end_date, m.location_id
                 from ${schema}.contacts c left join ${schema}.contact_memberships m on m.contact_id = c.id where c.id = $1`,
        values: [contactId],
        made,
      },
      {
        name: 'checkin',
        text: `insert into ${schema}.checkins (id, company_id, location_id, contact_id, checkin_time, access_granted, door_name)
               values ($1, ${company}, $2, $3, now(), true, $4)`,
        values: [made[0], locationId, contactId, doorId],
        made,
      },
    ];
  },
  'cash sale': (schema, body) => {
    const { contactId, locationId, items = [] } = body as Body;
    const [invoiceId = '', paymentId = ''] = [uuid(), uuid()];
    const made = [invoiceId, paymentId];
    const ids = items.map(({ salesItemId }) => salesItemId);
    return [
      {
        name: 'items',
        text: `select id, name, description, price_cents, is_active from ${schema}.sales_items where id = any ($1)`,
        values: [ids],
        made,
      },
      {
        name: 'invoice',
        text: `insert into ${schema}.invoices (id, company_id, location_id, contact_id, kind, status, description, subtotal_cents, tax_rate, tax_cents,
                 total_cents, paid_cents, due_cents, currency, customer_first_name, customer_last_name, customer_email, customer_phone,
                 location_name, company_name, notes, metadata, created_at, updated_at)
               select $1, company_id, $2, id, 'items', 'paid', 'Sales items purchase: two items', 300, 0.08, 24, 324, 324, 0, 'USD',
                 first_name, last_name, email, phone, 'Bench', 'Bench Fitness', '', '{}', now(), now() from ${schema}.contacts where id = $3`,
        values: [invoiceId, locationId, contactId],
        made,
      },
      {
        name: 'lines',
        text: `insert into ${schema}.invoice_lines (invoice_id, position, company_id, type, item_id, name, description, quantity, price_cents, total_cents)
               select $1, row_number() over () - 1, company_id, 'sales_item', id, name, description, 1, price_cents, price_cents
                 from ${schema}.sales_items where id = any ($2)`,
        values: [invoiceId, ids],
        made,
      },
      {
        name: 'payment',
        text: `insert into ${schema}.payments (id, company_id, invoice_id, kind, amount_cents, method, status, created_at, updated_at)
               values ($1, ${company}, $2, 'payment', 324, 'cash', 'completed', now(), now())`,
        values: [paymentId, invoiceId],
        made,
      },
      {
        name: 'stock',
        text: `update ${schema}.sales_items set inventory_quantity = inventory_quantity - 1 where id = any ($1) and is_physical_item`,
        values: [ids],
        made,
      },
    ];
  },
};

/** From the plain write to Spotter's, with one more feature at each step. Each is measured on its own connections. */
export function toSteps(
  name: string,
  requests: readonly Request[],
  stage: { adminUrl: string; databaseUrl: string },
  companyId: string,
): Step[] {
  const write = plainWrites[name];
  if (!write) return [];
  const scoped = `begin; select set_config('role', 'spotter_app', true), set_config('spotter.companies', '{${companyId}}', true)`;
  const step = (title: string, url: string, work: (body: object) => Statement[]): Step => ({
    name: title,
    url,
    works: requests.map(({ body = {} }) => work(body)),
    measures: [],
  });
  const inSchema = (schema: string) => (body: object) => [begin, ...write(schema, body), commit];
  const withPolicies = (body: object) => {
    const statements = write('public', body);
    return [{ text: scoped, made: statements[0]?.made ?? [] }, ...statements, commit];
  };
  const withoutTriggers = `${stage.adminUrl}?options=-c%20session_replication_role%3Dreplica`;
  return [
    step('plain', stage.adminUrl, inSchema('plain')),
    step('+ indexes', withoutTriggers, inSchema('public')),
    step('+ foreign keys and counters', stage.adminUrl, inSchema('public')),
    step('+ policies', stage.databaseUrl, withPolicies),
    step('+ idempotency', stage.databaseUrl, (body) => withKey(name, companyId, withPolicies(body))),
  ];
}

/** The key is reserved first, and the response is stored with it last. */
function withKey(route: string, companyId: string, [start = begin, ...rest]: Statement[]): Statement[] {
  const made = [...start.made, uuid()];
  const key = [companyId, companyId, route, made.at(-1)];
  return [
    { ...start, made },
    {
      name: 'key',
      text: `insert into idempotency_keys (company_id, user_id, route, key, body_hash) values ($1, $2, $3, $4, '\\x00') on conflict do nothing`,
      values: key,
      made,
    },
    ...rest.slice(0, -1),
    {
      name: 'response',
      text: 'update idempotency_keys set status = 201, response = $5 where company_id = $1 and user_id = $2 and route = $3 and key = $4',
      values: [...key, JSON.stringify({ text: 'x'.repeat(route === 'check-in' ? 300 : 1_200) })],
      made,
    },
    commit,
  ];
}
