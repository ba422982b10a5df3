import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
const emails = memberEmails(server);
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Held = Awaited<ReturnType<MembersGym['bought']>>;
/** Declined on November 30. */
async function declined() {
  const held = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  gym.setClock('2026-11-30');
  await gym.renew();
  return held;
}
async function nextTryOn(held: Held) {
  const manager = await server.as(gym.users.manager);
  const invoice = (await held.invoices())[1];
  return (await manager.get(`/invoices/${invoice?.id}`)).body.nextTryOn;
}
/** The same invoice in what needs attention. */
async function attention(held: Held) {
  const manager = await server.as(gym.users.manager);
  const { body } = await manager.get(`/attention?locationId=${gym.locationId}`);
  const { kind, on } = body.items.find(({ contact }: { contact: { id: string } }) => contact.id === held.contactId);
  return { kind, on };
}
const attempts = async ({ id }: Held) =>
  server.database.scoped([gym.companyId], async (tx) => {
    const query = tx.selectFrom('renewals').select('attempts').where('contact_membership_id', '=', id);
    return (await query.executeTakeFirstOrThrow()).attempts;
  });

test('an invoice says when its declined card is charged again: on that day the job does, until no try is left', async () => {
  const held = await declined();
  await emails.send();
  for (const day of ['2026-12-01', '2026-12-03', '2026-12-06', '2026-12-13']) {
    expect(await nextTryOn(held)).toBe(day);
    const before = await attempts(held);
    gym.setClock(addDays(day, -1));
    await gym.renew();
    expect(await attempts(held)).toBe(before);
    gym.setClock(day);
    await gym.renew();
    expect(await attempts(held)).toBe(before + 1);
  }
  expect(await nextTryOn(held)).toBeNull();
});

test('it says none while renewal is off, while an open freeze lasts, and once it is paid', async () => {
  const held = await declined();
  await held.call('put', 'renewal', { autoRenew: false, by: 'card' });
  expect(await nextTryOn(held)).toBeNull();
  await held.call('put', 'renewal', { autoRenew: true, by: 'card' });
  expect(await nextTryOn(held)).toBe('2026-12-01');
  const manager = await server.as(gym.users.manager);
  const invoice = (await held.invoices())[1];
  await manager.post(`/invoices/${invoice?.id}/payments`, { body: { method: 'cash' } });
  expect(await nextTryOn(held)).toBeNull();
});

test('a freeze moves it to the new last paid day', async () => {
  const held = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  gym.setClock('2026-11-30');
  await gym.renew();
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('contact_memberships').set({ end_date: '2026-12-10' }).where('id', '=', held.id).execute(),
  );
  expect(await nextTryOn(held)).toBe('2026-12-10');
  expect(await attention(held)).toEqual({ kind: 'retrying', on: '2026-12-10' });
});

test('what needs attention says the same day, and none where the invoice says none', async () => {
  const held = await declined();
  expect(await attention(held)).toEqual({ kind: 'retrying', on: '2026-12-01' });
  gym.setClock('2026-12-04');
  expect([await nextTryOn(held), await attention(held)]).toEqual([
    '2026-12-04',
    { kind: 'retrying', on: '2026-12-04' },
  ]);
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .insertInto('membership_freezes')
      .values({
        id: crypto.randomUUID(),
        company_id: gym.companyId,
        contact_membership_id: held.id,
        from_day: '2026-12-01',
        until_day: null,
        longest_until: '2026-12-20',
        reason: 'Travel',
      })
      .execute(),
  );
  expect([await nextTryOn(held), await attention(held)]).toEqual([null, { kind: 'overdue', on: '2026-11-30' }]);
});

test.each([
  ['2027-01-01', '2027-01-01', 2],
  ['2027-01-02', null, 1],
])(
  'a card that was declined is charged again at most 31 days after the planned day, then staff collect: %s',
  async (day, next, tries) => {
    const held = await declined();
    // The server was off since.
    gym.setClock(day);
    expect(await nextTryOn(held)).toBe(next);
    expect((await attention(held)).kind).toBe(next ? 'retrying' : 'overdue');
    await gym.renew();
    await gym.renew();
    expect(await attempts(held)).toBe(tries);
    const manager = await server.as(gym.users.manager);
    const invoice = (await held.invoices())[1];
    expect((await manager.post(`/invoices/${invoice?.id}/payments`, { body: { method: 'cash' } })).status).toBe(201);
    expect(await held.row()).toMatchObject({ endDate: addDays(day, 30) });
  },
);

test('a first try that is still to come is none again', async () => {
  const held = await gym.bought('2026-11-01');
  await held.call('put', 'renewal', { autoRenew: true, by: 'manual' });
  gym.setClock('2026-11-24');
  await gym.renew();
  expect(await nextTryOn(held)).toBeNull();
});
