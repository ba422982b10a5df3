import { addDays, addMinutes } from 'date-fns';
import { afterEach, describe, expect, test } from 'vitest';
import { publishEvents } from '#server/modules/events/index.ts';
import { createGym } from '#tests/support/gym.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { readText } from '#tests/support/sealed.ts';
import { seal } from '#tests/support/sealing.ts';
import { sharedServer } from '#tests/support/server.ts';
import { drawing, signingDesk } from '#tests/support/signing.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const desk = signingDesk(server, gym);
const emails = memberEmails(server);
const started = server.clock.now;
afterEach(() => {
  server.clock.now = started;
});

const request = (contactId: string, body: object, by = gym.by.operator) =>
  by.post(`/contacts/${contactId}/signature-requests`, { body });
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
const open = (token: string) => server.anonymous.get(`/signature-requests/${token}`);
const sign = (token: string, change: object = {}) =>
  server.anonymous.post(`/signature-requests/${token}`, { body: { name: 'Casey Jones', consent: true, ...change } });
const linked = async (change: Parameters<typeof desk.member>[1] = {}) => {
  const agreement = await desk.agreement();
  const member = await desk.member([agreement.id], change);
  const { body } = await request(member.contactId, { agreementIds: [agreement.id] });
  return { ...member, agreement, token: tokenOf(body.url) };
};

describe('a signing link', () => {
  test('is emailed, shows what to sign, and signs it with the evidence of the link', async () => {
    const [waiver, rules] = [await desk.agreement(createPdf('Risk')), await desk.agreement(createPdf(), 'Rules')];
    const { contactId, contactMembershipId } = await desk.member([waiver.id, rules.id]);
    const reply = await request(contactId, { agreementIds: [rules.id, waiver.id], email: 'casey@home.test' });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        url: expect.stringMatching(/^http:\/\/gym\.test\/sign\?token=[\w-]{22}$/),
        expiresAt: addDays(server.clock.now, 14).toISOString(),
      },
    });
    const [email] = await emails.send();
    expect(email).toMatchObject({ to: 'casey@home.test', subject: `Please sign for ${gym.companyName}` });
    expect(email?.text).toContain(reply.body.url);
    const token = tokenOf(reply.body.url);
    const page = await open(token);
    expect(page.body).toMatchObject({
      company: { name: gym.companyName },
      member: { firstName: 'Casey' },
      needsGuardian: false,
      agreements: [
        { name: 'Waiver', versionNumber: 1, terms: [expect.any(String), expect.stringContaining('$49.99')] },
        { name: 'Rules', versionNumber: 1 },
      ],
    });
    const pdf = await server.app.inject({ url: page.body.agreements[0].url });
    expect([pdf.statusCode, pdf.headers['content-disposition'], pdf.rawPayload.equals(createPdf('Risk'))]).toEqual([
      200,
      expect.stringMatching(/^inline;/),
      true,
    ]);
    const at = server.clock.now.toISOString();
    expect(
      await sign(token, { drawing, ticks: [{ term: 'I agree', at }], openedAt: at, readToEndAt: at }),
    ).toMatchObject({
      status: 201,
      body: { message: 'Signed' },
    });
    const { signatures, missing } = await desk.list(contactId);
    expect(missing).toEqual([]);
    expect(signatures).toMatchObject([
      { method: 'link', name: 'Casey Jones', witnessedBy: null, contactMembershipId },
      { method: 'link', contactMembershipId },
    ]);
    await publishEvents(server.context);
    const { events } = (await gym.by.operator.get('/events?type=agreement.signed')).body;
    expect(events.map(({ data }: { data: object }) => data)).toEqual(
      [waiver, rules].map(({ id: agreementId }) => ({
        contactId,
        agreementId,
        signatureId: signatures.find((each: { agreementId: string }) => each.agreementId === agreementId).id,
        name: agreementId === rules.id ? 'Rules' : 'Waiver',
        versionNumber: 1,
      })),
    );
    await seal(server);
    const { url } = (await gym.by.operator.get(`/signatures/${signatures[0].id}/download`)).body;
    const text = (await readText((await server.app.inject({ url })).rawPayload)).at(-1);
    expect(text).toContain('By a link that was emailed to casey@home.test');
    const entries = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('activity').select(['action', 'actor_name']).where('record_id', '=', contactId).execute(),
    );
    expect(entries).toContainEqual({ action: 'contact.agreement-signed', actor_name: 'Signing link' });
  });

  test('used twice, also at once, signs once', async () => {
    const { contactId, token } = await linked();
    const replies = await Promise.all([sign(token), sign(token), sign(token)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 410, 410]);
    expect(await sign(token)).toMatchObject({ status: 410, body: { state: 'signed' } });
    expect(await open(token)).toMatchObject({
      status: 410,
      body: {
        state: 'signed',
        message: 'Everything is signed. There is nothing else to do.',
        company: { name: gym.companyName, email: null },
      },
    });
    expect((await desk.list(contactId)).signatures).toHaveLength(1);
  });

  test('is old after 14 days', async () => {
    const { token, contactId } = await linked();
    server.clock.now = addMinutes(addDays(started, 14), -1);
    expect((await open(token)).status).toBe(200);
    server.clock.now = addDays(started, 14);
    for (const { status, body } of [await open(token), await sign(token)])
      expect([status, body.state]).toEqual([410, 'expired']);
    server.clock.now = started;
    expect((await desk.list(contactId)).signatures).toEqual([]);
  });

  test('ends when a newer one is made', async () => {
    const { token, contactId, agreement } = await linked();
    const { body } = await request(contactId, { agreementIds: [agreement.id] });
    expect(await sign(token)).toMatchObject({ status: 410, body: { state: 'replaced' } });
    expect((await sign(tokenOf(body.url))).status).toBe(201);
  });

  test('signs the version that it was sent for, even when there is a newer one', async () => {
    const { token, contactId, agreement } = await linked();
    await desk.newVersion(agreement.id);
    expect((await open(token)).body.agreements).toMatchObject([{ versionNumber: 1 }]);
    expect((await sign(token)).status).toBe(201);
    expect(await desk.list(contactId)).toMatchObject({ signatures: [{ versionNumber: 1 }], missing: [] });
  });

  test('of an older version ends when everyone is asked to sign again', async () => {
    const { token, contactId, agreement } = await linked();
    await desk.newVersion(agreement.id);
    server.clock.now = addMinutes(started, 1);
    await gym.by.admin.post(`/agreements/${agreement.id}/sign-again`);
    for (const { status, body } of [await open(token), await sign(token)])
      expect([status, body.state]).toEqual([410, 'expired']);
    expect(await desk.list(contactId)).toMatchObject({ signatures: [], missing: [{ agreementId: agreement.id }] });
    const { body } = await request(contactId, { agreementIds: [agreement.id] });
    expect((await open(tokenOf(body.url))).body.agreements).toMatchObject([{ versionNumber: 2 }]);
  });

  test('of the newest version stays when everyone is asked to sign again', async () => {
    const { token, contactId, agreement } = await linked();
    server.clock.now = addMinutes(started, 1);
    await gym.by.admin.post(`/agreements/${agreement.id}/sign-again`);
    expect((await sign(token)).status).toBe(201);
    expect(await desk.list(contactId)).toMatchObject({ signatures: [{ versionNumber: 1 }], missing: [] });
  });

  test('ends with the last of its agreements, which the gym no longer asks for', async () => {
    const { token, contactId, agreement } = await linked();
    await gym.by.admin.delete(`/agreements/${agreement.id}`);
    for (const { status, body } of [await open(token), await sign(token)])
      expect([status, body.state]).toEqual([410, 'withdrawn']);
    expect((await desk.list(contactId)).signatures).toEqual([]);
  });

  test('signs for its own member alone', async () => {
    const [one, two] = [await linked(), await linked()];
    await sign(one.token);
    expect((await desk.list(two.contactId)).signatures).toEqual([]);
    expect((await open(two.token)).status).toBe(200);
  });

  test('of a minor needs a guardian', async () => {
    const { token, contactId } = await linked({ date_of_birth: '2018-01-01' });
    expect((await open(token)).body.needsGuardian).toBe(true);
    expect((await sign(token)).status).toBe(400);
    const guardian = { name: 'Alex Jones', relation: 'Mother' };
    expect((await sign(token, { guardian })).status).toBe(201);
    expect((await desk.list(contactId)).signatures).toMatchObject([{ guardian }]);
  });

  test('leaves out what was signed at the desk in the meantime', async () => {
    const { token, contactId, agreement } = await linked();
    await desk.sign(contactId, agreement.versionId, { name: 'Desk Name' });
    expect((await sign(token)).status).toBe(201);
    expect((await desk.list(contactId)).signatures).toMatchObject([{ method: 'desk' }]);
  });

  test('of a deleted contact is not found, and no row holds the token', async () => {
    const { token, contactId } = await linked();
    const rows = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('signature_requests').selectAll().where('contact_id', '=', contactId).execute(),
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('contacts').set({ archived_at: new Date() }).where('id', '=', contactId).execute(),
    );
    expect((await open(token)).status).toBe(404);
  });
});

test('an email that waits too long is not sent for a link that ended', async () => {
  const { contactId, agreement } = await linked();
  await request(contactId, { agreementIds: [agreement.id], email: 'casey@home.test' });
  await request(contactId, { agreementIds: [agreement.id] });
  expect(await emails.send()).toEqual([]);
});

test.each([
  ['no agreements', { agreementIds: [] }, 400],
  ['no ids', { agreementIds: ['waiver'] }, 400],
  ['no address', { agreementIds: ['01900000-0000-7000-8000-000000000000'], email: 'casey' }, 400],
  ['an unknown agreement', { agreementIds: ['01900000-0000-7000-8000-000000000000'] }, 404],
])('a request with %s is refused', async (_case, body, status) => {
  const { contactId } = await linked();
  expect((await request(contactId, body)).status).toBe(status);
});

test('a contact of unknown age is not sent a link', async () => {
  const agreement = await desk.agreement();
  const { contactId } = await desk.member([agreement.id], { date_of_birth: null });
  expect(await request(contactId, { agreementIds: [agreement.id] })).toMatchObject({
    status: 409,
    body: { errors: { dateOfBirth: expect.any(String) } },
  });
});

test('another company’s contact and agreement are 404', async () => {
  const theirs = await signingDesk(server, rival).agreement();
  const { contactId, agreement } = await linked();
  expect((await request(contactId, { agreementIds: [agreement.id, theirs.id] })).status).toBe(404);
  expect((await request(contactId, { agreementIds: [theirs.id] }, rival.by.admin)).status).toBe(404);
});

test('wrong links are counted by address', async () => {
  const statuses: number[] = [];
  for (let times = 0; times < 52; times += 1) {
    const call = {
      method: 'GET' as const,
      url: `/api/signature-requests/wrong${times}`,
      remoteAddress: '203.0.113.40',
    };
    statuses.push((await server.app.inject(call)).statusCode);
  }
  expect([statuses[0], statuses[49], statuses[51]]).toEqual([404, 404, 429]);
});
