import { beforeEach, describe, expect, test } from 'vitest';
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
const descriptions = async (held: Held) => {
  const invoices = await held.invoices();
  const lines = await Promise.all(invoices.map(({ id }) => gym.books.lines(id)));
  return lines.map(([line]) => line?.description);
};

describe('the line of a membership says for which days it is', () => {
  test('when it is bought, before the plan’s own description', async () => {
    const held = await gym.bought('2026-11-01', { plan: { description: 'All areas' } });
    expect(await descriptions(held)).toEqual(['Nov 1 to Nov 30, 2026 · All areas']);
  });

  test.each([
    ['purchase', 'Nov 1 to Nov 10, 2026'],
    ['first_visit', ''],
  ] as const)('unless the first visit begins them: valid from %s', async (valid_from, text) => {
    const plan = { billing_frequency: 'one_time' as const, access_duration_days: 10, visit_limit: 5, valid_from };
    const held = await gym.bought('2026-11-01', { plan, autoRenew: false });
    expect(await descriptions(held)).toEqual([text]);
  });

  test('when it renews', async () => {
    const held = await gym.bought('2026-11-01');
    for (const day of ['2026-11-30', '2026-12-31']) {
      gym.setClock(day);
      await gym.renew();
    }
    expect((await descriptions(held)).slice(1)).toEqual([
      'Renewal for Dec 1 to Dec 31, 2026',
      'Renewal for Jan 1 to Jan 31, 2027',
    ]);
  });

  test('in the rhythm of the plan that it changes to', async () => {
    const held = await gym.bought('2026-11-01');
    const membershipId = await gym.make.plan({ billing_frequency: 'annually', price_cents: 50_000 });
    await held.call('post', 'plan-change', { membershipId });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect((await descriptions(held))[1]).toBe('Renewal for Dec 1, 2026 to Nov 30, 2027');
  });

  test('when its plan changes now, from which plan', async () => {
    const held = await gym.bought('2026-11-01');
    gym.setClock('2026-11-16');
    const membershipId = await gym.make.plan({ name: 'Gold', price_cents: 7_999 });
    await held.call('post', 'plan-change', { membershipId, when: 'now', method: 'cash' });
    expect((await descriptions(held))[1]).toBe('Change from Monthly Unlimited for Nov 16 to Nov 30, 2026');
  });

  test('as it was billed, whatever moves the days afterwards', async () => {
    const held = await gym.bought('2026-11-01');
    gym.setClock('2026-11-30');
    await gym.renew();
    gym.setClock('2026-12-05');
    await held.call('post', 'freezes', { from: '2026-12-05', until: '2026-12-14', reason: 'Travel' });
    expect((await descriptions(held))[1]).toBe('Renewal for Dec 1 to Dec 31, 2026');
    expect((await held.row()).endDate).toBe('2027-01-10');
  });
});

describe('the receipt says it too', () => {
  test('below the line', async () => {
    await gym.bought('2026-11-01');
    await emails.send();
    gym.setClock('2026-11-30');
    await gym.renew();
    const [mail] = await emails.send();
    expect(mail?.text).toContain('Monthly Unlimited: $49.99\n  Renewal for Dec 1 to Dec 31, 2026\n');
    expect(mail?.html).toContain('>Renewal for Dec 1 to Dec 31, 2026<');
    expect(mail?.text).not.toContain('New period');
  });

  test('and names the other days of a period that was paid after the grace period', async () => {
    const held = await gym.bought('2026-11-01');
    await held.call('put', 'renewal', { autoRenew: true, by: 'manual' });
    gym.setClock('2026-11-24');
    await gym.renew();
    await emails.send();
    gym.setClock('2026-12-10');
    const invoice = (await held.invoices())[1];
    const manager = await server.as(gym.users.manager);
    expect((await manager.post(`/invoices/${invoice?.id}/payments`, { body: { method: 'cash' } })).status).toBe(201);
    expect((await held.row()).endDate).toBe('2027-01-09');
    const [mail] = await emails.send();
    expect(mail?.text).toContain('Renewal for Dec 1 to Dec 31, 2026');
    expect(mail?.text).toContain('New period: Dec 10, 2026 to Jan 9, 2027');
    gym.setClock('2027-01-09');
    await gym.renew();
    expect((await emails.send())[0]?.text).not.toContain('New period');
  });

  test('but not of one that follows a period that was refunded before it began', async () => {
    const held = await gym.bought('2026-11-01');
    await held.call('put', 'renewal', { autoRenew: true, by: 'manual' });
    gym.setClock('2026-11-24');
    await gym.renew();
    gym.setClock('2026-12-10');
    const invoice = (await held.invoices())[1];
    const manager = await server.as(gym.users.manager);
    await manager.post(`/invoices/${invoice?.id}/payments`, { body: { method: 'cash' } });
    await held.call('put', 'renewal', { autoRenew: true, by: 'card' });
    gym.setClock('2027-01-09');
    await gym.renew();
    expect((await held.row()).endDate).toBe('2027-02-09');
    gym.account.refund([...gym.account.intents.keys()].at(-1) ?? '');
    await gym.deliverAll();
    expect((await held.row()).endDate).toBe('2027-01-09');
    await held.call('put', 'renewal', { autoRenew: true, by: 'card' });
    await emails.send();
    await gym.renew();
    expect((await held.row()).endDate).toBe('2027-02-09');
    const [mail] = await emails.send();
    expect(mail?.text).toContain('Renewal for');
    expect(mail?.text).not.toContain('New period');
  });
});
