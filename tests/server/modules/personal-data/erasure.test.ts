import { addHours, addYears } from 'date-fns';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { upload } from '#tests/support/multipart.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { eraseAfterADay, findInDump, findInFiles, runErasureJob } from '#tests/support/personalData.ts';
import type { Reply } from '#tests/support/server.ts';
import { createTill } from '#tests/support/sales.ts';
import { seal } from '#tests/support/sealing.ts';
import { drawing, signingDesk } from '#tests/support/signing.ts';

const { stripe, server } = await payingServer();
const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const path = (contactId: string) => `/contacts/${contactId}/erasure`;
const ask = (contactId: string) => gym.by.admin.post(path(contactId));
let count = 0;
/** Somebody else each time, whose fields stand nowhere else. */
function newPerson() {
  count += 1;
  const mark = String.fromCharCode(96 + count);
  const person = {
    firstName: `Zwenja${mark}`,
    lastName: `Quilldottir${mark}`,
    email: `zwenja${mark}@quill.test`,
    phone: `303555720${count}`,
    address: `77 Wrenfeather${mark} Lane`,
    dateOfBirth: '1991-03-07',
    notes: `Sprained an ankle at Xanadu${mark}`,
    emergencyContactName: `Bertil${mark} Quilldottir${mark}`,
    emergencyContactPhone: `303555880${count}`,
    tags: [`Zumbafan${mark}`],
    externalId: `Yogamaster-${mark}`,
  };
  const traces = [
    `zwenja${mark}`,
    `zwenyia${mark}`,
    `quilldottir${mark}`,
    `555720${count}`,
    `555-720${count}`,
    `wrenfeather${mark}`,
    `xanadu${mark}`,
    `bertil${mark}`,
    `555880${count}`,
    `zumbafan${mark}`,
    `yogamaster-${mark}`,
    `vexing elbow ${mark}`,
    `shouted at staff ${mark}`,
  ];
  return { person, traces, mark };
}

/** Somebody who has been everywhere in Spotter, is paid up and has no membership that runs. */
async function wellKnown() {
  const { person, traces, mark } = newPerson();
  const { body } = await gym.by.operator.post('/contacts', {
    body: { ...person, firstName: `Zwenyia${mark}`, homeLocationId: gym.locationId },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  const contactId: string = body.contact.id;
  await gym.by.operator.put(`/contacts/${contactId}`, { body: { firstName: person.firstName } });
  await gym.by.operator.post(`/contacts/${contactId}/image`, upload('image', photo));
  await gym.by.operator.post(`/contacts/${contactId}/notes`, { body: { text: `Vexing elbow ${mark}` } });
  await gym.by.admin.post(`/contacts/${contactId}/blocks`, { body: { reason: `Shouted at staff ${mark}` } });
  await gym.by.operator.post(`/contacts/${contactId}/code`);
  await gym.by.operator.post(`/contacts/${contactId}/code/email`);
  const payerId = gym.contactId;
  const { body: made } = await gym.by.operator.post('/households', {
    body: { name: 'Oakleys', payerId },
  });
  await gym.by.operator.post(`/households/${made.household.id}/members`, {
    body: { contactId, relation: 'cousin', mayAct: false },
  });
  await gym.by.operator.post('/checkins', {
    body: { contactId, locationId: gym.locationId, doorId: 'North door' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await gym.make.contactMembership(contactId, {
    start_date: '2020-01-01',
    end_date: '2020-02-01',
    auto_renew: false,
    notes: `Vexing elbow ${mark}`,
  });
  const sale = await chargedSale({ ...gym, till: tillOf(contactId) });
  await gym.deliver(sale.succeeded);
  await gym.by.operator.post(`/invoices/${sale.invoiceId}/receipt`, { body: { email: person.email } });
  return { contactId, person, traces, ...sale };
}

/** What staff typed about somebody where nobody would look for it. */
async function mentionElsewhere({ firstName, lastName, email, phone }: ReturnType<typeof newPerson>['person']) {
  const name = `${firstName} ${lastName}`;
  const { manager, admin, operator } = gym.by;
  const other = await gym.make.contact();
  const write = async (reply: Promise<Reply>) => {
    const { status, body } = await reply;
    expect({ isDone: status < 300, body }).toMatchObject({ isDone: true });
  };
  const emergency = { emergencyContactName: name, emergencyContactPhone: phone };
  await write(operator.put(`/contacts/${other}`, { body: { notes: `Came with ${name.toUpperCase()}`, ...emergency } }));
  await write(operator.post(`/contacts/${other}/notes`, { body: { text: `Ask ${email} first` } }));
  await write(admin.post(`/contacts/${other}/blocks`, { body: { reason: `Quarrel with ${name}` } }));
  await gym.make.contactMembership(other, { notes: `Paid by ${name}`, cancel_note: name, access_reason: name });
  await write(operator.post('/households', { body: { name: `${name} and friends`, payerId: other } }));
  const location = { locationId: gym.otherLocationId };
  const { body: opened } = await admin.post('/drawers', { body: { ...location, float: 100 } });
  const drawer = `/drawers/${opened.drawer.id}`;
  await write(admin.post(`${drawer}/movements`, { body: { type: 'out', amount: 5, reason: `Taxi for ${name}` } }));
  await write(admin.post(`${drawer}/close`, { body: { counted: 90, note: `${name} got 5 too much` } }));
  const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 5 });
  await write(
    manager.post(`/sales-items/${item}/stock`, { body: { kind: 'counted', quantity: 4, note: `Broken by ${name}` } }),
  );
  await write(
    admin.post('/parked-sales', {
      body: { locationId: gym.locationId, contactId: other, items: [{ salesItemId: item, quantity: 1 }], note: name },
    }),
  );
  const sold = await tillOf(other).cash([{ salesItemId: item, quantity: 1 }]);
  await write(
    manager.post(`/invoices/${sold.body.invoice.id}/refunds`, {
      body: { amount: 1, destination: 'cash', reason: `As ${name} wished` },
    }),
  );
  return { other, drawer };
}

const tillOf = (contactId: string) => createTill(gym.by.point_of_sale, gym.locationId, contactId);

describe('the job', () => {
  test('leaves nothing of the person in the database and the files, and the books to the cent', async () => {
    const { contactId, invoiceId, traces } = await wellKnown();
    const books = async () => {
      const { rows } = await server.database.acrossCompanies((tx) =>
        sql`select account, kind, business_day, sum(cents)::int as cents from ledger_entries where company_id = ${gym.companyId}
             group by 1, 2, 3 order by 1, 2, 3`.execute(tx),
      );
      const day = server.clock.now.toISOString().slice(0, 10);
      const period = `locationId=${gym.locationId}&from=2026-01-01&to=${day}`;
      const { status, body } = await gym.by.admin.get(`/reports/payments?${period}`);
      expect(status).toBe(200);
      return { rows, report: body };
    };
    const before = await books();
    const found = await findInDump(server.url, traces);
    expect(new Set(found.map((one) => one.slice(0, one.indexOf(':'))))).toEqual(
      new Set([
        'activity',
        'contact_blocks',
        'contact_memberships',
        'contact_notes',
        'contacts',
        'emails',
        'events',
        'idempotency_keys',
        'invoices',
        'rate_limit_hits',
      ]),
    );
    expect(gym.account.customers.size).toBe(1);

    expect((await ask(contactId)).status).toBe(202);
    await eraseAfterADay(server);

    expect(await findInDump(server.url, traces)).toEqual([]);
    expect(await findInFiles(server.filesDirectory, traces)).toEqual([]);
    expect(gym.account.customers.size).toBe(0);
    expect(await books()).toEqual(before);
    const { body } = await gym.by.admin.get(`/invoices/${invoiceId}`);
    expect(body.invoice.total).toBe(10.8);
    expect(JSON.stringify(body)).toContain('Erased');
  });

  test('takes the name out of what staff wrote on other records, and leaves the rest of it', async () => {
    const { contactId, person, traces } = await wellKnown();
    const { other, drawer } = await mentionElsewhere(person);
    const report = async () => (await gym.by.admin.get(drawer)).body.drawer;
    const before = await report();
    const found = await findInDump(server.url, traces);
    expect(found.map((one) => one.slice(0, one.indexOf(':')))).toEqual(
      expect.arrayContaining([
        'drawers',
        'drawer_movements',
        'households',
        'parked_sales',
        'refunds',
        'stock_movements',
      ]),
    );
    expect((await ask(contactId)).status).toBe(202);
    await eraseAfterADay(server);
    expect(await findInDump(server.url, traces)).toEqual([]);
    const { body } = await gym.by.operator.get(`/contacts/${other}`);
    expect(body.contact).toMatchObject({
      firstName: 'Casey',
      notes: 'Came with erased',
      emergencyContactName: 'erased',
      emergencyContactPhone: null,
    });
    const after = await report();
    expect(after).toMatchObject({
      note: 'erased got 5 too much',
      movements: [{ reason: 'Taxi for erased', amount: 5 }],
    });
    const withoutTexts = ({ note: _note, movements: _movements, ...figures }: Record<string, unknown>) => figures;
    expect(withoutTexts(after)).toEqual(withoutTexts(before));
  });

  test('lets an archive expire that has the person in it', async () => {
    const { contactId } = await wellKnown();
    await server.database.acrossCompanies((tx) =>
      sql`insert into exports (id, company_id, requested_by, requested_by_name, created_at, status, progress, archive_key, archive_size, expires_at)
          values (gen_random_uuid(), ${gym.companyId}, ${gym.users.admin.id}, 'Sam', now(), 'ready', 100, 'exports/a.zip', 1, now() + interval '3 days')`.execute(
        tx,
      ),
    );
    await ask(contactId);
    const due = addHours(server.clock.now, 24);
    await eraseAfterADay(server);
    const { rows } = await server.database.acrossCompanies((tx) =>
      sql`select expires_at from exports where company_id = ${gym.companyId}`.execute(tx),
    );
    expect(rows).toEqual([{ expires_at: due }]);
  });

  test('keeps the entries of the activity log without their values', async () => {
    const { contactId } = await wellKnown();
    const entries = async () =>
      (await gym.by.admin.get(`/activity?recordType=contact&recordId=${contactId}&limit=100`)).body.entries;
    const before = (await entries()).map(({ action }: { action: string }) => action);
    await ask(contactId);
    await eraseAfterADay(server);
    const after = await entries();
    expect(after.map(({ action }: { action: string }) => action)).toEqual([
      'contact.erased',
      'contact.erasure-asked',
      ...before,
    ]);
    expect(new Set(after.map(({ record }: { record: { label: string } }) => record.label))).toEqual(
      new Set(['Erased contact']),
    );
    const updated = after.find(({ action }: { action: string }) => action === 'contact.updated');
    expect(updated.changes).toEqual([{ field: 'firstName', before: 'erased', after: 'erased' }]);
  });

  test('nobody else may change the activity log', async () => {
    const contactId = await gym.make.contact();
    const change = () =>
      server.database.scoped([gym.companyId], (tx) =>
        sql`select erase_from_activity(${contactId}, array['Casey Jones'])`.execute(tx),
      );
    const changeTexts = () =>
      server.database.scoped([gym.companyId], (tx) =>
        sql`select erase_from_texts(${contactId}, array['Casey Jones'])`.execute(tx),
      );
    await expect(change()).rejects.toThrow('Only an erasure that is due changes the activity log');
    await expect(changeTexts()).rejects.toThrow('Only an erasure that is due changes what staff wrote');
    await ask(contactId);
    await expect(change()).rejects.toThrow('Only an erasure that is due changes the activity log');
  });

  test('an erased contact is gone: not edited, sold to, checked in or restored', async () => {
    const contactId = await gym.make.contact();
    await gym.make.checkin(contactId);
    await ask(contactId);
    await eraseAfterADay(server);
    expect((await gym.by.operator.put(`/contacts/${contactId}`, { body: { firstName: 'Back' } })).status).toBe(404);
    const visit = { contactId, locationId: gym.locationId, doorId: 'North door' };
    expect((await gym.by.operator.post('/checkins', { body: visit })).status).toBe(404);
    const item = await gym.make.salesItem();
    expect((await tillOf(contactId).card([{ salesItemId: item, quantity: 1 }])).status).toBe(404);
    expect((await gym.by.admin.post(`/contacts/${contactId}/restore`)).status).toBe(404);
    expect((await gym.by.admin.get(`/contacts/${contactId}/personal-data`)).status).toBe(404);
    expect((await gym.by.admin.delete(path(contactId))).status).toBe(404);
  });

  test('a deleted contact is erased too', async () => {
    const contactId = await gym.make.contact({ first_name: 'Yolanthe' });
    await gym.make.checkin(contactId);
    expect((await gym.by.admin.delete(`/contacts/${contactId}`)).status).toBe(200);
    expect((await ask(contactId)).status).toBe(202);
    await eraseAfterADay(server);
    expect(await findInDump(server.url, ['yolanthe'])).toEqual([]);
  });

  test('waits with the reason when something has begun meanwhile', async () => {
    const contactId = await gym.make.contact();
    await ask(contactId);
    await gym.make.contactMembership(contactId);
    await eraseAfterADay(server);
    const { body } = await gym.by.operator.get(`/contacts/${contactId}`);
    expect(body.contact.firstName).toBe('Casey');
    expect(body.erasure.refusal).toContain('Monthly Unlimited is running');
  });

  test('deletes the customer later when Stripe does not answer', async () => {
    const { contactId, traces } = await wellKnown();
    await ask(contactId);
    stripe.fail(/DELETE .*customers/, 500);
    await expect(eraseAfterADay(server)).rejects.toThrow('1 erasures have failed');
    expect(await findInDump(server.url, traces)).toEqual([]);
    expect(gym.account.customers.size).toBe(1);
    stripe.heal();
    await runErasureJob(server);
    expect(gym.account.customers.size).toBe(0);
  });

  test('signed agreements stay until the retention of the company ends', async () => {
    const desk = signingDesk(server, gym);
    const waiver = await desk.agreement(createPdf('Risk'));
    const contactId = await gym.make.contact({ date_of_birth: '1990-05-01' });
    await desk.sign(contactId, waiver.versionId, { drawing, name: 'Ximena Vandersloot' });
    await seal(server);
    const asked = server.clock.now;
    await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { privacy: { agreementYears: 2 } } });
    await ask(contactId);
    await eraseAfterADay(server);
    expect(await findInDump(server.url, ['Vandersloot'])).toEqual(['signatures: vandersloot']);
    server.clock.now = addYears(asked, 2);
    await runErasureJob(server);
    expect(await findInDump(server.url, ['Vandersloot'])).toEqual(['signatures: vandersloot']);
    server.clock.now = addHours(addYears(asked, 2), 25);
    await runErasureJob(server);
    expect(await findInDump(server.url, ['Vandersloot'])).toEqual([]);
  });
});
