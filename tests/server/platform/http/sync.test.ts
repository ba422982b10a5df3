import { describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const { admin } = gym.by;

interface Listed {
  ids: string[];
  deleted: { id: string; deletedAt: string }[];
  next: string;
  total: number;
  hasNext: boolean;
}

const since = (path: string, updatedSince: string, more = '') =>
  read(`${path}?updatedSince=${encodeURIComponent(updatedSince)}${more}`);
async function read(path: string): Promise<Listed> {
  const { status, body } = await admin.get(path);
  expect([path, status]).toEqual([path, 200]);
  const [rows] = Object.values(body) as Record<string, { id: string }>[][];
  return {
    ids: (rows ?? []).map((row) => (row['id'] as unknown as string) ?? Object.values(row)[0]?.id ?? ''),
    deleted: body.deleted,
    next: body.next,
    total: body.pagination.total,
    hasNext: body.pagination.hasNext,
  };
}

const post = async (path: string, body: object) => {
  const answer = await admin.post(path, { body });
  expect([path, answer.status, answer.body.message]).toEqual([path, 201, answer.body.message]);
  const record = Object.values(answer.body).find((part) => typeof part === 'object') as { id: string };
  return record.id;
};

let made = 0;
const person = () => {
  made += 1;
  return { firstName: 'Ann', lastName: 'Doe', email: `ann${made}@gym.test`, homeLocationId: gym.locationId };
};
const kinds: [path: string, make: () => Promise<string>, change: object][] = [
  ['/contacts', () => post('/contacts', person()), { notes: 'Called' }],
  ['/memberships', () => post('/memberships', { companyId: gym.companyId, name: 'Gold', price: 40 }), { price: 50 }],
  ['/sales-items', () => post('/sales-items', { locationId: gym.locationId, name: 'Water', price: 2 }), { price: 3 }],
];

const longAgo = '2020-01-01T00:00:00Z';

describe.each(kinds)('a copy of %s', (path, make, change) => {
  test('hears of what is new, changed and deleted, once each and in that order', async () => {
    const [first, second, third] = [await make(), await make(), await make()];
    await admin.put(`${path}/${first}`, { body: change });
    expect((await admin.delete(`${path}/${second}`)).status).toBe(200);
    const { ids, deleted, total } = await since(path, longAgo, `&limit=100`);
    expect(ids.filter((id) => [first, second, third].includes(id))).toEqual([third, first]);
    expect(deleted.map(({ id }) => id)).toContain(second);
    expect(total).toBe(ids.length + deleted.length);
    expect(Date.parse(deleted[0]?.deletedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('comes to the end in pages, whatever is written meanwhile', async () => {
    const all = new Set<string>();
    let next = longAgo;
    for (let page = 0, hasNext = true; hasNext; page += 1) {
      const part = await since(path, next, '&limit=1');
      expect(part.ids.length + part.deleted.length).toBeLessThanOrEqual(1);
      for (const id of [...part.ids, ...part.deleted.map((one) => one.id)]) all.add(id);
      if (page === 0) all.add(await make());
      ({ next, hasNext } = part);
    }
    const whole = await since(path, longAgo, '&limit=100');
    expect([...all].toSorted()).toEqual([...whole.ids, ...whole.deleted.map(({ id }) => id)].toSorted());
    const minutes = (Date.now() - Date.parse(next)) / 60_000;
    expect(minutes).toBeGreaterThan(4.9);
    expect(minutes).toBeLessThan(5.5);
  });

  test('is narrowed by the list’s own filters and ids, and refuses what is no moment', async () => {
    const [one, other] = [await make(), await make()];
    expect((await since(path, longAgo, `&ids=${one}`)).ids).toEqual([one]);
    expect((await since(path, longAgo, `&search=no+such+name`)).ids).toEqual([]);
    expect((await since(path, new Date(Date.now() + 60_000).toISOString())).ids).toEqual([]);
    expect((await since(path, `2199-12-31T00:00:00Z_${other}`)).ids).toEqual([]);
    for (const wrong of ['yesterday', '2026-02-30T00:00:00Z', '0001-01-01T00:00:00Z', '2026-01-01T00:00:00Z_x', '_'])
      expect([wrong, (await admin.get(`${path}?updatedSince=${wrong}`)).status]).toEqual([wrong, 400]);
    expect((await admin.get(`${path}?updatedSince=${longAgo}&page=2`)).body.errors.page).toContain('next');
  });

  test('has nothing of another company', async () => {
    const id = await make();
    const { body } = await rival.by.admin.get(`${path}?updatedSince=${longAgo}&ids=${id}`);
    expect([body.pagination.total, body.deleted]).toEqual([0, []]);
  });

  test('external ids are unique in the company among what is not deleted', async () => {
    const [one, other] = [await make(), await make()];
    const put = (id: string, externalId: string | null) => admin.put(`${path}/${id}`, { body: { externalId } });
    expect((await put(one, ` crm-1 `)).status).toBe(200);
    const taken = await put(other, 'crm-1');
    expect([taken.status, taken.body.errors.externalId]).toEqual([409, expect.stringMatching(/has this external id$/)]);
    expect((await read(`${path}?externalId=crm-1`)).ids).toEqual([one]);
    expect((await read(`${path}?externalId=crm-2`)).ids).toEqual([]);
    expect((await put(one, 'x'.repeat(101))).status).toBe(400);
    expect((await admin.delete(`${path}/${one}`)).status).toBe(200);
    expect((await put(other, 'crm-1')).status).toBe(200);
    expect((await put(other, null)).status).toBe(200);
    expect((await read(`${path}?externalId=crm-1`)).ids).toEqual([]);
  });

  test('a single record has an ETag, and 304 says that it is the same', async () => {
    const id = await make();
    const first = await admin.get(`${path}/${id}`);
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const ask = (sent: string) => admin.get(`${path}/${id}`, { headers: { 'if-none-match': sent } });
    for (const sent of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
      const same = await ask(sent);
      expect([sent, same.status, same.headers['etag'], same.headers['content-type']]).toEqual([
        sent,
        304,
        tag,
        undefined,
      ]);
    }
    expect((await ask('"other"')).status).toBe(200);
    await admin.put(`${path}/${id}`, { body: change });
    expect((await ask(tag)).status).toBe(200);
    expect((await admin.get(`${path}/${gym.companyId}`)).headers['etag']).toBeUndefined();
  });
});

test('invoices: what is paid meanwhile is a change, and their external id has a call of its own', async () => {
  const make = builders(server, gym);
  const bill = invoiceBuilders(server, gym);
  const contactId = await make.contact();
  const [paid, other] = [
    await bill.invoice(contactId, { status: 'open', due_cents: 324 }),
    await bill.invoice(contactId),
  ];
  expect((await admin.post(`/invoices/${paid}/payments`, { body: { method: 'cash' } })).status).toBe(201);
  expect((await since('/invoices', longAgo, `&ids=${paid},${other}`)).ids).toEqual([other, paid]);
  const put = (id: string, externalId: unknown) => admin.put(`/invoices/${id}/external-id`, { body: { externalId } });
  expect(await put(paid, 'INV-7')).toMatchObject({ status: 200, body: { invoice: { id: paid, externalId: 'INV-7' } } });
  expect(await put(paid, 'INV-7')).toMatchObject({ status: 200 });
  expect(await put(other, 'INV-7')).toMatchObject({ status: 409 });
  expect(await put(other, 7)).toMatchObject({ status: 400 });
  expect((await read('/invoices?externalId=INV-7')).ids).toEqual([paid]);
  expect((await rival.by.admin.put(`/invoices/${paid}/external-id`, { body: { externalId: 'x' } })).status).toBe(404);
  expect(await put(paid, '')).toMatchObject({ body: { invoice: { externalId: null } } });
});

test('agreements, which have no external id', async () => {
  const boundary = 'b';
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const { body, status } = await admin.post('/agreements', {
    body: `${field('name', 'Waiver')}${field('companyId', gym.companyId)}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  expect(status).toBe(201);
  expect((await since('/agreements', longAgo)).ids).toEqual([body.agreement.id]);
  await admin.delete(`/agreements/${body.agreement.id}`);
  expect(await since('/agreements', longAgo)).toMatchObject({ ids: [], deleted: [{ id: body.agreement.id }] });
});

test('a contact that is restored is there again', async () => {
  const make = builders(server, gym);
  const id = await make.contact();
  await invoiceBuilders(server, gym).invoice(id);
  expect((await admin.delete(`/contacts/${id}`)).status).toBe(200);
  expect((await since('/contacts', longAgo, `&ids=${id}`)).deleted).toHaveLength(1);
  expect((await admin.post(`/contacts/${id}/restore`, { body: {} })).status).toBe(200);
  expect(await since('/contacts', longAgo, `&ids=${id}`)).toMatchObject({ ids: [id], deleted: [] });
});

test('the front desk may not find contacts by an external id, and hears of changes without details', async () => {
  const desk = gym.by.point_of_sale;
  expect((await desk.get(`/contacts?locationId=${gym.locationId}&externalId=x`)).status).toBe(403);
  const { body } = await desk.get(`/contacts?locationId=${gym.locationId}&updatedSince=${longAgo}`);
  expect(Object.keys(body.contacts[0].contact)).not.toContain('externalId');
});

test('a change that commits after a later one was read is in the next call', async () => {
  const make = builders(server, gym);
  const late = await make.contact();
  let next = '';
  await server.database.scoped([gym.companyId], async (tx) => {
    await tx.updateTable('contacts').set({ notes: 'Late' }).where('id', '=', late).execute();
    await make.contact();
    next = (await since('/contacts', longAgo, '&limit=1000')).next;
  });
  expect((await since('/contacts', next, '&limit=1000')).ids).toContain(late);
});

describe('lists of payments and refunds', () => {
  test('say whose they are, by day, method and invoice', async () => {
    const contactId = await builders(server, gym).contact();
    const invoiceId = await invoiceBuilders(server, gym).invoice(contactId, { status: 'open', due_cents: 324 });
    await admin.post(`/invoices/${invoiceId}/payments`, { body: { method: 'cash' } });
    const { body } = await admin.get(`/payments?invoiceId=${invoiceId}`);
    expect(body.payments).toMatchObject([
      {
        payment: { amount: 3.24, method: 'cash', status: 'completed' },
        invoiceId,
        contactId,
        locationId: gym.locationId,
      },
    ]);
    const { id } = body.payments[0].payment;
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: gym.timezone }).format(server.clock.now);
    const count = async (query: string) => (await admin.get(`/payments?ids=${id}&${query}`)).body.pagination?.total;
    expect(await count(`from=${today}&to=${today}`)).toBe(1);
    expect(await count('to=2020-01-01')).toBe(0);
    expect(await count('method=card')).toBe(0);
    expect(await count(`contactId=${contactId}&companyId=${gym.companyId}&status=completed&sortOrder=asc`)).toBe(1);
    expect(await count(`locationId=${gym.otherLocationId}`)).toBe(0);
    expect(
      (
        await admin.post(`/invoices/${invoiceId}/refunds`, {
          body: { amount: 2, destination: 'cash', reason: 'Broken' },
        })
      ).status,
    ).toBe(201);
    const refunds = (await admin.get(`/refunds?invoiceId=${invoiceId}`)).body;
    expect(refunds.refunds).toMatchObject([{ refund: { amount: 2, reason: 'Broken' }, invoiceId, contactId }]);
    expect((await admin.get(`/payments?invoiceId=${invoiceId}`)).body.payments[0].payment.amount).toBe(-2);
  });

  test.each(['/payments', '/refunds'])('%s: bad input, too low a level, and another company', async (path) => {
    const contactId = await builders(server, rival).contact();
    const invoiceId = await invoiceBuilders(server, rival).invoice(contactId);
    const status = async (query: string) => (await admin.get(`${path}?${query}`)).status;
    expect(await status(`companyId=${rival.companyId}`)).toBe(404);
    expect(await status(`locationId=${rival.locationId}`)).toBe(404);
    expect(await status(`contactId=${contactId}`)).toBe(404);
    expect(await status(`invoiceId=${invoiceId}`)).toBe(404);
    expect(await status('from=2026-02-30')).toBe(400);
    expect(await status('from=2026-02-02&to=2026-02-01')).toBe(400);
    expect(await status('from=1900-01-01')).toBe(200);
    expect(await status('to=2199-12-31&page=1000000&limit=1000')).toBe(200);
    expect((await gym.by.point_of_sale.get(path)).status).toBe(403);
    expect((await server.anonymous.get(path)).status).toBe(401);
  });
});
