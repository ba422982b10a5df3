import { beforeEach, describe, expect, test } from 'vitest';
import { byMember, createBilledHousehold, type BilledHousehold } from '#tests/support/billedHousehold.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let home: BilledHousehold;
beforeEach(async () => {
  home = await createBilledHousehold(server, stripe);
});

describe('the payer', () => {
  test('a fee for a freeze is the payer’s', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    const { id } = await home.one(ben);
    const settings = { memberships: { freezeFee: 5 } };
    await (await server.as(home.gym.users.admin)).put(`/companies/${home.gym.companyId}/settings`, { body: settings });
    const reply = await (
      await home.operator()
    ).post(byMember(ben, `${id}/freezes`), {
      body: { from: '2027-03-16', until: '2027-03-30', reason: 'Away' },
    });
    expect(reply.status).toBe(200);
    home.setClock('2027-03-17');
    await home.renew();
    const [fee] = (await home.gym.books.invoices()).filter(({ kind }) => kind === 'freeze_fee');
    expect(fee).toMatchObject({ contact_id: home.gym.contactId, status: 'paid' });
    expect(await home.lines(fee?.id)).toEqual([['Freeze Fee', 'Ben Oakley', 500]]);
    const { invoices } = (await (await home.operator()).get(`/invoices?memberId=${ben}`)).body;
    expect(invoices).toMatchObject([{ invoice: { id: fee?.id, contactId: home.gym.contactId } }]);
  });

  test('a payer without a card is invoiced instead', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    const caller = await home.operator();
    await caller.put(`/households/${home.householdId}`, { body: { payerId: ben } });
    for (const id of [home.gym.contactId, ben])
      expect(await home.one(id)).toMatchObject({ renews_by: 'manual', auto_renew: true });
    home.setClock('2027-04-12');
    await home.renew();
    expect(await home.renewals()).toMatchObject([{ contact_id: ben, status: 'open', subtotal_cents: 7_499 }]);
  });

  test('is charged once a month for everybody, on the card of whoever pays then', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    const { id: customer_id } = home.gym.account.createCustomer({ name: 'Ben Oakley' });
    await home.gym.make.stripeCustomer(ben, customer_id);
    const charged = () =>
      [...home.gym.account.intents.values()]
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount, customer }) => ({ amount, isBens: customer === customer_id }));
    const total = 8_099;
    home.setClock('2027-04-14');
    await home.renew();
    const first = { amount: total, isBens: false };
    expect(charged().slice(1)).toEqual([first]);
    await (await home.operator()).put(`/households/${home.householdId}`, { body: { payerId: ben } });
    home.setClock('2027-05-14');
    expect(await home.renew()).toEqual({ charged: 1, declined: 0 });
    expect(charged().slice(1)).toEqual([first, { amount: total, isBens: true }]);
    const [, may] = await home.renewals();
    expect(may).toMatchObject({ contact_id: ben, status: 'paid', total_cents: total });
    expect((await home.lines(may?.id)).map(([, member]) => member).toSorted()).toEqual(['Ann Oakley', null]);
    for (const id of [home.gym.contactId, ben]) expect(await home.one(id)).toMatchObject({ end_date: '2027-06-14' });
  });

  test('the card of the payer is shown with a member’s memberships', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    expect((await (await home.operator()).get(`/contacts/${ben}/memberships`)).body).toMatchObject({
      hasSavedCard: true,
    });
  });

  test('a removed member keeps the paid days and renews at their own cost', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    const caller = await home.operator();
    const path = `/households/${home.householdId}/members/${ben}`;
    expect((await caller.get(`${path}/removal`)).body).toMatchObject({
      hasSavedCard: false,
      memberships: [{ name: 'Youth', paidThrough: '2027-04-14', autoRenew: true, renewsBy: 'manual', unpaid: null }],
    });
    expect((await caller.delete(path)).status).toBe(200);
    home.setClock('2027-04-12');
    await home.renew();
    expect(await home.renewals()).toMatchObject([{ contact_id: ben, status: 'open', subtotal_cents: 2_500 }]);
    expect(await home.lines((await home.renewals())[0]?.id)).toEqual([['Youth', null, 2_500]]);
  });

  test('or ends with them', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    expect(
      (await (await home.operator()).delete(`/households/${home.householdId}/members/${ben}?memberships=end`)).status,
    ).toBe(200);
    home.setClock('2027-04-14');
    await home.renew();
    expect(await home.one(ben)).toMatchObject({ auto_renew: false, end_date: '2027-04-14' });
    expect((await home.renewals()).map(({ subtotal_cents }) => subtotal_cents)).toEqual([4_999]);
  });

  test('what was billed before stays with the payer and on the payer’s card', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    const caller = await home.operator();
    const path = `/households/${home.householdId}/members/${ben}`;
    expect((await caller.get(`${path}/removal`)).body.memberships).toMatchObject([
      { renewsBy: 'card', unpaid: { due: expect.any(Number) } },
    ]);
    await caller.delete(path);
    await server.database.scoped([home.gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_card_visa' }).execute(),
    );
    home.setClock('2027-04-17');
    await home.renew();
    expect(await home.renewals()).toMatchObject([{ contact_id: home.gym.contactId, status: 'paid' }]);
    expect(await home.one(ben)).toMatchObject({ end_date: '2027-05-14' });
  });

  test('once it is paid, who now pays without a saved card is invoiced, not declined', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    await (await home.operator()).delete(`/households/${home.householdId}/members/${ben}`);
    expect(await home.one(ben)).toMatchObject({ renews_by: 'card' });
    const [billed] = await home.renewals();
    const manager = await server.as(home.gym.users.manager);
    expect((await manager.post(`/invoices/${billed?.id}/payments`, { body: { method: 'cash' } })).status).toBe(201);
    expect(await home.one(ben)).toMatchObject({ end_date: '2027-05-14', renews_by: 'manual' });
    expect(await home.one(home.gym.contactId)).toMatchObject({ end_date: '2027-05-14', renews_by: 'card' });
    home.setClock('2027-05-07');
    expect(await home.renew()).toEqual({ charged: 0, declined: 0 });
    expect((await home.renewals()).at(-1)).toMatchObject({ contact_id: ben, status: 'open', subtotal_cents: 2_500 });
  });

  test('the household owes what the payer owes', async () => {
    await home.annWithCard('pm_card_chargeCustomerFail');
    await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    const [invoice] = await home.renewals();
    const { household } = (await (await home.operator()).get(`/households/${home.householdId}`)).body;
    expect(household).toMatchObject({ owed: 80.99, owedInvoices: [{ id: invoice?.id, due: 80.99 }] });
    expect(household.members[1].memberships[0]).toMatchObject({ graceUntil: '2027-04-17' });
  });
});

test('a member who leaves while the household is charged is renewed once, by the payer or not at all', async () => {
  await home.annWithCard();
  for (let round = 0; round < 3; round += 1) {
    const ben = await home.child(`Ben ${round}`);
    home.setClock('2027-04-14');
    const caller = await home.operator();
    await Promise.all([home.renew(), caller.delete(`/households/${home.householdId}/members/${ben}`), home.renew()]);
    await home.renew();
    const ofBen = (await home.gym.books.invoices()).filter(({ contact_id }) => contact_id === ben);
    const { periods_paid } = await home.one(ben);
    expect([1, 2]).toContain(periods_paid + ofBen.filter(({ status }) => status === 'open').length);
  }
});
