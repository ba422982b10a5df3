import { beforeEach, describe, expect, test } from 'vitest';
import type { Mailer } from '#server/platform/email/mailer.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
const emails = memberEmails(server);
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { emails: { receipt: false } } });
});

const sold = async (change: object = {}) => {
  const towel = await gym.make.salesItem({ name: 'Towel', price_cents: 10_00 });
  const { body } = await gym.by.point_of_sale.post('/sales-items/purchase', {
    body: {
      contactId: gym.contactId,
      locationId: gym.locationId,
      items: [{ salesItemId: towel, quantity: 2 }],
      paymentMethod: 'cash',
      tendered: 30,
      ...change,
    },
  });
  return body.invoice.id as string;
};
const ask = (id: string, body?: object, caller = gym.by.operator) =>
  caller.post(`/invoices/${id}/receipt`, body ? { body } : {});
const asked = async (id: string) => (await gym.by.operator.get(`/invoices/${id}`)).body.askedReceipt;

describe('a requested receipt', () => {
  test('is emailed to the customer even if receipts are turned off, with discounts, cash and change', async () => {
    const id = await sold({ discount: { percent: 10, reason: 'Promotion' } });
    expect(await emails.send()).toEqual([]);
    const { status, body } = await ask(id);
    expect(status).toBe(200);
    const { email } = (await gym.by.operator.get(`/contacts/${gym.contactId}`)).body.contact;
    expect(body.email).toBe(email);
    expect(await asked(id)).toMatchObject({ email, state: 'waiting', reason: null });
    const [mail] = await emails.send();
    expect(mail?.to).toBe(email);
    expect(mail?.text).toContain('Towel × 2, less $2.00 (Promotion): $18.00');
    expect(mail?.text).toMatch(/Tendered: \$30\.00\nChange: \$10\.56/);
    expect(await asked(id)).toMatchObject({ state: 'sent' });
  });

  test('of two equal payments names each, and what was refunded', async () => {
    const invoiceId = await invoiceBuilders(server, gym).invoice(gym.contactId, {
      status: 'open',
      due_cents: 20_00,
      total_cents: 20_00,
    });
    const pay = (payment: object) =>
      gym.by.operator.post(`/invoices/${invoiceId}/payments`, { body: { amount: 10, ...payment } });
    expect((await pay({ method: 'other', otherMethod: 'Check' })).status).toBeLessThan(300);
    expect((await pay({ method: 'cash', tendered: 15 })).status).toBeLessThan(300);
    await ask(invoiceId);
    const [first] = await emails.send();
    expect(first?.text).toContain('Paid in cash: $10.00\nTendered: $15.00\nChange: $5.00\nPaid (Check): $10.00\n');
    expect(
      (
        await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, {
          body: { amount: 10, reason: 'Mistake', destination: 'cash' },
        })
      ).status,
    ).toBeLessThan(300);
    await ask(invoiceId);
    // Beside the email about the refund, in any order.
    expect((await emails.send()).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Paid (Check): $10.00\nRefunded: $10.00\n'),
    );
  });

  test('is emailed to a typed address, and shows why it could not be delivered', async () => {
    const id = await sold();
    await ask(id, { email: 'guest@member.test' });
    const refusing: Mailer = {
      send: async () => {
        throw Object.assign(new Error('No such user'), {
          code: 'EENVELOPE',
          command: 'RCPT TO',
          responseCode: 550,
          response: '550 No such user',
        });
      },
      close: () => undefined,
    };
    await emails.send(refusing);
    expect(await asked(id)).toMatchObject({
      email: 'guest@member.test',
      state: 'failed',
      reason: expect.stringContaining('No such user'),
    });
    await ask(id, { email: 'right@member.test' });
    expect((await emails.send()).map(({ to }) => to)).toEqual(['right@member.test']);
    expect(await asked(id)).toMatchObject({ email: 'right@member.test', state: 'sent' });
  });

  test('requires an address if the customer has none', async () => {
    const { body } = await gym.by.point_of_sale.post(`/locations/${gym.locationId}/walk-in`);
    const id = await sold({ contactId: body.contact.id });
    const without = await ask(id);
    expect([without.status, without.body.message]).toEqual([400, 'Enter an email address']);
    expect((await ask(id, { email: 'guest@member.test' })).status).toBe(200);
    expect((await emails.send()).map(({ to }) => to)).toEqual(['guest@member.test']);
  });

  test('is refused for an unpaid invoice, for another company, for an invalid address, and above the limit', async () => {
    const open = await invoiceBuilders(server, gym).invoice(gym.contactId, { status: 'open', due_cents: 324 });
    expect((await ask(open)).status).toBe(409);
    const id = await sold();
    const other = await createPayingGym(server, stripe);
    expect((await ask(id, {}, other.by.admin)).status).toBe(404);
    expect((await ask(id, { email: 'nonsense' })).status).toBe(400);
    const tries = [];
    for (let index = 0; index < 6; index += 1) tries.push((await ask(id, { email: 'one@member.test' })).status);
    expect(tries).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('that is asked for again with the same key after it was emailed is not emailed a second time', async () => {
    const id = await sold();
    const again = () =>
      gym.by.operator.post(`/invoices/${id}/receipt`, {
        body: { email: 'guest@member.test' },
        headers: { 'idempotency-key': 'one press' },
      });
    const first = await again();
    expect(await emails.send()).toHaveLength(1);
    const second = await again();
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await emails.send()).toEqual([]);
    expect((await ask(id, { email: 'guest@member.test' })).status).toBe(200);
    expect(await emails.send()).toHaveLength(1);
  });

  test('is limited to one’s own sales at the point_of_sale level', async () => {
    const mine = await sold();
    const theirs = await invoiceBuilders(server, gym).invoice(gym.contactId);
    expect((await ask(mine, { email: 'guest@member.test' }, gym.by.point_of_sale)).status).toBe(200);
    expect((await ask(theirs, { email: 'guest@member.test' }, gym.by.point_of_sale)).status).toBe(404);
  });
});
