import { beforeEach, describe, expect, test } from 'vitest';
import { byMember, createBilledHousehold, type BilledHousehold } from '#tests/support/billedHousehold.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let home: BilledHousehold;
beforeEach(async () => {
  home = await createBilledHousehold(server, stripe);
});

describe('staff', () => {
  /** One that was declined. */
  async function overdue() {
    await home.annWithCard('pm_card_chargeCustomerFail');
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    const [invoice] = await home.renewals();
    return { ben, id: invoice?.id ?? '' };
  }

  test('voiding it stops the renewal of everybody, and late money renews everybody', async () => {
    const { ben, id } = await overdue();
    const caller = await home.operator();
    expect((await caller.post(`/invoices/${id}/void`, { body: { reason: 'Moved' } })).status).toBe(200);
    for (const contactId of [home.gym.contactId, ben])
      expect(await home.one(contactId)).toMatchObject({ auto_renew: false });
    const { metadata } = await home.gym.books.invoice(id);
    expect(metadata.givenUpRenewals).toHaveLength(2);
  });

  test('writing it off with the days renews everybody', async () => {
    const { ben, id } = await overdue();
    const body = { reason: 'Goodwill', grant: true };
    expect((await (await home.operator()).post(`/invoices/${id}/write-off`, { body })).status).toBe(200);
    for (const contactId of [home.gym.contactId, ben])
      expect(await home.one(contactId)).toMatchObject({ end_date: '2027-05-14' });
  });

  test('refunding a line ends the membership of that line', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    const [invoice] = await home.renewals();
    const lines = await home.gym.books.lines(invoice?.id ?? '');
    const position = lines.findIndex(({ member_name }) => member_name === 'Ben Oakley');
    const caller = await home.operator();
    const detail = (await caller.get(`/invoices/${invoice?.id}`)).body;
    expect(
      detail.memberships.map(({ line, member }: { line: number; member: { name: string } }) => [line, member.name]),
    ).toContainEqual([position, 'Ben Oakley']);
    const reply = await caller.post(`/invoices/${invoice?.id}/refunds`, {
      body: { lines: [{ position, quantity: 1 }], destination: 'card', reason: 'Injured', membership: 'end_now' },
    });
    expect(reply).toMatchObject({ status: 201, body: { refund: { amount: 27 } } });
    expect(await home.one(ben)).toMatchObject({ cancels_on: '2027-04-14', access_enabled: false });
    expect(await home.one(home.gym.contactId)).toMatchObject({ cancels_on: null, access_enabled: true });
  });

  test('refunding everything at Stripe ends the period of everybody', async () => {
    await home.annWithCard();
    const ben = await home.child('Ben');
    home.setClock('2027-04-14');
    await home.renew();
    home.gym.account.refund([...home.gym.account.intents.keys()].at(-1) ?? '');
    await home.gym.deliverAll();
    for (const contactId of [home.gym.contactId, ben])
      expect(await home.one(contactId)).toMatchObject({ end_date: '2027-04-14' });
  });
});

test('a cancellation says what can be refunded of a member’s own line', async () => {
  await home.annWithCard();
  const ben = await home.child('Ben');
  home.setClock('2027-04-14');
  await home.renew();
  home.setClock('2027-04-20');
  const { id } = await home.one(ben);
  const { body } = await (await home.operator()).get(byMember(ben, `${id}/cancellation?when=now`));
  expect(body.preview).toMatchObject({ refundable: 27 });
});
