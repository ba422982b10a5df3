import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

type Member = Awaited<ReturnType<MembersGym['bought']>>;

const freeze = async (member: Member, from: string, until: string | null) =>
  expect((await member.call('post', 'freezes', { from, until, reason: 'Knee' })).status).toBe(200);

async function readLog({ id }: Member): Promise<string[]> {
  const admin = await server.as(gym.users.admin);
  const { body } = await admin.get(`/activity?recordType=contact-membership&recordId=${id}`);
  return body.entries.map(({ action }: { action: string }) => action);
}

const readEmails = () =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('emails').select('data').where('kind', '=', 'freeze').orderBy('created_at').orderBy('id').execute(),
  );

test('a month that is refunded at Stripe during an open freeze stays deferred on the days before', async () => {
  const member = await gym.bought('2026-11-01', { plan: { price_cents: 3_000 } });
  gym.setClock('2026-11-30');
  await gym.renew();
  await freeze(member, '2026-11-30', null);
  gym.setClock('2026-12-04');
  expect(await gym.readDeferred('2026-12-02')).toBe(31);
  await gym.refundWhole(1);
  expect([await gym.readDeferred('2026-12-02'), await gym.readDeferred('2026-12-04')]).toEqual([31, 1]);
  gym.setClock('2026-12-10');
  const [begun] = (await member.row()).freezes;
  expect((await member.call('put', `freezes/${begun.id}`, { until: '2026-12-10' })).status).toBe(200);
  expect([await gym.readDeferred('2026-12-02'), await gym.readDeferred('2026-12-04')]).toEqual([31, 1]);
});

describe('a freeze that a refund at Stripe removes', () => {
  test('is in the log, and the member is emailed', async () => {
    const member = await gym.bought('2026-11-01');
    await freeze(member, '2026-11-20', '2026-11-30');
    gym.setClock('2026-11-10');
    await gym.refundWhole(0);
    expect(await readLog(member)).toContain('contact-membership.freeze-removed');
    expect((await readEmails()).map(({ data }) => data)).toMatchObject([{}, { removedFrom: '2026-11-20' }]);
  });

  test('owes no fee', async () => {
    await gym.settings({ freezeFee: 10 });
    const member = await gym.bought('2026-11-01');
    gym.setClock('2026-11-10');
    await freeze(member, '2026-11-10', '2026-11-24');
    expect((await member.invoices()).at(-1)).toMatchObject({ kind: 'freeze_fee', status: 'open' });
    await gym.refundWhole(0);
    expect((await member.invoices()).at(-1)).toMatchObject({ kind: 'freeze_fee', status: 'void', due_cents: 0 });
  });

  test('leaves the end of a plan that was refunded on its first day without its days', async () => {
    const member = await gym.bought('2026-11-01');
    await freeze(member, '2026-11-20', '2026-11-29');
    await gym.refundWhole(0);
    const row = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('contact_memberships').select(['granted_at', 'end_date']).where('id', '=', member.id).execute(),
    );
    expect(row).toEqual([{ granted_at: null, end_date: '2026-11-30' }]);
  });
});

test('an open freeze that a refund at Stripe ends is in the log with its last day', async () => {
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-10');
  await freeze(member, '2026-11-10', null);
  gym.setClock('2026-11-15');
  await gym.refundWhole(0);
  expect(await readLog(member)).toContain('contact-membership.freeze-changed');
  expect((await member.row()).freezes).toMatchObject([{ until: '2026-11-14' }]);
});
