import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Held = Awaited<ReturnType<MembersGym['bought']>>;

/** Bought on November 1 and canceled on the 15th with 20 days of notice: until December 31. */
async function canceled(
  how: Parameters<MembersGym['bought']>[1] = {},
  body: object = { when: 'period_end' },
): Promise<Held> {
  await gym.settings({ cancellationNoticeDays: 20 });
  const membership = await gym.bought('2026-11-01', how);
  gym.setClock('2026-11-15');
  await membership.call('post', 'cancellation', { reason: 'moving', ...body });
  return membership;
}
const on = async (day: string) => {
  gym.setClock(day);
  await gym.renew();
};
const access = (membership: Held, accessEnabled: boolean) =>
  membership.call('put', 'access', { accessEnabled, reason: 'A matter to settle' });

test('renewal is not turned off before the last day that was told', async () => {
  const membership = await canceled();
  const { status, body } = await membership.call('put', 'renewal', { autoRenew: false });
  expect([status, body.message]).toEqual([409, 'This membership is canceled. Undo the cancellation first.']);
  await on('2026-11-30');
  expect(await membership.row()).toMatchObject({ endDate: '2026-12-31', cancelsOn: '2026-12-31' });
});

test('a member who leaves a household and ends with the paid days is told no later last day', async () => {
  const membership = await canceled();
  const manager = await server.as(gym.users.manager);
  const { body } = await manager.post('/households', { body: { name: 'Oakley', payerId: await gym.make.contact() } });
  const members = `/households/${body.household.id}/members`;
  await manager.post(members, { body: { contactId: membership.contactId } });
  expect((await manager.delete(`${members}/${membership.contactId}?memberships=end`)).status).toBe(200);
  expect(await membership.row()).toMatchObject({ endDate: '2026-11-30', cancelsOn: '2026-11-30', autoRenew: false });
});

describe('when its periods are counted again from a later day', () => {
  test('since access was off: its last day is the end of the period that it is in, which is charged once', async () => {
    const membership = await canceled();
    await access(membership, false);
    await on('2026-12-10');
    expect((await access(membership, true)).body.contactMembership).toMatchObject({ cancelsOn: '2027-01-09' });
    for (const day of ['2026-12-10', '2027-01-09', '2027-01-10']) await on(day);
    expect(await membership.row()).toMatchObject({ endDate: '2027-01-09', cancelsOn: '2027-01-09' });
    expect((await membership.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(await membership.checkIn()).toBe('Membership has expired');
  });

  test('since access was off: a day that was chosen stays', async () => {
    const membership = await canceled({}, { when: 'date', date: '2026-12-20' });
    await access(membership, false);
    gym.setClock('2026-12-10');
    expect((await access(membership, true)).body.contactMembership).toMatchObject({ cancelsOn: '2026-12-20' });
  });

  test('since it was paid late: the paid days are not lost', async () => {
    const membership = await canceled({ card: 'pm_card_chargeCustomerFail' });
    await on('2026-11-30');
    gym.setClock('2026-12-11');
    const [, unpaid] = await membership.invoices();
    const operator = await server.as(gym.users.operator);
    await operator.post(`/invoices/${unpaid?.id}/payments`, { body: { method: 'cash' } });
    expect(await membership.row()).toMatchObject({ endDate: '2027-01-10', cancelsOn: '2027-01-10' });
  });

  test('since it was paid late: not before the end of a contract, which keeps its length', async () => {
    const membership = await canceled({
      card: 'pm_card_chargeCustomerFail',
      plan: { type: 'contract', contract_length_months: 3 },
    });
    await on('2026-11-30');
    gym.setClock('2026-12-11');
    const [, unpaid] = await membership.invoices();
    const operator = await server.as(gym.users.operator);
    await operator.post(`/invoices/${unpaid?.id}/payments`, { body: { method: 'cash' } });
    expect(await membership.row()).toMatchObject({ contractEndDate: '2027-02-10', cancelsOn: '2027-02-10' });
  });
});

describe('when its renewal stops before the last day that was told', () => {
  const invoice = async (membership: Held, action: string, body: object) => {
    const [, unpaid] = await membership.invoices();
    return (await server.as(gym.users.manager)).post(`/invoices/${unpaid?.id}/${action}`, { body });
  };
  const declining = { card: 'pm_card_chargeCustomerFail' };
  /** Canceled until January 31. */
  async function declinedToTheLast() {
    const membership = await canceled(declining, { when: 'date', date: '2027-01-31' });
    for (const day of ['2026-11-30', '2026-12-01', '2026-12-03', '2026-12-06', '2026-12-13']) await on(day);
    return membership;
  }

  test('since its invoice was voided: it ends with its paid days', async () => {
    const membership = await canceled();
    await membership.call('delete', 'cancellation');
    await membership.call('put', 'renewal', { autoRenew: true, by: 'manual' });
    await membership.call('post', 'cancellation', { when: 'period_end', reason: 'moving' });
    await on('2026-11-24');
    expect(await membership.row()).toMatchObject({ cancelsOn: '2026-12-31' });
    expect((await invoice(membership, 'void', { reason: 'Agreed' })).status).toBe(200);
    expect(await membership.row()).toMatchObject({ cancelsOn: '2026-11-30', endDate: '2026-11-30', autoRenew: false });
  });

  test('since its card was declined for the last time: it ends with the days of grace', async () => {
    const membership = await declinedToTheLast();
    expect(await membership.row()).toMatchObject({ endDate: '2026-11-30', cancelsOn: '2026-12-03', autoRenew: false });
  });

  test('since its card was declined for good on the last paid day: the days of grace are kept', async () => {
    const membership = await canceled({ card: 'pm_card_laterStolen' });
    await on('2026-11-30');
    expect(await membership.row()).toMatchObject({
      cancelsOn: '2026-12-03',
      graceUntil: '2026-12-03',
      autoRenew: false,
    });
    await on('2026-12-03');
    expect(await membership.checkIn()).toBe('granted');
    await on('2026-12-04');
    expect(await membership.checkIn()).not.toBe('granted');
  });

  test('and who pays late after all ends with the days that are paid then', async () => {
    const membership = await declinedToTheLast();
    gym.setClock('2026-12-20');
    expect((await invoice(membership, 'payments', { method: 'cash' })).status).toBe(201);
    expect(await membership.row()).toMatchObject({ endDate: '2027-01-19', cancelsOn: '2027-01-19' });
    expect(await membership.checkIn()).toBe('granted');
  });

  test('since staff let it end when nobody had billed it in time', async () => {
    const membership = await canceled({}, { when: 'date', date: '2027-01-31' });
    gym.setClock('2026-12-20');
    expect((await membership.call('post', 'let-end')).status).toBe(200);
    expect(await membership.row()).toMatchObject({ endDate: '2026-11-30', cancelsOn: '2026-11-30' });
  });

  test('since Stripe refunded all that was paid', async () => {
    const membership = await canceled();
    gym.setClock('2026-11-20');
    gym.account.refund([...gym.account.intents.keys()][0] ?? '');
    await gym.deliverAll();
    expect(await membership.row()).toMatchObject({ endDate: '2026-11-19', cancelsOn: '2026-11-19' });
  });
});
