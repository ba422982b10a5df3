import { v7 as uuid } from 'uuid';
import { Client } from 'pg';
import { frontDeskDoor } from '#domain/shared/limits.ts';
import { longHistory, rareName } from './data.ts';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** One line of the table: requests that are sent in turn. */
interface Row {
  readonly name: string;
  readonly requests: readonly Request[];
}

/** Headers and body as they are sent; each write is a new attempt. */
export const outgoing = ({ method, body }: Request, token: string) => ({
  headers: {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'idempotency-key': uuid() }),
  },
  ...(body && { body: JSON.stringify(body) }),
});

/** These grow with the gym. */
const longLists = ['contacts', 'checkins', 'invoices'] as const;
const catalog = ['memberships', 'sales-items', 'agreements'] as const;
const sorts = [
  { list: 'contacts', by: 'name', sortBy: 'firstName', sortOrder: 'asc' },
  { list: 'invoices', by: 'total', sortBy: 'total', sortOrder: 'desc' },
  { list: 'checkins', by: 'result', sortBy: 'accessGranted', sortOrder: 'asc' },
] as const;
const commonParts = ['Harper', 'okaf', 'ander', 'Wright', 'jack', 'Santo', 'iver', 'Zoe'];

/** Every request of the table, at the first location; the console sends the same parameters. */
export async function rowsFor(databaseUrl: string): Promise<Row[]> {
  const { locationId, contacts, items, regular } = await people(databaseUrl);
  const get = (path: string, parameters: Record<string, string> = {}): Request => ({
    method: 'GET',
    path: `/api/${path}?${new URLSearchParams({ page: '1', limit: '10', locationId, ...parameters }).toString()}`,
  });
  const post = (path: string, body: object): Request => ({ method: 'POST', path: `/api/${path}`, body });
  return [
    ...longLists.flatMap((list) => [
      { name: `${list}, page 1`, requests: [get(list)] },
      { name: `${list}, page 100`, requests: [get(list, { page: '100' })] },
    ]),
    ...catalog.map((list) => ({ name: `${list}, page 1`, requests: [get(list)] })),
    ...sorts.flatMap(({ list, by, ...sort }) => [
      { name: `${list} by ${by}, page 1`, requests: [get(list, sort)] },
      { name: `${list} by ${by}, page 100`, requests: [get(list, { ...sort, page: '100' })] },
    ]),
    ...(['checkins', 'invoices'] as const).map((list) => ({
      name: `${list} of one with ${longHistory.toLocaleString('en-US')}`,
      requests: [get(list, { contactId: regular }), get(list, { contactId: regular, page: '100' })],
    })),
    { name: 'contacts, members', requests: [get('contacts', { memberFilter: 'members' })] },
    {
      name: 'search, 20 found',
      requests: [rareName.last, rareName.first, 'quillf', 'lonious'].map((search) => get('contacts', { search })),
    },
    { name: 'search, common part', requests: commonParts.map((search) => get('contacts', { search })) },
    {
      name: 'check-in',
      requests: contacts.map((contactId) => post('checkins', { contactId, locationId, doorId: frontDeskDoor })),
    },
    {
      name: 'cash sale',
      requests: contacts.map((contactId, index) =>
        post('sales-items/purchase', {
          contactId,
          locationId,
          paymentMethod: 'cash',
          items: [0, 1].map((step) => ({ salesItemId: items[(index + step) % items.length], quantity: 1 + step })),
        }),
      ),
    },
  ];
}

async function people(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set role spotter_maintenance');
    const ids = async (sql: string, values: unknown[] = []) =>
      (await client.query<{ id: string }>(sql, values)).rows.map((row) => row.id);
    const [locationId = ''] = await ids('select id from locations order by name limit 1');
    return {
      locationId,
      contacts: await ids(
        `select id from contacts where home_location_id = $1 and member_through = 'infinity' order by id limit 64`,
        [locationId],
      ),
      regular:
        (
          await ids(
            'select contact_id as id from checkins where location_id = $1 group by 1 order by count(*) desc limit 1',
            [locationId],
          )
        )[0] ?? '',
      items: await ids('select id from sales_items where location_id = $1 order by id limit 64', [locationId]),
    };
  } finally {
    await client.end();
  }
}

/** Creates a session of the benchmark's user and returns its token. */
export async function openSession(
  databaseUrl: string,
  sign: (session: { id: string; userId: string; expiresAt: Date }) => Promise<string>,
) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const session = { id: uuid(), expiresAt: new Date(Date.now() + 12 * 3_600_000) };
    const { rows } = await client.query<{ user_id: string }>(
      'insert into sessions (id, user_id, expires_at) select $1, id, $2 from users limit 1 returning user_id',
      [session.id, session.expiresAt],
    );
    return await sign({ ...session, userId: rows[0]?.user_id ?? '' });
  } finally {
    await client.end();
  }
}
