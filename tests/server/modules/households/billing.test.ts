import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { byMember, createBilledHousehold, type BilledHousehold } from '#tests/support/billedHousehold.ts';
import { createGym } from '#tests/support/gym.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let home: BilledHousehold;
beforeEach(async () => {
  home = await createBilledHousehold(server, stripe);
});

describe('on one day, at one location and with one interval', () => {
  test('the renewals of a household are one invoice of the payer and one charge', async () => {
    await home.annWithCard();
    const [ben, cleo] = [await home.child('Ben'), await home.child('Cleo')];
    home.setClock('2027-04-14');
    expect(await home.renew()).toEqual({ charged: 1, declined: 0 });
    expect(await home.renew()).toEqual({ charged: 0, declined: 0 });
    const invoices = await home.renewals();
    expect(invoices).toMatchObject([{ contact_id: home.gym.contactId, status: 'paid', subtotal_cents: 9_999 }]);
    expect((await home.lines(invoices[0]?.id)).toSorted()).toEqual(
      [
        ['Monthly Unlimited', null, 4_999],
        ['Youth', 'Ben Oakley', 2_500],
        ['Youth', 'Cleo Oakley', 2_500],
      ].toSorted(),
    );
    for (const id of [home.gym.contactId, ben, cleo])
      expect(await home.one(id)).toMatchObject({ end_date: '2027-05-14', periods_paid: 2, grace_days: null });
    expect(home.gym.account.charges.size).toBe(2);
  });

  test('a member’s history has the invoices of the payer in which they are a line, and nobody else’s', async () => {
    await home.annWithCard();
    const [ben, loner] = [await home.child('Ben'), await home.gym.make.contact()];
    home.setClock('2027-04-14');
    await home.renew();
    const [renewal] = await home.renewals();
    const caller = await home.operator();
    const listed = async (query: string) => {
      const { body } = await caller.get(`/invoices?${query}`);
      return body.invoices.map(({ invoice }: { invoice: { id: string } }) => invoice.id);
    };
    expect(await listed(`memberId=${ben}`)).toEqual([renewal?.id]);
    expect(await listed(`contactId=${ben}`)).toEqual([]);
    expect(await listed(`memberId=${home.gym.contactId}`)).toHaveLength(2);
    expect(await listed(`memberId=${loner}`)).toEqual([]);
    const rival = await createGym(server);
    expect((await rival.by.admin.get(`/invoices?memberId=${ben}`)).status).toBe(404);
  });

  test('what is paid ahead is each line’s own', async () => {
    await home.annWithCard();
    await home.child('Ben');
    await home.child('Cleo');
    home.setClock('2027-04-14');
    await home.renew();
    const { body } = await (
      await home.operator()
    ).get(`/reports/deferred?locationId=${home.gym.locationId}&from=2027-04-14&to=2027-04-14`);
    expect(JSON.stringify(body)).toContain('99.99');
    expect(JSON.stringify(body)).not.toContain('199.98');
  });

  test('several processes charge once', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await Promise.all(Array.from({ length: 8 }, home.renew));
    expect([(await home.renewals()).length, home.gym.account.charges.size]).toEqual([1, 2]);
    expect(await home.one(ben)).toMatchObject({ periods_paid: 2 });
  });

  test('one that renews on another day or with another interval is charged by itself', async () => {
    await home.annWithCard();
    await home.child('Ben', { end_date: '2027-04-16' });
    await home.child('Cleo', { billing_frequency: 'annually', start_date: '2026-04-15' });
    home.setClock('2027-04-14');
    await home.renew();
    expect((await home.renewals()).map(({ subtotal_cents }) => subtotal_cents).toSorted()).toEqual([2_500, 4_999]);
    home.setClock('2027-04-16');
    await home.renew();
    expect(await home.renewals()).toHaveLength(3);
  });

  test('a household that costs more than a card can be charged is billed apart', async () => {
    await home.annWithCard();
    for (let count = 0; count < 3; count += 1) await home.child('Ben', { purchase_price_cents: 900_000_00 });
    home.setClock('2027-04-14');
    await home.renew();
    expect((await home.renewals()).every(({ status }) => status === 'paid')).toBe(true);
    expect((await home.one(home.gym.contactId)).periods_paid).toBe(2);
  });

  test('what costs nothing is renewed with the rest', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben', { purchase_price_cents: 0 });
    home.setClock('2027-04-14');
    await home.renew();
    expect(await home.renewals()).toHaveLength(1);
    expect(await home.one(ben)).toMatchObject({ end_date: '2027-05-14' });
  });

  test('a planned change of one does not change another with the same line', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    const { membership_id } = await home.one(ben);
    await server.database.scoped([home.gym.companyId], (tx) =>
      tx
        .updateTable('contact_memberships')
        .set({
          planned_membership_id: membership_id,
          planned_name: 'Family',
          planned_type: 'no_contract',
          planned_billing_frequency: 'monthly',
          planned_price_cents: 3_000,
        })
        .where('contact_id', '=', home.gym.contactId)
        .execute(),
    );
    home.setClock('2027-04-14');
    await home.renew();
    expect(await home.one(home.gym.contactId)).toMatchObject({
      membership_name: 'Family',
      purchase_price_cents: 3_000,
    });
    expect(await home.one(ben)).toMatchObject({ membership_name: 'Youth', end_date: '2027-05-14' });
  });

  test('manual renewals are one invoice, which is emailed to the payer', async () => {
    await home.annWithCard();
    const [ben, cleo] = [
      await home.child('Ben', { renews_by: 'manual' }),
      await home.child('Cleo', { renews_by: 'manual' }),
    ];
    home.setClock('2027-04-12');
    await home.renew();
    const [invoice] = await home.renewals();
    expect(invoice).toMatchObject({ contact_id: home.gym.contactId, status: 'open', subtotal_cents: 5_000 });
    const emails = await server.database.scoped([home.gym.companyId], (tx) =>
      tx.selectFrom('emails').select(['contact_id', 'kind']).where('kind', '=', 'invoice-due').execute(),
    );
    expect(emails).toEqual([{ contact_id: home.gym.contactId, kind: 'invoice-due' }]);
    await (await home.operator()).post(`/invoices/${invoice?.id}/payments`, { body: { method: 'cash' } });
    for (const id of [ben, cleo]) expect(await home.one(id)).toMatchObject({ end_date: '2027-05-14', periods_paid: 2 });
  });

  test('once one of them is canceled, the payer gets an invoice of the others', async () => {
    await home.annWithCard();
    await home.child('Ben', { renews_by: 'manual' });
    const cleo = await home.child('Cleo', { renews_by: 'manual' });
    home.setClock('2027-04-12');
    await home.renew();
    const { id } = await home.one(cleo);
    const cancellation = { body: { when: 'period_end', reason: 'moving' } };
    await (await home.operator()).post(byMember(cleo, `${id}/cancellation`), cancellation);
    const [both, bens] = await home.renewals();
    expect([both, bens]).toMatchObject([{ status: 'void' }, { status: 'open', subtotal_cents: 2_500 }]);
    const emails = await server.database.scoped([home.gym.companyId], (tx) =>
      tx.selectFrom('emails').select(['contact_id', 'data']).where('kind', '=', 'invoice-due').execute(),
    );
    expect(emails).toContainEqual({
      contact_id: home.gym.contactId,
      data: { invoiceId: bens?.id, on: '2027-04-14' },
    });
  });
});

test.each([500, 'cut'] as const)('%s at the charge: retried, and the household is charged once', async (how) => {
  await home.annWithCard();
  const ben = await home.child('Ben');
  home.setClock('2027-04-14');
  stripe.fail(/confirm/, how, 2);
  await expect(home.renew()).rejects.toThrow('1 renewals failed');
  expect(await home.one(ben)).toMatchObject({ periods_paid: 1, grace_days: null });
  stripe.heal();
  await sweepPayments(server.context);
  server.advance({ minutes: 11 });
  await home.renew();
  for (const id of [home.gym.contactId, ben])
    expect(await home.one(id)).toMatchObject({ end_date: '2027-05-14', periods_paid: 2 });
  expect([(await home.renewals()).length, home.gym.account.charges.size]).toEqual([1, 2]);
});
