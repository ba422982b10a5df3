import { createHash } from 'node:crypto';
import { expect, describe, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { consentText } from '#domain/signatures/signing.ts';
import { createGym } from '#tests/support/gym.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { sharedServer } from '#tests/support/server.ts';
import { drawing, signingDesk } from '#tests/support/signing.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const desk = signingDesk(server, gym);
const today = () => todayIn(gym.timezone, server.clock.now);
const never = '01900000-0000-7000-8000-000000000000';
const minor = () => addDays(today(), -10 * 365);

const rows = (contactId: string) =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('signatures').selectAll().where('contact_id', '=', contactId).execute(),
  );

describe('POST /contacts/{id}/signatures', () => {
  test('keeps all of the evidence', async () => {
    const bytes = createPdf('Risk');
    const agreement = await desk.agreement(bytes);
    const { contactId, contactMembershipId } = await desk.member([agreement.id]);
    const at = new Date(server.clock.now.getTime() - 60_000).toISOString();
    const { status, body } = await gym.by.operator.post(`/contacts/${contactId}/signatures`, {
      headers: { 'user-agent': 'Desk tablet' },
      body: {
        agreementVersionId: agreement.versionId,
        contactMembershipId,
        name: 'Łukasz Nguyễn 李',
        drawing,
        consent: true,
        ticks: [{ term: 'I train at my own risk', at }],
        openedAt: at,
        readToEndAt: at,
      },
    });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect({ status, message: body.message }).toEqual({ status: 201, message: 'Agreement signed' });
    expect(body.signature).toEqual({
      id: expect.any(String),
      agreementId: agreement.id,
      agreementName: 'Waiver',
      agreementVersionId: agreement.versionId,
      versionNumber: 1,
      sha256,
      contactMembershipId,
      name: 'Łukasz Nguyễn 李',
      guardian: null,
      signedAt: server.clock.now.toISOString(),
      witnessedBy: 'Sam operator',
      method: 'desk',
      isSealing: true,
      counts: true,
    });
    const [row] = await rows(contactId);
    expect(row).toMatchObject({
      consent_text: consentText,
      consent_sha256: createHash('sha256').update(consentText).digest(),
      ticks: [{ term: 'I train at my own risk', at }],
      opened_at: new Date(at),
      read_to_end_at: new Date(at),
      timezone: 'America/Denver',
      ip_address: '127.0.0.1',
      user_agent: 'Desk tablet',
      witness_id: gym.users.operator.id,
      document_size: bytes.length,
    });
    const stored = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('signature_drawings').select('png').executeTakeFirstOrThrow(),
    );
    expect(stored.png.toString('base64')).toBe(drawing);
  });

  test('two presses at once are one signature, and a later one returns it', async () => {
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id]);
    const replies = await Promise.all([1, 2, 3, 4].map(() => desk.sign(contactId, agreement.versionId)));
    replies.push(await desk.sign(contactId, agreement.versionId));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.signature.id}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await rows(contactId)).toHaveLength(1);
    expect(await desk.sign(contactId, agreement.versionId, { name: 'Somebody Else' })).toMatchObject({
      status: 409,
      body: { message: 'This version of the agreement is already signed' },
    });
  });

  test('a minor needs a guardian, and a date of birth is asked for', async () => {
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id], { date_of_birth: minor() });
    expect(await desk.sign(contactId, agreement.versionId)).toMatchObject({
      status: 400,
      body: {
        message: 'A parent or guardian must sign for a member under 18',
        errors: { guardian: 'A parent or guardian must sign for a member under 18' },
      },
    });
    const guardian = { name: 'Alex Jones', relation: 'Mother' };
    const { body } = await desk.sign(contactId, agreement.versionId, { guardian });
    expect(body.signature).toMatchObject({ name: 'Casey Jones', guardian });
    const unknown = await desk.member([agreement.id], { date_of_birth: null });
    expect(await desk.sign(unknown.contactId, agreement.versionId, { guardian })).toMatchObject({
      status: 409,
      body: { errors: { dateOfBirth: expect.stringContaining('Enter the date of birth first') } },
    });
  });

  test('an older version is refused at the desk', async () => {
    const agreement = await desk.agreement();
    const newer = await desk.newVersion(agreement.id);
    const { contactId } = await desk.member([agreement.id]);
    expect(await desk.sign(contactId, agreement.versionId)).toMatchObject({
      status: 409,
      body: { message: 'There is a newer version of this agreement. Please read and sign that one.' },
    });
    expect(await desk.sign(contactId, newer)).toMatchObject({ status: 201, body: { signature: { versionNumber: 2 } } });
  });

  test.each([
    ['no consent', { consent: false }, 'Agree to sign electronically'],
    ['no name', { name: ' ' }, 'Name is required'],
    ['a drawing that is no PNG', { drawing: 'R0lGODlh' }, 'The drawing must be a PNG of at most 100 KB'],
    [
      'a drawing over 100 KB',
      { drawing: Buffer.concat([Buffer.from(drawing, 'base64'), Buffer.alloc(102_400)]).toString('base64') },
      'The drawing must be a PNG of at most 100 KB',
    ],
    [
      'a PNG that is cut',
      { drawing: Buffer.from(drawing, 'base64').subarray(0, 30).toString('base64') },
      'The drawing cannot be read',
    ],
    ['a guardian without a relation', { guardian: { name: 'Alex' } }, 'Say how the guardian is related'],
    ['a time far in the future', { readToEndAt: '2150-01-01T00:00:00Z' }, 'must not be in the future'],
    ['no time', { openedAt: 'yesterday' }, 'Enter a date and time'],
    ['an unknown field', { signedAt: '2026-01-01T00:00:00Z' }, 'signedAt'],
  ])('%s is 400', async (_case, change, message) => {
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id]);
    const { status, body } = await desk.sign(contactId, agreement.versionId, change);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
    expect(await rows(contactId)).toEqual([]);
  });

  test('another company’s contact, version and membership are 404', async () => {
    const other = signingDesk(server, rival);
    const theirs = await other.agreement();
    const them = await other.member([theirs.id]);
    const ours = await desk.agreement();
    const us = await desk.member([ours.id]);
    const somebody = await desk.member([ours.id]);
    expect(await desk.sign(them.contactId, ours.versionId)).toMatchObject({
      status: 404,
      body: { message: 'Contact not found' },
    });
    for (const versionId of [theirs.versionId, never])
      expect(await desk.sign(us.contactId, versionId)).toMatchObject({
        status: 404,
        body: { message: 'Agreement version not found' },
      });
    for (const contactMembershipId of [them.contactMembershipId, somebody.contactMembershipId, never])
      expect(await desk.sign(us.contactId, ours.versionId, { contactMembershipId })).toMatchObject({
        status: 404,
        body: { message: 'Membership not found' },
      });
    expect((await gym.by.operator.get(`/contacts/${them.contactId}/signatures`)).status).toBe(404);
    expect(await rows(us.contactId)).toEqual([]);
  });

  test('staff without the contact’s location cannot sign for it', async () => {
    const agreement = await desk.agreement();
    const contactId = await desk.make.contact({
      home_location_id: gym.otherLocationId,
      date_of_birth: '1990-05-01',
    });
    expect((await desk.sign(contactId, agreement.versionId)).status).toBe(403);
    expect((await desk.sign(contactId, agreement.versionId, {}, gym.by.admin)).status).toBe(201);
  });

  test('a contact who has signed is archived, not removed', async () => {
    const agreement = await desk.agreement();
    const contactId = await desk.make.contact({ date_of_birth: '1990-05-01' });
    await desk.sign(contactId, agreement.versionId);
    expect((await gym.by.manager.delete(`/contacts/${contactId}`)).status).toBe(200);
    expect(await rows(contactId)).toHaveLength(1);
  });
});

describe('GET /contacts/{id}/signatures', () => {
  test('names what the plans of current memberships ask for, once each', async () => {
    const [waiver, rules, unused] = [await desk.agreement(), await desk.agreement(), await desk.agreement()];
    const { contactId, contactMembershipId, planId } = await desk.member([waiver.id, rules.id]);
    await desk.make.contactMembership(contactId, {
      membership_id: planId,
      purchase_date: new Date('2020-01-01'),
    });
    const over = await desk.make.plan();
    await gym.by.admin.put(`/memberships/${over}`, { body: { agreementIds: [unused.id] } });
    await desk.make.contactMembership(contactId, {
      membership_id: over,
      end_date: addDays(today(), -1),
    });
    expect(await desk.list(contactId)).toEqual({
      signatures: [],
      missing: [waiver, rules].map(({ id, versionId }) => ({
        agreementId: id,
        name: 'Waiver',
        contactMembershipId,
        membershipName: 'Monthly Unlimited',
        agreementVersionId: versionId,
        versionNumber: 1,
        url: expect.stringContaining('view=inline'),
        terms: [
          'I have read ‘Waiver’, version 1, and I agree to it.',
          'Monthly Unlimited costs $49.99 before tax each month.',
        ],
      })),
    });
    await desk.sign(contactId, waiver.versionId, { contactMembershipId });
    const { signatures, missing } = await desk.list(contactId);
    expect(signatures).toMatchObject([{ agreementId: waiver.id, contactMembershipId, counts: true }]);
    expect(missing).toMatchObject([{ agreementId: rules.id }]);
  });

  test('a newer version asks nobody again', async () => {
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id]);
    await desk.sign(contactId, agreement.versionId);
    await desk.newVersion(agreement.id);
    expect((await desk.list(contactId)).missing).toEqual([]);
  });

  test('an agreement without a PDF or one that was deleted is not asked for', async () => {
    const { body } = await gym.by.admin.post('/agreements', {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nEmpty\r\n--x--\r\n`,
    });
    const deleted = await desk.agreement();
    const { contactId } = await desk.member([body.agreement?.id, deleted.id]);
    await gym.by.admin.delete(`/agreements/${deleted.id}`);
    expect((await desk.list(contactId)).missing).toEqual([]);
    expect((await desk.sign(contactId, deleted.versionId)).status).toBe(404);
  });
});

test('the app can neither remove nor rewrite what was signed', async () => {
  const agreement = await desk.agreement();
  const { contactId } = await desk.member([agreement.id]);
  await desk.sign(contactId, agreement.versionId);
  await expect(
    server.database.scoped([gym.companyId], (tx) =>
      tx.deleteFrom('signatures').where('contact_id', '=', contactId).execute(),
    ),
  ).rejects.toThrow('permission denied');
  await expect(
    server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('signatures').set({ name: 'Somebody Else' }).where('contact_id', '=', contactId).execute(),
    ),
  ).rejects.toThrow('permission denied');
});
