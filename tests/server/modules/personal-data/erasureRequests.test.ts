import { addHours } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { createGym } from '#tests/support/gym.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { eraseAfterADay, runErasureJob } from '#tests/support/personalData.ts';
import { createTill } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
const rival = await createGym(server);
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const path = (contactId: string) => `/contacts/${contactId}/erasure`;
const ask = (contactId: string) => gym.by.admin.post(path(contactId));

describe('POST and DELETE /contacts/{id}/erasure', () => {
  test('waits for 24 hours, and the contact says who asked and when it happens', async () => {
    const contactId = await gym.make.contact();
    const { status, body } = await ask(contactId);
    expect(status).toBe(202);
    const erasure = {
      contactId,
      askedAt: server.clock.now.toISOString(),
      askedBy: 'Sam admin',
      dueAt: addHours(server.clock.now, 24).toISOString(),
      refusal: null,
    };
    expect(body.erasure).toEqual(erasure);
    expect((await gym.by.operator.get(`/contacts/${contactId}`)).body.erasure).toEqual(erasure);
    expect((await ask(contactId)).status).toBe(409);
    const { now } = server.clock;
    server.clock.now = addHours(now, 23);
    await runErasureJob(server);
    server.clock.now = now;
    expect((await gym.by.operator.get(`/contacts/${contactId}`)).body.contact.firstName).toBe('Casey');
  });

  test('is taken back in time', async () => {
    const contactId = await gym.make.contact();
    expect((await gym.by.admin.delete(path(contactId))).status).toBe(404);
    await ask(contactId);
    expect((await gym.by.admin.delete(path(contactId))).status).toBe(200);
    await eraseAfterADay(server);
    const { body } = await gym.by.operator.get(`/contacts/${contactId}`);
    expect([body.contact.firstName, body.erasure]).toEqual(['Casey', null]);
  });

  test('is for company admins, of their own company', async () => {
    const contactId = await gym.make.contact();
    expect((await gym.by.manager.post(path(contactId))).status).toBe(403);
    expect((await rival.by.admin.post(path(contactId))).status).toBe(404);
    await ask(contactId);
    expect((await gym.by.manager.delete(path(contactId))).status).toBe(403);
    expect((await rival.by.admin.delete(path(contactId))).status).toBe(404);
    expect((await gym.by.admin.post('/contacts/nobody/erasure')).status).toBe(404);
  });

  test('is refused with the reason while a membership runs or money is owed', async () => {
    const member = await gym.make.contact();
    await gym.make.contactMembership(member);
    expect((await ask(member)).body.message).toBe(
      'This contact cannot be erased yet. Monthly Unlimited is running. Cancel it, or wait until it ends.',
    );
    const debtor = await gym.make.contact();
    const item = await gym.make.salesItem({ price_cents: 1_000 });
    await createTill(gym.by.point_of_sale, gym.locationId, debtor).card([{ salesItemId: item, quantity: 1 }]);
    expect((await ask(debtor)).body.message).toContain('A payment is under way');
  });

  test('is refused while somebody depends on them as payer', async () => {
    const contactId = await gym.make.contact();
    const { body } = await gym.by.operator.post('/households', { body: { name: 'Oakleys', payerId: gym.contactId } });
    const member = { contactId, relation: 'cousin', mayAct: false };
    await gym.by.operator.post(`/households/${body.household.id}/members`, { body: member });
    expect((await ask(gym.contactId)).body.message).toContain('They pay for the household ‘Oakleys’');
  });

  test('is refused while a dispute is open', async () => {
    const { succeeded, intent } = await chargedSale(gym);
    await gym.deliver(succeeded);
    gym.account.dispute(intent.id);
    await gym.deliverAll();
    expect((await ask(gym.contactId)).body.message).toContain('A payment is disputed');
  });
});
