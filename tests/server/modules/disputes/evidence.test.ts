import { subMinutes } from 'date-fns';
import type { Stripe } from 'stripe';
import type { DisputeEvidence, EvidenceSection } from '#domain/disputes/contract.ts';
import type { EvidencePart } from '#domain/disputes/disputeState.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { createToken } from '#tests/support/httpCaller.ts';
import { createGym } from '#tests/support/gym.ts';
import { openTransactions } from '#tests/support/openTransactions.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { readText } from '#tests/support/sealed.ts';
import { seal } from '#tests/support/sealing.ts';
import { signingDesk } from '#tests/support/signing.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const evidenceOf = (invoiceId: string, as: 'manager' | 'operator' | 'point_of_sale' = 'manager') =>
  gym.by[as].get(`/invoices/${invoiceId}/dispute-evidence`);
const send = (invoiceId: string, body: object) =>
  gym.by.manager.post(`/invoices/${invoiceId}/dispute-evidence`, { body });
const attention = async () => (await gym.by.operator.get(`/attention?locationId=${gym.locationId}`)).body.items;

const rowsByPart = ({ parts }: DisputeEvidence) =>
  Object.fromEntries(parts.map(({ part, rows }) => [part, rows])) as Record<EvidencePart, EvidenceSection['rows']>;

/** Stripe reports another last day. */
async function moveDay(dispute: Stripe.Dispute, to: Date) {
  const evidence_details = { ...dispute.evidence_details, due_by: to.getTime() / 1_000 };
  const event = gym.account.events.find(({ type }) => type === 'charge.dispute.created');
  await gym.deliver({ ...event, id: `evt_${to.getTime()}`, data: { object: { ...dispute, evidence_details } } });
}

/** Of somebody who signed the waiver and came in after the sale. */
async function disputed() {
  server.clock.now = subMinutes(server.clock.now, 2);
  const desk = signingDesk(server, gym);
  const waiver = await desk.agreement(createPdf('Risk'));
  await gym.by.operator.put(`/contacts/${gym.contactId}`, { body: { dateOfBirth: '1990-05-01' } });
  const ticks = [{ term: 'I train at my own risk', at: server.clock.now.toISOString() }];
  expect((await desk.sign(gym.contactId, waiver.versionId, { ticks })).status).toBe(201);
  await seal(server);
  const { invoiceId, intent, succeeded } = await chargedSale(gym);
  await gym.deliver(succeeded);
  const planId = await gym.make.plan();
  await gym.make.contactMembership(gym.contactId, { membership_id: planId });
  await gym.by.operator.post('/checkins', {
    body: { contactId: gym.contactId, locationId: gym.locationId, doorId: 'North door' },
  });
  const dispute = gym.account.dispute(intent.id);
  server.clock.now = new Date();
  await gym.deliverAll();
  return { invoiceId, dispute };
}

describe('GET /invoices/{id}/dispute-evidence', () => {
  test('gathers the signed agreement, granted check-ins, receipt, cancellation and what was agreed when', async () => {
    const { invoiceId, dispute } = await disputed();
    const { status, body } = await evidenceOf(invoiceId);
    expect(status).toBe(200);
    expect(body.dispute).toMatchObject({
      id: dispute.id,
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 10.8,
      dueBy: new Date(dispute.evidence_details.due_by! * 1_000).toISOString(),
      answeredAt: null,
      refusal: null,
    });
    expect(body.parts.map(({ part }: { part: string }) => part)).toEqual([
      'customer',
      'purchase',
      'receipt',
      'agreements',
      'visits',
      'policy',
    ]);
    const rows = rowsByPart(body);
    expect(rows.customer).toContainEqual({ label: 'Name', value: 'Ann Oakley' });
    expect(rows.purchase).toContainEqual({ label: 'Sold by', value: 'Sam point_of_sale' });
    expect(rows.receipt).toContainEqual({ label: 'Total', value: '$10.80' });
    expect(rows.agreements).toEqual([
      { label: 'Waiver, version 1', value: expect.stringMatching(/^Signed by Casey Jones, .*, at the desk$/) },
    ]);
    expect(rows.visits).toEqual([{ label: expect.any(String), value: expect.stringContaining('North door') }]);
    expect(rows.policy).toContainEqual({
      label: 'Agreed to',
      value: expect.stringMatching(/^I train at my own risk /),
    });
  });

  test('names the plan that an invoice renewed or bought, its contract and the notice', async () => {
    const { invoiceId } = await disputed();
    const held = await gym.make.contactMembership(gym.contactId, {
      invoice_id: invoiceId,
      membership_name: 'All-Access',
      auto_renew: true,
      start_date: '2026-01-05',
      end_date: '2026-02-04',
      contract_end_date: '2027-01-04',
    });
    expect(held).toEqual(expect.any(String));
    const { body } = await evidenceOf(invoiceId);
    const rows = rowsByPart(body);
    expect(rows.purchase).toContainEqual({
      label: 'Service',
      value: 'All-Access, from January 5, 2026, paid through February 4, 2026',
    });
    expect(rows.policy).toEqual(
      expect.arrayContaining([
        { label: 'All-Access', value: 'Renews each month, under a contract until January 4, 2027' },
        { label: 'To cancel', value: 'At the end of the paid period, without notice' },
      ]),
    );
  });

  test('is for admins and managers of the invoice’s location', async () => {
    const { invoiceId } = await disputed();
    const path = `/invoices/${invoiceId}/dispute-evidence`;
    const rival = await createGym(server);
    expect((await gym.by.admin.get(path)).status).toBe(200);
    for (const as of ['operator', 'point_of_sale'] as const) {
      expect((await gym.by[as].get(path)).status).toBe(403);
      expect((await gym.by[as].get(`${path}/pdf`)).status).toBe(403);
      expect((await gym.by[as].post(path, { body: { parts: ['receipt'] } })).status).toBe(403);
    }
    expect((await rival.by.admin.get(path)).status).toBe(404);
    expect((await rival.by.admin.get(`${path}/pdf`)).status).toBe(404);
    expect((await rival.by.admin.post(path, { body: { parts: ['receipt'] } })).status).toBe(404);
    for (const call of [path, `${path}/pdf`])
      expect((await server.app.inject({ url: `/api${call}` })).statusCode).toBe(401);
    expect((await server.app.inject({ method: 'POST', url: `/api${path}`, payload: {} })).statusCode).toBe(401);
  });

  test('an invoice that nobody disputes has none', async () => {
    const { invoiceId } = await chargedSale(gym);
    expect((await evidenceOf(invoiceId)).status).toBe(404);
    expect((await send(invoiceId, { parts: ['receipt'] })).status).toBe(404);
  });
});

describe('POST /invoices/{id}/dispute-evidence', () => {
  test('sends what was chosen to Stripe, once, and nothing else', async () => {
    const { invoiceId, dispute } = await disputed();
    expect(await attention()).toEqual([expect.objectContaining({ kind: 'dispute', amount: 10.8 })]);
    const { status, body } = await send(invoiceId, {
      parts: ['customer', 'agreements', 'visits'],
      note: 'They called and said they forgot.',
    });
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'The evidence was sent to the bank' });
    expect(body.dispute).toMatchObject({
      status: 'under_review',
      answeredBy: 'Sam manager',
      refusal: 'This dispute was answered already',
    });
    const evidence = dispute.evidence as unknown as Record<string, string>;
    expect(Object.keys(evidence).toSorted()).toEqual([
      'access_activity_log',
      'customer_email_address',
      'customer_name',
      'customer_signature',
      'uncategorized_text',
    ]);
    expect(evidence['access_activity_log']).toContain('North door');
    const signed = await sealedFile();
    expect(gym.account.files.get(evidence['customer_signature'] ?? '')).toContain(signed.toString('latin1'));
    expect(await attention()).toEqual([]);
    const { entries } = (await gym.by.admin.get(`/activity?recordId=${invoiceId}`)).body;
    expect(entries[0]).toMatchObject({ action: 'invoice.dispute-answered' });
    expect((await send(invoiceId, { parts: ['receipt'] })).body.message).toBe('This dispute was answered already');
  });

  /** As the member downloads it. */
  async function sealedFile(): Promise<Buffer> {
    const { signatures } = (await gym.by.operator.get(`/contacts/${gym.contactId}/signatures`)).body;
    const { url } = (await gym.by.operator.get(`/signatures/${signatures[0].id}/download`)).body;
    return (await server.app.inject({ url })).rawPayload;
  }

  test('is refused once the bank’s day is over, and once it has decided', async () => {
    const { invoiceId, dispute } = await disputed();
    await moveDay(dispute, new Date(Math.floor(server.clock.now.getTime() / 1_000 - 3_600) * 1_000));
    expect(await send(invoiceId, { parts: ['receipt'] })).toMatchObject({
      status: 409,
      body: { message: 'The time to answer this dispute is over' },
    });
    expect(await attention()).toEqual([]);
    gym.account.balance.closeDispute(dispute.id, 'lost');
    await gym.deliverAll();
    expect((await send(invoiceId, { parts: ['receipt'] })).body.message).toBe(
      'The bank has decided: this dispute is lost',
    );
  });

  test('pressed twice, or sent again after a lost answer, it is sent once', async () => {
    const { invoiceId, dispute } = await disputed();
    const press = () =>
      gym.by.manager.post(`/invoices/${invoiceId}/dispute-evidence`, {
        body: { parts: ['receipt'] },
        headers: { 'idempotency-key': `answer ${invoiceId}` },
      });
    const first = await press();
    expect(await press()).toMatchObject({ status: 200, body: first.body });
    expect(stripe.calls.filter((call) => call === `POST /v1/disputes/${dispute.id}`)).toHaveLength(1);
  });

  test('sent again after Stripe’s own answer was lost, it has been sent, but not with another key', async () => {
    const { invoiceId, dispute } = await disputed();
    const press = (key: string, parts = ['receipt']) =>
      gym.by.manager.post(`/invoices/${invoiceId}/dispute-evidence`, {
        body: { parts },
        headers: { 'idempotency-key': key },
      });
    stripe.fail(/POST \/v1\/disputes/, 'cut', 2);
    expect((await press('first')).status).toBe(503);
    expect((await press('other', ['visits'])).status).toBe(402);
    expect((await evidenceOf(invoiceId)).body.dispute.answeredAt).toBeNull();
    const { status, body } = await press('first');
    expect([status, body.dispute]).toMatchObject([200, { status: 'under_review', answeredAt: expect.any(String) }]);
    expect(dispute.evidence_details.submission_count).toBe(1);
    expect(dispute.evidence).not.toHaveProperty('access_activity_log');
  });

  test('no transaction is open with a key while Stripe takes the evidence', async () => {
    const { invoiceId } = await disputed();
    const asked = stripe.hold(/POST \/v1\/files/);
    const slow = gym.by.manager.post(`/invoices/${invoiceId}/dispute-evidence`, {
      body: { parts: ['receipt'] },
      headers: { 'idempotency-key': 'slow' },
    });
    await asked.reached;
    expect(await openTransactions(server)).toBe(0);
    asked.release();
    expect((await slow).status).toBe(200);
  });

  test('nothing is marked as answered when Stripe refuses it or does not answer', async () => {
    const { invoiceId } = await disputed();
    stripe.fail(/POST \/v1\/disputes/, 402);
    expect((await send(invoiceId, { parts: ['visits'] })).status).toBe(402);
    stripe.fail(/POST \/v1\/files/, 500);
    expect((await send(invoiceId, { parts: ['receipt'] })).status).toBe(503);
    expect((await evidenceOf(invoiceId)).body.dispute).toMatchObject({ status: 'needs_response', answeredAt: null });
    expect((await send(invoiceId, { parts: ['receipt'] })).status).toBe(200);
  });

  test.each([
    ['no part', { parts: [] }],
    ['an unknown part', { parts: ['selfie'] }],
    ['no parts', {}],
    ['a note that is too long', { parts: ['visits'], note: 'x'.repeat(1_001) }],
    ['a field that nobody knows', { parts: ['visits'], submit: false }],
  ])('%s is refused', async (_what, body) => {
    const { invoiceId } = await disputed();
    expect((await send(invoiceId, body)).status).toBe(400);
  });

  test('a day that Stripe moves is kept', async () => {
    const { invoiceId, dispute } = await disputed();
    const later = new Date('2999-01-05T09:00:00.000Z');
    await moveDay(dispute, later);
    expect((await evidenceOf(invoiceId)).body.dispute.dueBy).toBe(later.toISOString());
  });
});

describe('GET /invoices/{id}/dispute-evidence/pdf', () => {
  const file = (invoiceId: string, query: string) =>
    gym.by.manager.get(`/invoices/${invoiceId}/dispute-evidence/pdf?${query}`);

  test('is one PDF with the signed agreement behind the text, without what was left out', async () => {
    const { invoiceId } = await disputed();
    const query = new URLSearchParams({ without: 'purchase,receipt,visits,emails,policy', note: 'Łukasz 李' });
    const { headers, rawPayload } = await server.app.inject({
      url: `/api/invoices/${invoiceId}/dispute-evidence/pdf?${query}`,
      headers: { authorization: `Bearer ${await createToken(server, gym.users.manager)}` },
    });
    expect(headers['content-type']).toBe('application/pdf');
    const pages = await readText(rawPayload);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages[0]).toContain('Ann Oakley');
    expect(pages[0]).toContain('Łukasz 李');
    expect(pages.join('\n')).not.toContain('North door');
  });

  test.each(['without=', 'without=selfie', 'without=visits&more=1', `note=${'x'.repeat(1_001)}`])(
    '%j is refused',
    async (query) => {
      const { invoiceId } = await disputed();
      expect((await file(invoiceId, query)).status).toBe(400);
    },
  );
});
