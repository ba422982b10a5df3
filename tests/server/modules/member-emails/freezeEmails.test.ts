import { beforeEach, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
const emails = memberEmails(server);
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
  await gym.settings({ freezeFee: 10 });
});

const travel = { from: '2026-11-10', until: '2026-11-19', reason: 'Travel' };
async function member() {
  const membership = await gym.bought('2026-11-01');
  await emails.send();
  return membership;
}

test.each([
  ['planned', '2026-11-02'],
  ['billed today', '2026-11-10'],
])('the email of a freeze says the fee with its tax, and until when is paid: %s', async (_when, today) => {
  const membership = await member();
  gym.setClock(today);
  await membership.call('post', 'freezes', travel);
  const mail = (await emails.send()).find(({ subject }) => subject.includes('frozen'));
  expect(mail?.text).toContain('Freeze fee: $10.80 with tax');
  expect(mail?.text).toContain('Paid through: December 10, 2026');
  expect(mail?.text).toContain('you do not pay for your membership');
  gym.setClock('2026-11-10');
  await gym.renew();
  expect((await membership.invoices())[1]).toMatchObject({ kind: 'freeze_fee', total_cents: 1_080 });
});

test('without a fee or tax it mentions none', async () => {
  const membership = await member();
  await membership.call('post', 'freezes', { ...travel, waiveFee: true });
  expect((await emails.send())[0]?.text).not.toContain('fee');
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('locations').set({ sales_tax_rate: 0 }).execute(),
  );
  const other = await member();
  await other.call('post', 'freezes', travel);
  expect((await emails.send())[0]?.text).toContain('Freeze fee: $10.00\n');
});

test('while it is open, the paid days grow with it', async () => {
  const membership = await member();
  await membership.call('post', 'freezes', { ...travel, until: null });
  expect((await emails.send())[0]?.text).toContain('Paid through: November 30, 2026, and longer by the frozen days');
});

test('one that ends earlier says until when is paid now', async () => {
  const membership = await member();
  await membership.call('post', 'freezes', travel);
  await emails.send();
  gym.setClock('2026-11-12');
  const [freeze] = (await membership.row()).freezes;
  await membership.call('put', `freezes/${freeze.id}`, { until: '2026-11-12' });
  const [mail] = await emails.send();
  expect(mail?.text).toContain('Last day: November 12, 2026');
  expect(mail?.text).toContain('Paid through: December 3, 2026');
});

test('a planned freeze that is removed is told to the member', async () => {
  const membership = await member();
  await membership.call('post', 'freezes', travel);
  await emails.send();
  const [freeze] = (await membership.row()).freezes;
  await membership.call('delete', `freezes/${freeze.id}`);
  const [mail, ...others] = await emails.send();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your membership will not be frozen');
  expect(mail?.text).toContain('November 10, 2026');
  expect(mail?.text).toContain('Paid through: November 30, 2026');
});

test('one that is removed before its email was sent is told in none', async () => {
  const membership = await member();
  await membership.call('post', 'freezes', travel);
  const [freeze] = (await membership.row()).freezes;
  await membership.call('delete', `freezes/${freeze.id}`);
  expect(await emails.send()).toEqual([]);
});

test('a planned freeze that a cancellation removes is told as well', async () => {
  const membership = await member();
  await membership.call('post', 'freezes', travel);
  await emails.send();
  await membership.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
  expect((await emails.send()).map(({ subject }) => subject).toSorted()).toEqual([
    'Your membership is canceled',
    'Your membership will not be frozen',
  ]);
});

test('a freeze that goes with a plan which was refunded on its first day is told, without paid days', async () => {
  const membership = await member();
  await membership.call('post', 'freezes', travel);
  await emails.send();
  await gym.refundWhole(0);
  const mail = (await emails.send()).find(({ subject }) => subject === 'Your membership will not be frozen');
  expect(mail?.text).toContain('that was to begin on November 10, 2026');
  expect(mail?.text).not.toContain('Paid through');
});

test('one that a refund at Stripe ends is told with its last day', async () => {
  const membership = await member();
  gym.setClock('2026-11-10');
  await membership.call('post', 'freezes', travel);
  await emails.send();
  gym.setClock('2026-11-15');
  await gym.refundWhole(0);
  const mail = (await emails.send()).find(({ subject }) => subject === 'Your freeze has another last day');
  expect(mail?.text).toContain('Last day: November 14, 2026');
  expect(mail?.text).toContain('Paid through: November 14, 2026');
});
