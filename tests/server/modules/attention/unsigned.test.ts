import { beforeEach, describe, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { pdfForm } from '#tests/support/multipart.ts';
import { sharedServer } from '#tests/support/server.ts';
import { signingDesk } from '#tests/support/signing.ts';
import { attentionCalls } from '#tests/support/attention.ts';

let gym: Gym;
let make: ReturnType<typeof builders>;

const server = await sharedServer();
beforeEach(async () => {
  server.clock.now = new Date();
  gym = await createGym(server);
  make = builders(server, gym);
});

const { inDays, listed, kinds } = attentionCalls(server, () => gym);

describe('members who have not signed', () => {
  const desk = () => signingDesk(server, gym);

  test('one row for each, with all that is missing, until it is signed; and again once everybody is asked', async () => {
    const [waiver, rules] = [await desk().agreement(undefined, 'Waiver'), await desk().agreement(undefined, 'Rules')];
    const { contactId, contactMembershipId } = await desk().member([waiver.id, rules.id], {
      first_name: 'Ann',
      last_name: 'Oakley',
    });
    expect(await listed()).toEqual({
      items: [
        {
          kind: 'unsigned',
          contact: { id: contactId, firstName: 'Ann', lastName: 'Oakley' },
          contactMembership: { id: contactMembershipId, name: 'Monthly Unlimited' },
          agreements: ['Rules', 'Waiver'],
          on: expect.any(String),
        },
      ],
      total: 1,
    });
    await desk().sign(contactId, waiver.versionId);
    expect((await listed()).items).toMatchObject([{ agreements: ['Rules'] }]);
    await desk().sign(contactId, rules.versionId);
    expect(await kinds()).toEqual([]);
    server.advance({ seconds: 1 });
    await gym.by.manager.post(`/agreements/${waiver.id}/sign-again`);
    expect((await listed()).items).toMatchObject([{ agreements: ['Waiver'], on: inDays(0) }]);
    await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { checkins: { warnUnsigned: false } } });
    expect(await kinds()).toEqual([]);
  });

  test.each([
    ['runs', {}, true],
    ['runs through today', { end_date: 0 }, true],
    ['is in its grace period', { end_date: -2, auto_renew: true, grace_days: 3 }, true],
    ['is over', { end_date: -1 }, false],
    ['was canceled', { end_date: 30, cancels_on: -1 }, false],
    ['has not begun', { start_date: 1, end_date: 30 }, false],
    ['has no access', { access_enabled: false }, false],
    ['was never granted', { granted_at: null }, false],
  ])('a membership that %s: %o', async (_which, change, isListed) => {
    const { planId } = await desk().member([(await desk().agreement()).id]);
    const before = (await listed()).total;
    const dates = Object.fromEntries(
      Object.entries(change).map(([field, value]) => [
        field,
        typeof value === 'number' && field !== 'grace_days' ? inDays(value) : value,
      ]),
    );
    await desk().make.contactMembership(await make.contact(), {
      membership_id: planId,
      start_date: inDays(-60),
      end_date: inDays(40),
      ...dates,
    });
    expect((await kinds()).filter((kind: string) => kind === 'unsigned')).toHaveLength(before + (isListed ? 1 : 0));
  });

  test('an agreement without a PDF, a deleted one and a frozen membership ask for nothing', async () => {
    const noFile = await gym.by.admin.post('/agreements', pdfForm({ name: 'Draft', companyId: gym.companyId }));
    const deleted = await desk().agreement();
    await desk().member([noFile.body.agreement.id, deleted.id]);
    expect((await listed()).items).toMatchObject([{ agreements: ['Waiver'] }]);
    await gym.by.admin.delete(`/agreements/${deleted.id}`);
    expect(await kinds()).toEqual([]);
    const { contactMembershipId } = await desk().member([(await desk().agreement()).id]);
    expect(await kinds()).toEqual(['unsigned']);
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('membership_freezes')
        .values({
          id: crypto.randomUUID(),
          company_id: gym.companyId,
          contact_membership_id: contactMembershipId,
          from_day: inDays(-2),
          until_day: inDays(5),
          longest_until: inDays(5),
          reason: 'Travel',
          created_by: null,
        })
        .execute(),
    );
    expect(await kinds()).toEqual([]);
  });
});
