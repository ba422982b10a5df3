import { beforeEach, describe, expect, test } from 'vitest';
import { byMember, createBilledHousehold, type BilledHousehold } from '#tests/support/billedHousehold.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let home: BilledHousehold;
beforeEach(async () => {
  home = await createBilledHousehold(server, stripe);
});

describe('a declined charge', () => {
  test('makes everybody past due, and the next attempt that works renews everybody', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    expect(await home.renew()).toEqual({ charged: 0, declined: 1 });
    const [invoice] = await home.renewals();
    expect(invoice).toMatchObject({ status: 'overdue', contact_id: home.gym.contactId });
    for (const id of [home.gym.contactId, ben])
      expect(await home.one(id)).toMatchObject({ end_date: '2027-04-14', grace_days: 3 });
    await server.database.scoped([home.gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_card_visa' }).execute(),
    );
    home.setClock('2027-04-17');
    expect(await home.renew()).toEqual({ charged: 1, declined: 0 });
    for (const id of [home.gym.contactId, ben])
      expect(await home.one(id)).toMatchObject({ end_date: '2027-05-14', grace_days: null });
    expect(await home.renewals()).toHaveLength(1);
  });

  test('refuses a dependant at the door after the grace period', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    const enter = async () =>
      (await (await home.operator()).post('/checkins', { body: { contactId: ben, locationId: home.gym.locationId } }))
        .body;
    home.setClock('2027-04-16');
    expect((await enter()).checkin.accessGranted).toBe(true);
    home.setClock('2027-04-19');
    expect((await enter()).checkin.accessGranted).toBe(false);
  });

  test('stops all renewals after the last attempt, and emails the payer once for each', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    for (const day of ['2027-04-14', '2027-04-15', '2027-04-17', '2027-04-19', '2027-04-21', '2027-04-28']) {
      home.setClock(day);
      await home.renew();
    }
    for (const id of [home.gym.contactId, ben])
      expect(await home.one(id)).toMatchObject({ auto_renew: false, renewal_stopped: 'card_declined' });
    const rows = await server.database.scoped([home.gym.companyId], (tx) =>
      tx.selectFrom('renewals').select(['status', 'attempts']).orderBy('line').execute(),
    );
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
    expect(rows[0]).toMatchObject({ status: 'given_up' });
    const failed = await server.database.scoped([home.gym.companyId], (tx) =>
      tx.selectFrom('emails').select('contact_id').where('kind', '=', 'payment-failed').execute(),
    );
    expect(failed).toEqual(Array.from({ length: rows[0]?.attempts ?? 0 }, () => ({ contact_id: home.gym.contactId })));
  });

  test('a member whose renewal was turned off since is billed apart, and the others are charged', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    const { id } = await home.one(ben);
    const caller = await home.operator();
    expect((await caller.put(byMember(ben, `${id}/renewal`), { body: { autoRenew: false } })).status).toBe(200);
    await server.database.scoped([home.gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_card_visa' }).execute(),
    );
    home.setClock('2027-04-17');
    expect(await home.renew()).toEqual({ charged: 1, declined: 0 });
    const states = (await home.renewals()).map(({ status, subtotal_cents }) => [status, subtotal_cents]);
    expect(states.toSorted()).toEqual([
      ['overdue', 2_500],
      ['paid', 4_999],
      ['void', 7_499],
    ]);
    expect(await home.one(home.gym.contactId)).toMatchObject({ end_date: '2027-05-14' });
    expect(await home.one(ben)).toMatchObject({ end_date: '2027-04-14', auto_renew: false });
  });

  test('a member who was frozen since is taken off the invoice and billed after the freeze, and the others are charged', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    const { id } = await home.one(ben);
    const body = { from: '2027-04-14', until: '2027-04-23', reason: 'Travel' };
    expect((await (await home.operator()).post(byMember(ben, `${id}/freezes`), { body })).status).toBe(200);
    await server.database.scoped([home.gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_card_visa' }).execute(),
    );
    const statuses = async (day: string) => {
      home.setClock(day);
      await home.renew();
      return (await home.renewals()).map(({ status, subtotal_cents }) => `${status} ${subtotal_cents}`).toSorted();
    };
    expect(await statuses('2027-04-17')).toEqual(['paid 4999', 'void 7499']);
    expect(await statuses('2027-04-23')).toEqual(['paid 4999', 'void 7499']);
    expect(await statuses('2027-04-24')).toEqual(['paid 2500', 'paid 4999', 'void 7499']);
    expect(await home.one(home.gym.contactId)).toMatchObject({ end_date: '2027-05-14' });
    expect(await home.one(ben)).toMatchObject({ end_date: '2027-05-24' });
  });

  test('a member who cancels is taken off the invoice, and the others stay on one', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const [ben] = [await home.child('Ben'), await home.child('Cleo')];
    home.setClock('2027-04-14');
    await home.renew();
    const { id } = await home.one(ben);
    const reply = await (
      await home.operator()
    ).post(byMember(ben, `${id}/cancellation`), {
      body: { when: 'now', reason: 'other' },
    });
    expect(reply.status).toBe(200);
    const states = (await home.renewals()).map(({ status, subtotal_cents }) => [status, subtotal_cents]);
    expect(states.toSorted()).toEqual([
      ['overdue', 7_499],
      ['void', 9_999],
    ]);
    const rows = await server.database.scoped([home.gym.companyId], (tx) =>
      tx.selectFrom('renewals').select(['status', 'attempts', 'line']).orderBy('line').execute(),
    );
    expect(rows).toMatchObject([
      { status: 'declined', attempts: 1, line: 0 },
      { status: 'declined', attempts: 1, line: 1 },
    ]);
  });

  test('nobody is taken off an invoice that is paid in part', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    const [invoice] = await home.renewals();
    const caller = await home.operator();
    await caller.post(`/invoices/${invoice?.id}/payments`, { body: { method: 'cash', amount: 10 } });
    const { id } = await home.one(ben);
    const reply = await caller.post(byMember(ben, `${id}/cancellation`), { body: { when: 'now', reason: 'other' } });
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('paid in part') } });
    expect(await home.one(ben)).toMatchObject({ canceled_at: null });
  });
});
