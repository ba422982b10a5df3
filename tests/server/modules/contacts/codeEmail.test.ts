import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { barcodePng, qrPng } from '#server/platform/barcodes.ts';
import { openMailer } from '#server/platform/email/mailer.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { sharedServer } from '#tests/support/server.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const make = builders(server, gym);
const emails = memberEmails(server);

const path = (contactId: string) => `/contacts/${contactId}/code/email`;
const codeOf = async (contactId: string): Promise<string> =>
  (await gym.by.operator.get(`/contacts/${contactId}/code`)).body.code;

describe('emailing the code', () => {
  test('sends the member the code as text, as a QR code and as a bar code', async () => {
    const contactId = await make.contact({ first_name: 'Maya' });
    const code = await codeOf(contactId);
    const { status, body } = await gym.by.operator.post(path(contactId));
    expect([status, body.message]).toEqual([200, `The code is sent to ${contactId}@member.test`]);
    const [email, ...others] = await emails.send();
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      to: `${contactId}@member.test`,
      subject: `Your check-in code for ${gym.companyName}`,
      attachments: [
        { fileName: 'qr-code.png', content: await qrPng(code), cid: 'qr-code@spotter' },
        { fileName: 'bar-code.png', content: await barcodePng(code), cid: 'bar-code@spotter' },
      ],
    });
    for (const { content } of email?.attachments ?? [])
      expect(content.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));
    const written = `${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`;
    expect(email?.text).toContain(written);
    expect(email?.html).toContain(written);
    for (const cid of ['qr-code@spotter', 'bar-code@spotter']) expect(email?.html).toContain(`src="cid:${cid}"`);
    const { status: checkedIn } = await gym.by.operator.post('/checkins', {
      body: { code, locationId: gym.locationId },
    });
    expect(checkedIn).toBe(403);
  });

  test('shows the images in the message itself', async () => {
    await gym.by.operator.post(path(await make.contact()));
    const outboxDirectory = join(await temporaryDirectory(), 'outbox');
    const printed: string[] = [];
    const mailer = openMailer({
      publicUrl: 'http://gym.test',
      outboxDirectory,
      print: (line) => void printed.push(line),
    });
    await emails.send(mailer);
    const [name = ''] = await readdir(outboxDirectory);
    const message = await readFile(join(outboxDirectory, name), 'utf8');
    expect(message).toContain('multipart/related');
    for (const [cid, file] of [
      ['qr-code@spotter', 'qr-code.png'],
      ['bar-code@spotter', 'bar-code.png'],
    ]) {
      expect(message).toMatch(new RegExp(`Content-ID: <${cid}>`, 'i'));
      expect(message).toMatch(new RegExp(`Content-Disposition: inline; filename=${file}`));
    }
    expect(printed).toEqual([]);
  });

  test('makes the code if there is none yet, and sends the one that is valid when it is sent', async () => {
    const contactId = await make.contact();
    expect((await gym.by.manager.post(path(contactId))).status).toBe(200);
    const replaced = (await gym.by.operator.post(`/contacts/${contactId}/code`)).body.code as string;
    expect((await emails.send()).map(({ attachments }) => attachments?.[0]?.content)).toEqual([await qrPng(replaced)]);
  });

  test('asked for twice before it is sent sends one; asked for again later, another', async () => {
    const contactId = await make.contact();
    await gym.by.operator.post(path(contactId));
    await gym.by.operator.post(path(contactId));
    expect(await emails.send()).toHaveLength(1);
    await gym.by.operator.post(path(contactId));
    expect(await emails.send()).toHaveLength(1);
  });

  test('with the same Idempotency-Key ten times at once, and again once it is sent, sends one', async () => {
    const contactId = await make.contact();
    const ask = () => gym.by.operator.post(path(contactId), { headers: { 'idempotency-key': 'code-email' } });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await emails.send()).toHaveLength(1);
    expect((await ask()).status).toBe(200);
    expect(await emails.send()).toEqual([]);
  });

  test('of the walk-in customer, who has no address, is refused and queues nothing', async () => {
    const { body } = await gym.by.manager.post(`/locations/${gym.locationId}/walk-in`);
    expect((await gym.by.operator.post(path(body.contact.id))).status).toBe(404);
    expect(await emails.rows()).toEqual([]);
  });

  test('is limited for a contact', async () => {
    const contactId = await make.contact();
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) statuses.push((await gym.by.operator.post(path(contactId))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('stands in the activity log with its address; the code is neither there nor in the row nor in the server’s log', async () => {
    const contactId = await make.contact();
    const code = await codeOf(contactId);
    await gym.by.operator.post(path(contactId));
    const { body } = await gym.by.admin.get(`/activity?companyId=${gym.companyId}&recordId=${contactId}`);
    expect(body.entries[0]).toMatchObject({
      action: 'contact.code-sent',
      changes: [{ field: 'email', before: null, after: `${contactId}@member.test` }],
    });
    const rows = await emails.rows();
    expect(rows).toMatchObject([{ kind: 'check-in-code', contact_id: contactId, address: null }]);
    expect(JSON.stringify([body, rows]) + server.logged.join('\n')).not.toContain(code);
  });

  test('is for who may read the code: not another company, not the till, nobody without a token', async () => {
    const contactId = await make.contact();
    expect((await rival.by.admin.post(path(contactId))).status).toBe(404);
    expect((await gym.by.point_of_sale.post(path(contactId))).status).toBe(403);
    expect((await server.anonymous.post(path(contactId))).status).toBe(401);
    for (const level of ['admin', 'manager', 'operator'] as const)
      expect((await gym.by[level].post(path(contactId))).status).toBe(200);
    expect((await gym.by.admin.post(path('nonsense'))).status).toBe(404);
    expect(await emails.send()).toHaveLength(1);
  });
});
