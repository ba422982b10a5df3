import { beforeEach, describe, expect, test } from 'vitest';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const periodEnd = { when: 'period_end', reason: 'moving' };

describe('at the end of the period', () => {
  test('the last day is the end date, renewal stays on, and nothing is charged any more', async () => {
    const held = await gym.bought('2026-11-01');
    gym.setClock('2026-11-15');
    const { status, body } = await held.call('post', 'cancellation', periodEnd, { as: 'operator' });
    expect(status).toBe(200);
    expect(body.contactMembership).toMatchObject({
      cancelsOn: '2026-11-30',
      cancelReason: 'moving',
      endDate: '2026-11-30',
      autoRenew: true,
      accessEnabled: true,
      nextRenewalOn: null,
    });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect([(await held.invoices()).length, await held.checkIn()]).toEqual([1, 'granted']);
    gym.setClock('2026-12-01');
    await gym.renew();
    expect([(await held.invoices()).length, await held.checkIn()]).toEqual([1, 'Membership has expired']);
  });

  test('with 20 days of notice it renews once more, and the preview says so', async () => {
    await gym.settings({ cancellationNoticeDays: 20 });
    const held = await gym.bought('2026-11-01');
    gym.setClock('2026-11-15');
    const { body } = await held.call('get', 'cancellation?when=period_end');
    expect(body.preview).toEqual({
      lastDay: '2026-12-31',
      lastPayment: { on: '2026-11-30', amount: 53.99 },
      paymentsLeft: 1,
      contractEndDate: null,
      openInvoicesVoided: 0,
      refundable: 0,
    });
    expect((await held.call('post', 'cancellation', periodEnd)).body.contactMembership).toMatchObject({
      cancelsOn: '2026-12-31',
      nextRenewalOn: '2026-11-30',
      nextRenewalAmount: 53.99,
    });
    // A later change of the setting does not change what was agreed.
    await gym.settings({ cancellationNoticeDays: 0 });
    for (const day of ['2026-11-30', '2026-12-31']) {
      gym.setClock(day);
      await gym.renew();
    }
    expect(await held.row()).toMatchObject({ endDate: '2026-12-31', cancelsOn: '2026-12-31' });
    expect(await held.invoices()).toHaveLength(2);
  });

  test('a contract runs to its end, unless a manager waives it with a note', async () => {
    const held = await gym.bought('2026-11-01', { plan: { type: 'contract', contract_length_months: 12 } });
    gym.setClock('2026-11-15');
    expect((await held.call('get', 'cancellation')).body.preview).toMatchObject({
      lastDay: '2027-10-31',
      contractEndDate: '2027-10-31',
      lastPayment: { on: '2027-09-30' },
      paymentsLeft: 11,
    });
    const release = { ...periodEnd, release: true };
    expect((await held.call('post', 'cancellation', release)).status).toBe(400);
    expect(
      (await held.call('post', 'cancellation', { ...release, note: 'Moved abroad' }, { as: 'operator' })).status,
    ).toBe(403);
    expect(
      (await held.call('post', 'cancellation', { ...release, note: 'Moved abroad' })).body.contactMembership.cancelsOn,
    ).toBe('2026-11-30');
  });

  test('without renewal it ends with the paid period, whatever the notice', async () => {
    await gym.settings({ cancellationNoticeDays: 60 });
    const held = await gym.bought('2026-11-01', { autoRenew: false });
    expect((await held.call('post', 'cancellation', periodEnd)).body.contactMembership.cancelsOn).toBe('2026-11-30');
  });

  test('an unpaid invoice for a later period is voided, and undoing the cancellation bills the period again', async () => {
    const held = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
    gym.setClock('2026-11-30');
    await gym.renew();
    expect((await held.call('get', 'cancellation')).body.preview).toMatchObject({
      lastDay: '2026-11-30',
      openInvoicesVoided: 1,
    });
    await held.call('post', 'cancellation', periodEnd);
    const voided = (await held.invoices())[1];
    expect(voided).toMatchObject({ status: 'void', due_cents: 0 });
    const manager = await server.as(gym.users.manager);
    const log = await manager.get(`/activity?companyId=${gym.companyId}&recordType=invoice&recordId=${voided?.id}`);
    expect(log.body.entries[0]).toMatchObject({
      action: 'invoice.voided',
      actor: { type: 'user', id: gym.users.manager.id },
      changes: expect.arrayContaining([{ field: 'status', before: 'overdue', after: 'void' }]),
    });
    await held.call('delete', 'cancellation');
    await gym.renew();
    expect((await held.invoices()).map(({ status }) => status)).toEqual(['paid', 'void', 'overdue']);
  });
});

describe('on a date', () => {
  test('a last day within the paid period ends access after that day, and the refundable amount is shown', async () => {
    const held = await gym.bought('2026-11-01');
    gym.setClock('2026-11-10');
    expect((await held.call('get', 'cancellation?when=date&date=2026-11-20')).body.preview).toMatchObject({
      lastDay: '2026-11-20',
      lastPayment: null,
      refundable: 53.99,
    });
    await held.call('post', 'cancellation', { when: 'date', date: '2026-11-20', reason: 'price' });
    gym.setClock('2026-11-20');
    expect([await held.checkIn(), (await held.row()).endDate]).toEqual(['granted', '2026-11-30']);
    gym.setClock('2026-11-21');
    expect([await held.checkIn(), (await held.row()).endDate]).toEqual(['Membership has expired', '2026-11-20']);
  });

  test('a day after the paid period renews until then, charging the last period in full', async () => {
    const held = await gym.bought('2026-11-01');
    await held.call('post', 'cancellation', { when: 'date', date: '2027-01-10', reason: 'health' });
    for (const day of ['2026-11-30', '2026-12-31', '2027-01-10', '2027-01-31']) {
      gym.setClock(day);
      await gym.renew();
    }
    expect((await held.invoices()).map(({ total_cents }) => total_cents)).toEqual([5_399, 5_399, 5_399]);
    expect(await held.checkIn()).toBe('Membership has expired');
  });

  test.each([
    ['in the past', { date: '2026-10-31' }, 400],
    ['missing', {}, 400],
    ['not a date', { date: '2026-02-30' }, 400],
  ])('%s is refused', async (_case, date, expected) => {
    const held = await gym.bought('2026-11-01');
    expect((await held.call('post', 'cancellation', { when: 'date', reason: 'other', ...date })).status).toBe(expected);
  });

  test('a day before the end of a contract, or after the end of a membership that does not renew, is refused with the possible day', async () => {
    const contract = await gym.bought('2026-11-01', { plan: { type: 'contract', contract_length_months: 3 } });
    expect(
      (await contract.call('post', 'cancellation', { when: 'date', date: '2026-12-01', reason: 'other' })).body,
    ).toEqual({
      message: 'The contract runs until Jan 31, 2027',
    });
    const once = await gym.bought('2026-11-01', { autoRenew: false });
    expect(
      (await once.call('post', 'cancellation', { when: 'date', date: '2026-12-01', reason: 'other' })).body,
    ).toEqual({
      message: 'The membership does not renew after Nov 30, 2026',
    });
  });
});

describe('now', () => {
  const now = { when: 'now', reason: 'unhappy' };

  test('ends access immediately and keeps the dates, and can be undone on the same day only', async () => {
    const held = await gym.bought('2026-11-01');
    gym.setClock('2026-11-15');
    expect((await held.call('post', 'cancellation', now)).body.contactMembership).toMatchObject({
      accessEnabled: false,
      cancelsOn: '2026-11-15',
      endDate: '2026-11-30',
    });
    expect(await held.checkIn()).toBe('Membership access is suspended');
    expect((await held.call('delete', 'cancellation')).body.contactMembership).toMatchObject({
      accessEnabled: true,
      cancelsOn: null,
      cancelReason: null,
    });
    expect(await held.checkIn()).toBe('granted');
    await held.call('post', 'cancellation', now);
    gym.setClock('2026-11-16');
    expect((await held.call('delete', 'cancellation')).status).toBe(409);
    expect(await held.checkIn()).toBe('Membership has expired');
  });

  test('leaves access off when it was off before', async () => {
    const held = await gym.bought('2026-11-01');
    await held.call('put', 'access', { accessEnabled: false, reason: 'Card reported stolen' });
    await held.call('post', 'cancellation', now);
    expect((await held.call('delete', 'cancellation')).body.contactMembership.accessEnabled).toBe(false);
  });

  test('keeps access off until it is undone', async () => {
    const held = await gym.bought('2026-11-01');
    await held.call('post', 'cancellation', now);
    const { status, body } = await held.call('put', 'access', { accessEnabled: true, reason: 'Asked for it' });
    expect([status, body.message]).toEqual([409, 'This membership is canceled. Undo the cancellation first.']);
    expect(await held.checkIn()).toBe('Membership access is suspended');
  });

  test('is for managers only', async () => {
    const held = await gym.bought('2026-11-01');
    expect((await held.call('post', 'cancellation', now, { as: 'operator' })).status).toBe(403);
  });
});

describe('refusals', () => {
  test.each([
    ['no reason', { when: 'period_end' }],
    ['an unknown reason', { when: 'period_end', reason: 'bored' }],
    ['an unknown time', { when: 'later', reason: 'other' }],
  ])('%s is 400', async (_case, body) => {
    const held = await gym.bought('2026-11-01');
    expect((await held.call('post', 'cancellation', body)).status).toBe(400);
  });

  test('a second cancellation, and undoing without one, are 409', async () => {
    const held = await gym.bought('2026-11-01');
    expect((await held.call('delete', 'cancellation')).status).toBe(409);
    await held.call('post', 'cancellation', periodEnd);
    expect((await held.call('post', 'cancellation', periodEnd)).body.message).toBe(
      'This membership is canceled. Undo the cancellation first.',
    );
  });
});

describe('at the same moment', () => {
  test('two requests with one key cancel once and get the same response', async () => {
    const held = await gym.bought('2026-11-01');
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => held.call('post', 'cancellation', periodEnd, { key: 'press-1' })),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
  });

  test('a key is valid for one membership only', async () => {
    const [one, two] = [await gym.bought('2026-11-01'), await gym.bought('2026-11-01')];
    for (const held of [one, two])
      expect((await held.call('post', 'cancellation', periodEnd, { key: 'same' })).body.contactMembership.id).toBe(
        held.id,
      );
  });

  test('a concurrent renewal either charges and extends the membership, or does neither', async () => {
    for (let round = 0; round < 6; round += 1) {
      const held = await gym.bought('2026-11-01');
      gym.setClock('2026-11-30');
      const [{ status, body }] = await Promise.all([held.call('post', 'cancellation', periodEnd), gym.renew()]);
      const row = await held.row();
      const paid = (await held.invoices()).filter((invoice) => invoice.status === 'paid').length;
      expect(
        (await held.invoices()).filter((invoice) => invoice.status === 'open' || invoice.status === 'overdue'),
      ).toEqual([]);
      if (paid === 1) expect([status, row.endDate, row.cancelsOn]).toEqual([200, '2026-11-30', '2026-11-30']);
      else {
        expect([paid, row.endDate]).toEqual([2, '2026-12-31']);
        if (status === 200) expect(body.contactMembership.cancelsOn).toBe('2026-12-31');
        else expect([status, row.cancelsOn]).toEqual([409, null]);
      }
    }
  });
});
