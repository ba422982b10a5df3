import { beforeEach, describe, expect, test } from 'vitest';
import { freeze, onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';
import { statuses } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

describe('a freeze with a known end', () => {
  test('moves both ends at once, denies check-ins while it lasts, and ends automatically', async () => {
    const membership = await gym.bought('2026-11-01', { plan: { type: 'contract', contract_length_months: 12 } });
    gym.setClock('2026-11-15');
    const { status, body } = await membership.call('post', 'freezes', freeze('2026-11-20', '2026-12-03'), {
      as: 'operator',
    });
    expect(status).toBe(200);
    expect(body.contactMembership).toMatchObject({
      accessEnabled: true,
      endDate: '2026-12-14',
      contractEndDate: '2027-11-14',
      nextRenewalOn: '2026-12-14',
      freezes: [{ from: '2026-11-20', until: '2026-12-03', days: 14, reason: 'Broken leg' }],
    });
    expect(await membership.checkIn()).toBe('granted');
    for (const day of ['2026-11-20', '2026-11-30', '2026-12-03']) {
      gym.setClock(day);
      await gym.renew();
      expect([(await membership.row()).accessEnabled, await membership.checkIn()]).toEqual([
        false,
        'Membership access is suspended',
      ]);
    }
    expect(await membership.row()).toMatchObject({ frozenUntil: '2026-12-03' });
    expect(await membership.invoices()).toHaveLength(1);
    gym.setClock('2026-12-04');
    expect((await membership.row()).frozenUntil).toBeNull();
    expect([(await membership.row()).accessEnabled, await membership.checkIn()]).toEqual([true, 'granted']);
    gym.setClock('2026-12-14');
    await gym.renew();
    expect((await membership.row()).endDate).toBe('2027-01-14');
  });

  test('that ends early moves the ends back, and is still in effect today', async () => {
    const membership = await gym.bought('2026-11-01');
    const { body } = await membership.call('post', 'freezes', freeze('2026-11-10', '2026-11-30'));
    expect(body.contactMembership.endDate).toBe('2026-12-21');
    const id: string = body.contactMembership.freezes[0].id;
    gym.setClock('2026-11-12');
    expect((await membership.call('put', `freezes/${id}`, { until: '2026-11-11' })).status).toBe(400);
    expect(
      (await membership.call('put', `freezes/${id}`, { until: '2026-11-12' }, { as: 'operator' })).body
        .contactMembership,
    ).toMatchObject({
      endDate: '2026-12-03',
      accessEnabled: false,
      freezes: [{ days: 3 }],
    });
    gym.setClock('2026-11-13');
    expect(await membership.checkIn()).toBe('granted');
    expect((await membership.call('put', `freezes/${id}`, { until: '2026-11-30' })).body.message).toBe(
      'This freeze has ended',
    );
  });

  test('that ends early is told as a change, not as another freeze', async () => {
    const membership = await gym.bought('2026-11-01');
    const { body } = await membership.call('post', 'freezes', freeze('2026-11-10', '2026-11-30'));
    gym.setClock('2026-11-12');
    await membership.call('put', `freezes/${body.contactMembership.freezes[0].id}`, { until: '2026-11-12' });
    const emails = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('emails').select('data').where('kind', '=', 'freeze').orderBy('created_at').execute(),
    );
    expect(emails.map(({ data }) => (data as { isChanged?: boolean }).isChanged)).toEqual([undefined, true]);
  });

  test('of a membership whose next period is partly paid shows what is left to pay', async () => {
    const membership = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    gym.setClock('2026-11-30');
    await gym.renew();
    const operator = await server.as(gym.users.operator);
    await operator.post(`/invoices/${(await membership.invoices())[1]?.id}/payments`, {
      body: { method: 'cash', amount: 20 },
    });
    const { body } = await membership.call('post', 'freezes', freeze('2026-11-30', '2026-12-09'));
    expect(body.contactMembership).toMatchObject({ nextRenewalOn: '2026-12-10', nextRenewalAmount: 33.99 });
    expect((await membership.call('get', 'cancellation?when=date&date=2026-12-20')).body.preview.lastPayment).toEqual({
      on: '2026-12-10',
      amount: 33.99,
    });
    expect(
      (await membership.call('get', 'cancellation?when=date&date=2027-01-20')).body.preview.lastPayment,
    ).toMatchObject({
      amount: 53.99,
    });
  });

  test('can be deleted before it begins, and not after', async () => {
    const membership = await gym.bought('2026-11-01');
    const { body } = await membership.call('post', 'freezes', freeze('2026-11-10', '2026-11-30'));
    const path = `freezes/${body.contactMembership.freezes[0].id}`;
    gym.setClock('2026-11-10');
    expect((await membership.call('delete', path)).status).toBe(409);
    gym.setClock('2026-11-09');
    expect((await membership.call('delete', path)).body.contactMembership).toMatchObject({
      endDate: '2026-11-30',
      freezes: [],
    });
    expect((await membership.call('delete', path)).status).toBe(404);
  });
});

describe('an open freeze', () => {
  test('moves the end when it ends', async () => {
    const membership = await gym.bought('2026-11-01');
    const { body } = await membership.call('post', 'freezes', freeze('2026-11-25', null));
    expect(body.contactMembership).toMatchObject({
      endDate: '2026-11-30',
      nextRenewalOn: null,
      freezes: [{ until: null, days: null }],
    });
    gym.setClock('2026-12-20');
    await gym.renew();
    expect([await membership.checkIn(), (await membership.invoices()).length]).toEqual([
      'Membership access is suspended',
      1,
    ]);
    const changed = await membership.call('put', `freezes/${body.contactMembership.freezes[0].id}`, {
      until: '2026-12-24',
    });
    expect(changed.body.contactMembership).toMatchObject({ endDate: '2026-12-30', freezes: [{ days: 30 }] });
  });

  test('ends automatically at its maximum length: check-in and history agree before and after the job has run', async () => {
    await gym.settings({ freezeMaxDays: 10 });
    const membership = await gym.bought('2026-11-01');
    await membership.call('post', 'freezes', freeze('2026-11-25', null));
    // A later change of the setting does not change what was agreed.
    await gym.settings({ freezeMaxDays: 50 });
    gym.setClock('2026-12-04');
    expect(await membership.checkIn()).toBe('Membership access is suspended');
    gym.setClock('2026-12-05');
    const before = await membership.row();
    expect([before.endDate, before.accessEnabled, before.freezes[0].until, await membership.checkIn()]).toEqual([
      '2026-12-10',
      true,
      '2026-12-04',
      'granted',
    ]);
    await gym.renew();
    expect(await membership.row()).toEqual(before);
    expect((await gym.books.memberships(membership.contactId))[0]).toMatchObject({ end_date: '2026-12-10' });
    gym.setClock('2026-12-10');
    await gym.renew();
    expect((await membership.row()).endDate).toBe('2027-01-10');
  });

  test('counts as a member until the end that it leads to', async () => {
    await gym.settings({ freezeMaxDays: 10 });
    const membership = await gym.bought('2026-11-01', { autoRenew: false });
    await membership.call('post', 'freezes', freeze('2026-11-25', null));
    const isMember = async () => {
      const { body } = await (
        await server.as(gym.users.operator)
      ).get(`/contacts?locationId=${gym.locationId}&memberFilter=members`);
      return body.contacts.some(({ contact }: { contact: { id: string } }) => contact.id === membership.contactId);
    };
    gym.setClock('2026-12-10');
    expect(await isMember()).toBe(true);
    gym.setClock('2026-12-11');
    expect(await isMember()).toBe(false);
  });
});

describe('with a cancellation', () => {
  const cancel = { when: 'period_end', reason: 'health' };

  test('a canceled membership is not frozen; a planned freeze goes with the cancellation', async () => {
    const membership = await gym.bought('2026-11-01');
    await membership.call('post', 'freezes', freeze('2026-11-10', '2026-11-20'));
    expect((await membership.call('post', 'cancellation', cancel)).body.contactMembership).toMatchObject({
      cancelsOn: '2026-11-30',
      endDate: '2026-11-30',
      freezes: [],
    });
    expect((await membership.call('post', 'freezes', freeze('2026-11-10', '2026-11-20'))).status).toBe(409);
  });

  test.each([
    ['with a known end', '2026-11-20', '2026-12-11'],
    ['that is open, to its longest day', null, '2027-02-28'],
  ])(
    'during one %s the last day is the moved end, and moves back when it ends early',
    async (_case, until, lastDay) => {
      const membership = await gym.bought('2026-11-01');
      const { body } = await membership.call('post', 'freezes', freeze('2026-11-10', until));
      gym.setClock('2026-11-12');
      expect((await membership.call('post', 'cancellation', cancel)).body.contactMembership).toMatchObject({
        cancelsOn: lastDay,
        endDate: lastDay,
      });
      const early = await membership.call('put', `freezes/${body.contactMembership.freezes[0].id}`, {
        until: '2026-11-12',
      });
      expect(early.body.contactMembership).toMatchObject({ cancelsOn: '2026-12-03', endDate: '2026-12-03' });
    },
  );
});

describe('concurrently', () => {
  test('of two freezes for the same days one succeeds', async () => {
    const membership = await gym.bought('2026-11-01');
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => membership.call('post', 'freezes', freeze('2026-11-10', '2026-11-20'))),
    );
    expect(statuses(replies)).toEqual({ 200: 1, 409: 3 });
    expect((await membership.row()).endDate).toBe('2026-12-11');
  });

  test('freezing and renewing agree: the end is the paid periods and the frozen days', async () => {
    for (let round = 0; round < 6; round += 1) {
      const membership = await gym.bought('2026-11-01');
      gym.setClock('2026-11-30');
      const [{ status }] = await Promise.all([
        membership.call('post', 'freezes', freeze('2026-11-30', '2026-12-09')),
        gym.renew(),
      ]);
      const paid = (await membership.invoices()).filter((invoice) => invoice.status === 'paid').length;
      expect([status, (await membership.row()).endDate]).toEqual([200, paid === 2 ? '2027-01-10' : '2026-12-10']);
      gym.setClock('2026-12-10');
      await gym.renew();
      expect((await membership.row()).endDate).toBe('2027-01-10');
    }
  });
});

test('the member summary says until when a membership is frozen, and when it ends', async () => {
  const held = await gym.bought('2026-11-01');
  const summary = async () => {
    const { body } = await (
      await server.as(gym.users.point_of_sale)
    ).get(`/contacts/${held.contactId}/standing?locationId=${gym.locationId}`);
    return body.summary.membership;
  };
  await held.call('post', 'freezes', { from: '2026-11-02', until: '2026-11-11', reason: 'Travel' });
  gym.setClock('2026-11-05');
  expect(await summary()).toMatchObject({
    status: 'suspended',
    frozenUntil: '2026-11-11',
    cancelsOn: null,
    endDate: '2026-12-10',
  });
  await held.call('post', 'cancellation', { when: 'period_end', reason: 'price' });
  gym.setClock('2026-11-12');
  expect(await summary()).toMatchObject({ status: 'active', frozenUntil: null, cancelsOn: '2026-12-10' });
});

test('the member summary and the list of contacts know of an open freeze, in progress or planned', async () => {
  const held = await gym.bought('2026-11-01');
  const known = async () => {
    const desk = await server.as(gym.users.manager);
    const { body } = await desk.get(`/contacts/${held.contactId}/standing?locationId=${gym.locationId}`);
    const list = await desk.get(`/contacts?locationId=${gym.locationId}&limit=100`);
    const listed = list.body.contacts.find((one: { contact: { id: string } }) => one.contact.id === held.contactId);
    return [body.summary.membership, listed.memberStatus.membership].map((one) => [one.status, one.hasOpenFreeze]);
  };
  const both = (status: string, isOpen: boolean) => Array.from({ length: 2 }, () => [status, isOpen]);
  expect(await known()).toEqual(both('active', false));
  const { body } = await held.call('post', 'freezes', { from: '2026-11-20', until: null, reason: 'Travel' });
  expect(await known()).toEqual(both('active', true));
  gym.setClock('2026-11-25');
  expect(await known()).toEqual(both('suspended', true));
  await held.call('put', `freezes/${body.contactMembership.freezes[0].id}`, { until: '2026-12-09' });
  expect(await known()).toEqual(both('suspended', false));
});
