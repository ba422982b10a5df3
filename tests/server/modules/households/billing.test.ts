import { beforeEach, describe, expect, test } from 'vitest';
import { startOfDay } from '#domain/shared/dates.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { createGym } from '#tests/support/gym.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let householdId: string;
beforeEach(async () => {
  await server.database.scoped(await server.database.everyCompany(), (tx) => tx.deleteFrom('stripe_configs').execute());
  gym = await createPayingGym(server, stripe);
});

const renew = () =>
  renewMemberships({ config: server.config, database: server.database, clock: () => server.clock.now });
const setClock = (day: string) => {
  server.clock.now = new Date(startOfDay(gym.timezone, day).getTime() + 12 * 3_600_000);
};
const operator = () => server.as(gym.users.manager);
const one = async (contactId: string) => (await gym.books.memberships(contactId))[0] ?? expect.fail();
const renewals = async () => (await gym.books.invoices()).filter(({ kind }) => kind === 'renewal');
const linesOf = async (invoiceId = '') =>
  (await gym.books.lines(invoiceId)).map(({ name, member_name, total_cents }) => [name, member_name, total_cents]);
const byMember = (contactId: string, path: string) => `/contacts/${contactId}/memberships/${path}`;

/** Ann has a saved card and a plan that is paid through April 14. */
async function annWithCard(card = 'pm_card_visa') {
  setClock('2027-03-15');
  const caller = await operator();
  const { body } = await caller.post('/memberships/purchase', {
    body: {
      contactId: gym.contactId,
      membershipId: await gym.make.plan(),
      startDate: '2027-03-15',
      autoRenew: true,
    },
  });
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: card });
  await gym.deliverAll();
  householdId = (await caller.post('/households', { body: { name: 'Oakley', payerId: gym.contactId } })).body.household
    .id;
}

/** A member of Ann's household, with a plan that is paid through April 14. */
async function child(firstName: string, change: Parameters<PayingGym['make']['contactMembership']>[1] = {}) {
  const id = await gym.make.contact({ first_name: firstName, last_name: 'Oakley' });
  await gym.make.contactMembership(id, {
    membership_name: 'Youth',
    purchase_price_cents: 2_500,
    start_date: '2027-03-15',
    end_date: '2027-04-14',
    auto_renew: true,
    ...change,
  });
  await (await operator()).post(`/households/${householdId}/members`, { body: { contactId: id } });
  return id;
}

describe('on one day, at one location and with one interval', () => {
  test('the renewals of a household are one invoice of the payer and one charge', async () => {
    await annWithCard();
    const [ben, cleo] = [await child('Ben'), await child('Cleo')];
    setClock('2027-04-14');
    expect(await renew()).toEqual({ charged: 1, declined: 0 });
    expect(await renew()).toEqual({ charged: 0, declined: 0 });
    const invoices = await renewals();
    expect(invoices).toMatchObject([{ contact_id: gym.contactId, status: 'paid', subtotal_cents: 9_999 }]);
    expect((await linesOf(invoices[0]?.id)).toSorted()).toEqual(
      [
        ['Monthly Unlimited', null, 4_999],
        ['Youth', 'Ben Oakley', 2_500],
        ['Youth', 'Cleo Oakley', 2_500],
      ].toSorted(),
    );
    for (const id of [gym.contactId, ben, cleo])
      expect(await one(id)).toMatchObject({ end_date: '2027-05-14', periods_paid: 2, grace_days: null });
    expect(gym.account.charges.size).toBe(2);
  });

  test('a member’s history has the invoices of the payer in which they are a line, and nobody else’s', async () => {
    await annWithCard();
    const [ben, loner] = [await child('Ben'), await gym.make.contact()];
    setClock('2027-04-14');
    await renew();
    const [renewal] = await renewals();
    const caller = await operator();
    const listed = async (query: string) => {
      const { body } = await caller.get(`/invoices?${query}`);
      return body.invoices.map(({ invoice }: { invoice: { id: string } }) => invoice.id);
    };
    expect(await listed(`memberId=${ben}`)).toEqual([renewal?.id]);
    expect(await listed(`contactId=${ben}`)).toEqual([]);
    expect(await listed(`memberId=${gym.contactId}`)).toHaveLength(2);
    expect(await listed(`memberId=${loner}`)).toEqual([]);
    const rival = await createGym(server);
    expect((await rival.by.admin.get(`/invoices?memberId=${ben}`)).status).toBe(404);
  });

  test('what is paid ahead is each line’s own', async () => {
    await annWithCard();
    await child('Ben');
    await child('Cleo');
    setClock('2027-04-14');
    await renew();
    const { body } = await (
      await operator()
    ).get(`/reports/deferred?locationId=${gym.locationId}&from=2027-04-14&to=2027-04-14`);
    expect(JSON.stringify(body)).toContain('99.99');
    expect(JSON.stringify(body)).not.toContain('199.98');
  });

  test('several processes charge once', async () => {
    await annWithCard();
    const ben = await child('Ben');
    setClock('2027-04-14');
    await Promise.all(Array.from({ length: 8 }, renew));
    expect([(await renewals()).length, gym.account.charges.size]).toEqual([1, 2]);
    expect(await one(ben)).toMatchObject({ periods_paid: 2 });
  });

  test('one that renews on another day or with another interval is charged by itself', async () => {
    await annWithCard();
    await child('Ben', { end_date: '2027-04-16' });
    await child('Cleo', { billing_frequency: 'annually', start_date: '2026-04-15' });
    setClock('2027-04-14');
    await renew();
    expect((await renewals()).map(({ subtotal_cents }) => subtotal_cents).toSorted()).toEqual([2_500, 4_999]);
    setClock('2027-04-16');
    await renew();
    expect(await renewals()).toHaveLength(3);
  });

  test('a household that costs more than a card can be charged is billed apart', async () => {
    await annWithCard();
    for (let count = 0; count < 3; count += 1) await child('Ben', { purchase_price_cents: 900_000_00 });
    setClock('2027-04-14');
    await renew();
    expect((await renewals()).every(({ status }) => status === 'paid')).toBe(true);
    expect((await one(gym.contactId)).periods_paid).toBe(2);
  });

  test('what costs nothing is renewed with the rest', async () => {
    await annWithCard();
    const ben = await child('Ben', { purchase_price_cents: 0 });
    setClock('2027-04-14');
    await renew();
    expect(await renewals()).toHaveLength(1);
    expect(await one(ben)).toMatchObject({ end_date: '2027-05-14' });
  });

  test('a planned change of one does not change another with the same line', async () => {
    await annWithCard();
    const ben = await child('Ben');
    const { membership_id } = await one(ben);
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('contact_memberships')
        .set({
          planned_membership_id: membership_id,
          planned_name: 'Family',
          planned_type: 'no_contract',
          planned_billing_frequency: 'monthly',
          planned_price_cents: 3_000,
        })
        .where('contact_id', '=', gym.contactId)
        .execute(),
    );
    setClock('2027-04-14');
    await renew();
    expect(await one(gym.contactId)).toMatchObject({ membership_name: 'Family', purchase_price_cents: 3_000 });
    expect(await one(ben)).toMatchObject({ membership_name: 'Youth', end_date: '2027-05-14' });
  });

  test('manual renewals are one invoice, which is emailed to the payer', async () => {
    await annWithCard();
    const [ben, cleo] = [await child('Ben', { renews_by: 'manual' }), await child('Cleo', { renews_by: 'manual' })];
    setClock('2027-04-12');
    await renew();
    const [invoice] = await renewals();
    expect(invoice).toMatchObject({ contact_id: gym.contactId, status: 'open', subtotal_cents: 5_000 });
    const emails = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('emails').select(['contact_id', 'kind']).where('kind', '=', 'invoice-due').execute(),
    );
    expect(emails).toEqual([{ contact_id: gym.contactId, kind: 'invoice-due' }]);
    await (await operator()).post(`/invoices/${invoice?.id}/payments`, { body: { method: 'cash' } });
    for (const id of [ben, cleo]) expect(await one(id)).toMatchObject({ end_date: '2027-05-14', periods_paid: 2 });
  });
});

test.each([500, 'cut'] as const)('%s at the charge: retried, and the household is charged once', async (how) => {
  await annWithCard();
  const ben = await child('Ben');
  setClock('2027-04-14');
  stripe.fail(/confirm/, how, 2);
  await expect(renew()).rejects.toThrow('1 renewals failed');
  expect(await one(ben)).toMatchObject({ periods_paid: 1, grace_days: null });
  stripe.heal();
  await sweepPayments({ config: server.config, database: server.database, clock: () => server.clock.now });
  await renew();
  for (const id of [gym.contactId, ben])
    expect(await one(id)).toMatchObject({ end_date: '2027-05-14', periods_paid: 2 });
  expect([(await renewals()).length, gym.account.charges.size]).toEqual([1, 2]);
});

describe('a declined charge', () => {
  test('makes everybody past due, and the next attempt that works renews everybody', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    setClock('2027-04-14');
    expect(await renew()).toEqual({ charged: 0, declined: 1 });
    const [invoice] = await renewals();
    expect(invoice).toMatchObject({ status: 'overdue', contact_id: gym.contactId });
    for (const id of [gym.contactId, ben])
      expect(await one(id)).toMatchObject({ end_date: '2027-04-14', grace_days: 3 });
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_card_visa' }).execute(),
    );
    setClock('2027-04-17');
    expect(await renew()).toEqual({ charged: 1, declined: 0 });
    for (const id of [gym.contactId, ben])
      expect(await one(id)).toMatchObject({ end_date: '2027-05-14', grace_days: null });
    expect(await renewals()).toHaveLength(1);
  });

  test('refuses a dependant at the door after the grace period', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    const enter = async () =>
      (await (await operator()).post('/checkins', { body: { contactId: ben, locationId: gym.locationId } })).body;
    setClock('2027-04-16');
    expect((await enter()).checkin.accessGranted).toBe(true);
    setClock('2027-04-19');
    expect((await enter()).checkin.accessGranted).toBe(false);
  });

  test('stops all renewals after the last attempt, and emails the payer once for each', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    for (const day of ['2027-04-14', '2027-04-15', '2027-04-17', '2027-04-19', '2027-04-21', '2027-04-28']) {
      setClock(day);
      await renew();
    }
    for (const id of [gym.contactId, ben])
      expect(await one(id)).toMatchObject({ auto_renew: false, renewal_stopped: 'card_declined' });
    const rows = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('renewals').select(['status', 'attempts']).orderBy('line').execute(),
    );
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
    expect(rows[0]).toMatchObject({ status: 'given_up' });
    const failed = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('emails').select('contact_id').where('kind', '=', 'payment-failed').execute(),
    );
    expect(failed).toEqual(Array.from({ length: rows[0]?.attempts ?? 0 }, () => ({ contact_id: gym.contactId })));
  });

  test('a member whose renewal was turned off since is billed apart, and the others are charged', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    const { id } = await one(ben);
    const caller = await operator();
    expect((await caller.put(byMember(ben, `${id}/renewal`), { body: { autoRenew: false } })).status).toBe(200);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_card_visa' }).execute(),
    );
    setClock('2027-04-17');
    expect(await renew()).toEqual({ charged: 1, declined: 0 });
    const states = (await renewals()).map(({ status, subtotal_cents }) => [status, subtotal_cents]);
    expect(states.toSorted()).toEqual([
      ['overdue', 2_500],
      ['paid', 4_999],
      ['void', 7_499],
    ]);
    expect(await one(gym.contactId)).toMatchObject({ end_date: '2027-05-14' });
    expect(await one(ben)).toMatchObject({ end_date: '2027-04-14', auto_renew: false });
  });

  test('a member who was frozen since is taken off the invoice and billed after the freeze, and the others are charged', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    const { id } = await one(ben);
    const body = { from: '2027-04-14', until: '2027-04-23', reason: 'Travel' };
    expect((await (await operator()).post(byMember(ben, `${id}/freezes`), { body })).status).toBe(200);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_card_visa' }).execute(),
    );
    const statuses = async (day: string) => {
      setClock(day);
      await renew();
      return (await renewals()).map(({ status, subtotal_cents }) => `${status} ${subtotal_cents}`).toSorted();
    };
    expect(await statuses('2027-04-17')).toEqual(['paid 4999', 'void 7499']);
    expect(await statuses('2027-04-23')).toEqual(['paid 4999', 'void 7499']);
    expect(await statuses('2027-04-24')).toEqual(['paid 2500', 'paid 4999', 'void 7499']);
    expect(await one(gym.contactId)).toMatchObject({ end_date: '2027-05-14' });
    expect(await one(ben)).toMatchObject({ end_date: '2027-05-24' });
  });

  test('a member who cancels is taken off the invoice, and the others stay on one', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const [ben] = [await child('Ben'), await child('Cleo')];
    setClock('2027-04-14');
    await renew();
    const { id } = await one(ben);
    const reply = await (
      await operator()
    ).post(byMember(ben, `${id}/cancellation`), {
      body: { when: 'now', reason: 'other' },
    });
    expect(reply.status).toBe(200);
    const states = (await renewals()).map(({ status, subtotal_cents }) => [status, subtotal_cents]);
    expect(states.toSorted()).toEqual([
      ['overdue', 7_499],
      ['void', 9_999],
    ]);
    const rows = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('renewals').select(['status', 'attempts', 'line']).orderBy('line').execute(),
    );
    expect(rows).toMatchObject([
      { status: 'declined', attempts: 1, line: 0 },
      { status: 'declined', attempts: 1, line: 1 },
    ]);
  });

  test('nobody is taken off an invoice that is paid in part', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    const [invoice] = await renewals();
    const caller = await operator();
    await caller.post(`/invoices/${invoice?.id}/payments`, { body: { method: 'cash', amount: 10 } });
    const { id } = await one(ben);
    const reply = await caller.post(byMember(ben, `${id}/cancellation`), { body: { when: 'now', reason: 'other' } });
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('paid in part') } });
    expect(await one(ben)).toMatchObject({ canceled_at: null });
  });
});

describe('staff', () => {
  /** One that was declined. */
  async function overdue() {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    const [invoice] = await renewals();
    return { ben, id: invoice?.id ?? '' };
  }

  test('voiding it stops the renewal of everybody, and late money renews everybody', async () => {
    const { ben, id } = await overdue();
    const caller = await operator();
    expect((await caller.post(`/invoices/${id}/void`, { body: { reason: 'Moved' } })).status).toBe(200);
    for (const contactId of [gym.contactId, ben]) expect(await one(contactId)).toMatchObject({ auto_renew: false });
    const { metadata } = await gym.books.invoice(id);
    expect(metadata['givenUpRenewal']).toHaveLength(2);
  });

  test('writing it off with the days renews everybody', async () => {
    const { ben, id } = await overdue();
    const body = { reason: 'Goodwill', grant: true };
    expect((await (await operator()).post(`/invoices/${id}/write-off`, { body })).status).toBe(200);
    for (const contactId of [gym.contactId, ben])
      expect(await one(contactId)).toMatchObject({ end_date: '2027-05-14' });
  });

  test('refunding a line ends the membership of that line', async () => {
    await annWithCard();
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    const [invoice] = await renewals();
    const lines = await gym.books.lines(invoice?.id ?? '');
    const position = lines.findIndex(({ member_name }) => member_name === 'Ben Oakley');
    const caller = await operator();
    const detail = (await caller.get(`/invoices/${invoice?.id}`)).body;
    expect(
      detail.memberships.map(({ line, member }: { line: number; member: { name: string } }) => [line, member.name]),
    ).toContainEqual([position, 'Ben Oakley']);
    const reply = await caller.post(`/invoices/${invoice?.id}/refunds`, {
      body: { lines: [{ position, quantity: 1 }], destination: 'card', reason: 'Injured', membership: 'end_now' },
    });
    expect(reply).toMatchObject({ status: 201, body: { refund: { amount: 27 } } });
    expect(await one(ben)).toMatchObject({ cancels_on: '2027-04-14', access_enabled: false });
    expect(await one(gym.contactId)).toMatchObject({ cancels_on: null, access_enabled: true });
  });

  test('refunding everything at Stripe ends the period of everybody', async () => {
    await annWithCard();
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    gym.account.refund([...gym.account.intents.keys()].at(-1) ?? '');
    await gym.deliverAll();
    for (const contactId of [gym.contactId, ben])
      expect(await one(contactId)).toMatchObject({ end_date: '2027-04-14' });
  });
});

test('a cancellation says what can be refunded of a member’s own line', async () => {
  await annWithCard();
  const ben = await child('Ben');
  setClock('2027-04-14');
  await renew();
  setClock('2027-04-20');
  const { id } = await one(ben);
  const { body } = await (await operator()).get(byMember(ben, `${id}/cancellation?when=now`));
  expect(body.preview).toMatchObject({ refundable: 27 });
});

describe('the payer', () => {
  test('a fee for a freeze is the payer’s', async () => {
    await annWithCard();
    const ben = await child('Ben');
    const { id } = await one(ben);
    const settings = { memberships: { freezeFee: 5 } };
    await (await server.as(gym.users.admin)).put(`/companies/${gym.companyId}/settings`, { body: settings });
    const reply = await (
      await operator()
    ).post(byMember(ben, `${id}/freezes`), {
      body: { from: '2027-03-16', until: '2027-03-30', reason: 'Away' },
    });
    expect(reply.status).toBe(200);
    setClock('2027-03-17');
    await renew();
    const [fee] = (await gym.books.invoices()).filter(({ kind }) => kind === 'freeze_fee');
    expect(fee).toMatchObject({ contact_id: gym.contactId, status: 'paid' });
    expect(await linesOf(fee?.id)).toEqual([['Freeze Fee', 'Ben Oakley', 500]]);
    const { invoices } = (await (await operator()).get(`/invoices?memberId=${ben}`)).body;
    expect(invoices).toMatchObject([{ invoice: { id: fee?.id, contactId: gym.contactId } }]);
  });

  test('a payer without a card is invoiced instead', async () => {
    await annWithCard();
    const ben = await child('Ben');
    const caller = await operator();
    await caller.put(`/households/${householdId}`, { body: { payerId: ben } });
    for (const id of [gym.contactId, ben])
      expect(await one(id)).toMatchObject({ renews_by: 'manual', auto_renew: true });
    setClock('2027-04-12');
    await renew();
    expect(await renewals()).toMatchObject([{ contact_id: ben, status: 'open', subtotal_cents: 7_499 }]);
  });

  test('is charged once a month for everybody, on the card of whoever pays then', async () => {
    await annWithCard();
    const ben = await child('Ben');
    const { id: customer_id } = gym.account.createCustomer({ name: 'Ben Oakley' });
    const saved = { company_id: gym.companyId, contact_id: ben, customer_id, payment_method_id: 'pm_card_visa' };
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('stripe_customers').values(saved).execute());
    const charged = () =>
      [...gym.account.intents.values()]
        .filter(({ status }) => status === 'succeeded')
        .map(({ amount, customer }) => ({ amount, isBens: customer === customer_id }));
    const total = 8_099;
    setClock('2027-04-14');
    await renew();
    const first = { amount: total, isBens: false };
    expect(charged().slice(1)).toEqual([first]);
    await (await operator()).put(`/households/${householdId}`, { body: { payerId: ben } });
    setClock('2027-05-14');
    expect(await renew()).toEqual({ charged: 1, declined: 0 });
    expect(charged().slice(1)).toEqual([first, { amount: total, isBens: true }]);
    const [, may] = await renewals();
    expect(may).toMatchObject({ contact_id: ben, status: 'paid', total_cents: total });
    expect((await linesOf(may?.id)).map(([, member]) => member).toSorted()).toEqual(['Ann Oakley', null]);
    for (const id of [gym.contactId, ben]) expect(await one(id)).toMatchObject({ end_date: '2027-06-14' });
  });

  test('the card of the payer is shown with a member’s memberships', async () => {
    await annWithCard();
    const ben = await child('Ben');
    expect((await (await operator()).get(`/contacts/${ben}/memberships`)).body).toMatchObject({ hasSavedCard: true });
  });

  test('a removed member keeps the paid days and renews at their own cost', async () => {
    await annWithCard();
    const ben = await child('Ben');
    const caller = await operator();
    const path = `/households/${householdId}/members/${ben}`;
    expect((await caller.get(`${path}/removal`)).body).toMatchObject({
      hasSavedCard: false,
      memberships: [{ name: 'Youth', paidThrough: '2027-04-14', autoRenew: true, renewsBy: 'manual', unpaid: null }],
    });
    expect((await caller.delete(path)).status).toBe(200);
    setClock('2027-04-12');
    await renew();
    expect(await renewals()).toMatchObject([{ contact_id: ben, status: 'open', subtotal_cents: 2_500 }]);
    expect(await linesOf((await renewals())[0]?.id)).toEqual([['Youth', null, 2_500]]);
  });

  test('or ends with them', async () => {
    await annWithCard();
    const ben = await child('Ben');
    expect((await (await operator()).delete(`/households/${householdId}/members/${ben}?memberships=end`)).status).toBe(
      200,
    );
    setClock('2027-04-14');
    await renew();
    expect(await one(ben)).toMatchObject({ auto_renew: false, end_date: '2027-04-14' });
    expect((await renewals()).map(({ subtotal_cents }) => subtotal_cents)).toEqual([4_999]);
  });

  test('what was billed before stays with the payer and on the payer’s card', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    const caller = await operator();
    const path = `/households/${householdId}/members/${ben}`;
    expect((await caller.get(`${path}/removal`)).body.memberships).toMatchObject([
      { renewsBy: 'card', unpaid: { due: expect.any(Number) } },
    ]);
    await caller.delete(path);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: 'pm_card_visa' }).execute(),
    );
    setClock('2027-04-17');
    await renew();
    expect(await renewals()).toMatchObject([{ contact_id: gym.contactId, status: 'paid' }]);
    expect(await one(ben)).toMatchObject({ end_date: '2027-05-14' });
  });

  test('once it is paid, who now pays without a saved card is invoiced, not declined', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    const ben = await child('Ben');
    setClock('2027-04-14');
    await renew();
    await (await operator()).delete(`/households/${householdId}/members/${ben}`);
    expect(await one(ben)).toMatchObject({ renews_by: 'card' });
    const [billed] = await renewals();
    const manager = await server.as(gym.users.manager);
    expect((await manager.post(`/invoices/${billed?.id}/payments`, { body: { method: 'cash' } })).status).toBe(201);
    expect(await one(ben)).toMatchObject({ end_date: '2027-05-14', renews_by: 'manual' });
    expect(await one(gym.contactId)).toMatchObject({ end_date: '2027-05-14', renews_by: 'card' });
    setClock('2027-05-07');
    expect(await renew()).toEqual({ charged: 0, declined: 0 });
    expect((await renewals()).at(-1)).toMatchObject({ contact_id: ben, status: 'open', subtotal_cents: 2_500 });
  });

  test('the household owes what the payer owes', async () => {
    await annWithCard('pm_card_chargeCustomerFail');
    await child('Ben');
    setClock('2027-04-14');
    await renew();
    const [invoice] = await renewals();
    const { household } = (await (await operator()).get(`/households/${householdId}`)).body;
    expect(household).toMatchObject({ owed: 80.99, owedInvoices: [{ id: invoice?.id, due: 80.99 }] });
    expect(household.members[1].memberships[0]).toMatchObject({ graceUntil: '2027-04-17' });
  });
});

test('a member who leaves while the household is charged is renewed once, by the payer or not at all', async () => {
  await annWithCard();
  for (let round = 0; round < 3; round += 1) {
    const ben = await child(`Ben ${round}`);
    setClock('2027-04-14');
    const caller = await operator();
    await Promise.all([renew(), caller.delete(`/households/${householdId}/members/${ben}`), renew()]);
    await renew();
    const ofBen = (await gym.books.invoices()).filter(({ contact_id }) => contact_id === ben);
    const { periods_paid } = await one(ben);
    expect([1, 2]).toContain(periods_paid + ofBen.filter(({ status }) => status === 'open').length);
  }
});
