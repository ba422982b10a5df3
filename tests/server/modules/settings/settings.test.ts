import { beforeEach, describe, expect, test } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { emailKinds } from '#domain/member-emails/emailKinds.ts';
import { readCompanySettings } from '#server/modules/settings/companySettings.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, createUser, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;

const server = await sharedServer();
const rival = await createGym(server);
beforeEach(async () => {
  gym = await createGym(server);
});

const path = (company = gym) => `/companies/${company.companyId}/settings`;
const put = (body: object) => gym.by.admin.put(path(), { body });
const createMethod = (method: string) => ({ method, number: '1031', name: 'Checks' });
const inForce = (company = gym) =>
  server.database.scoped([company.companyId], (tx) => readCompanySettings(tx, company.companyId));

const { memberships, receipts: _receipts, ...others } = settingsDefaults;
const { freezeFeeCents: _fee, ...days } = memberships;
const defaults = { ...others, memberships: { ...days, freezeFee: 0 } };

describe('GET /companies/{id}/settings', () => {
  test('a company that never changed any has the defaults', async () => {
    const { status, body } = await gym.by.admin.get(path());
    const receipts = { legalName: null, taxId: null, footer: null };
    expect({ status, body }).toEqual({
      status: 200,
      body: { settings: { ...defaults, receipts, updatedAt: expect.any(String) } },
    });
    expect(await inForce()).toEqual(settingsDefaults);
  });

  test.each(levels)(
    '%s reads them, receipt details, accounts, security and privacy only from the admin level on',
    async (level) => {
      await put({ receipts: { legalName: 'Iron Peak LLC' } });
      const { status, body } = await gym.by[level].get(path());
      expect(status).toBe(200);
      expect(body.settings.checkins).toEqual(defaults.checkins);
      expect(body.settings.receipts?.legalName).toBe(level === 'admin' ? 'Iron Peak LLC' : undefined);
      expect(body.settings.accounting).toEqual(level === 'admin' ? defaults.accounting : undefined);
      expect(body.settings.security).toEqual(level === 'admin' ? { requireSecondFactor: false } : undefined);
      expect(body.settings.privacy).toEqual(level === 'admin' ? { agreementYears: 6 } : undefined);
    },
  );

  test('an admin of one location reads all of them and changes none', async () => {
    const user = await createUser(server.database);
    const access = {
      user_id: user.id,
      company_id: gym.companyId,
      location_id: gym.locationId,
      access_level: 'admin' as const,
    };
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(access).execute());
    const caller = await server.as(user);
    expect((await caller.get(path())).body.settings.receipts).toEqual(settingsDefaults.receipts);
    expect((await caller.put(path(), { body: { memberships: { graceDays: 1 } } })).status).toBe(403);
  });
});

describe('PUT /companies/{id}/settings', () => {
  test('changes the named fields and keeps the rest of the group and the other groups', async () => {
    const first = await put({
      memberships: { graceDays: 5, freezeFee: 10.5 },
      receipts: { legalName: 'Iron Peak LLC', taxId: '84-1234567' },
    });
    expect(first).toMatchObject({ status: 200, body: { message: 'Settings saved' } });
    const second = await put({
      memberships: { cancellationNoticeDays: 30 },
      payments: { retryDays: [2, 4], otherMethods: ['Wire'], cashOnly: true },
      receipts: { taxId: ' ', footer: 'Thank you!' },
      checkins: { repeatMinutes: 0 },
      emails: { receipt: false, renewalUpcomingDays: 5 },
    });
    expect(second.body.settings).toEqual({
      memberships: { ...defaults.memberships, graceDays: 5, freezeFee: 10.5, cancellationNoticeDays: 30 },
      payments: { ...defaults.payments, retryDays: [2, 4], otherMethods: ['Wire'], cashOnly: true },
      receipts: { legalName: 'Iron Peak LLC', taxId: null, footer: 'Thank you!' },
      checkins: { ...defaults.checkins, repeatMinutes: 0 },
      emails: { ...defaults.emails, receipt: false, renewalUpcomingDays: 5 },
      checklist: { dismissedAt: null },
      accounting: defaults.accounting,
      security: { requireSecondFactor: false },
      privacy: { agreementYears: 6 },
      updatedAt: expect.any(String),
    });
    expect((await gym.by.admin.get(path())).body.settings).toEqual(second.body.settings);
    expect((await inForce()).memberships).toMatchObject({ freezeFeeCents: 1050, graceDays: 5 });
    expect(await inForce(rival)).toEqual(settingsDefaults);
  });

  test('accounts are merged one by one, and those of single plans are replaced as a whole', async () => {
    const membershipId = await builders(server, gym).plan();
    const plans = [{ membershipId, number: '4010', name: 'Gold' }];
    expect((await put({ accounting: { cash: { number: '1001', name: 'Till' }, plans } })).status).toBe(200);
    const { body } = await put({
      accounting: { tax: { number: '22-00', name: 'Tax' }, methods: [createMethod('Check')] },
    });
    expect(body.settings.accounting).toEqual({
      ...defaults.accounting,
      cash: { number: '1001', name: 'Till' },
      tax: { number: '22-00', name: 'Tax' },
      plans,
      methods: [createMethod('Check')],
    });
  });

  test('an account of another company’s plan is 400', async () => {
    const [own, foreign] = [await builders(server, gym).plan(), await builders(server, rival).plan()];
    const plans = [own, foreign].map((membershipId) => ({ membershipId, number: '1', name: 'Gold' }));
    const message = 'This company has no such membership plan';
    expect(await put({ accounting: { plans } })).toMatchObject({
      status: 400,
      body: { message, errors: { 'accounting.plans.1.membershipId': message } },
    });
    expect(await inForce()).toEqual(settingsDefaults);
  });

  test('of several concurrent first changes one succeeds, the others are 409', async () => {
    const { updatedAt } = (await gym.by.admin.get(path())).body.settings;
    const replies = await Promise.all([1, 2, 4].map((graceDays) => put({ memberships: { graceDays }, updatedAt })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({ message: 'This was changed by someone else' });
    const taken = replies.find(({ status }) => status === 200)?.body.settings;
    expect((await put({ memberships: { graceDays: 7 }, updatedAt: taken.updatedAt })).status).toBe(200);
    expect((await put({ memberships: { graceDays: 8 }, updatedAt: taken.updatedAt })).status).toBe(409);
  });

  test('concurrent changes of different fields are all kept', async () => {
    await Promise.all([
      put({ memberships: { graceDays: 1 } }),
      put({ memberships: { freezeMinDays: 2 } }),
      put({ payments: { cashOnly: true } }),
    ]);
    const { memberships: kept, payments } = await inForce();
    expect([kept.graceDays, kept.freezeMinDays, payments.cashOnly]).toEqual([1, 2, true]);
  });

  test('is only for company admins', async () => {
    for (const level of ['manager', 'operator', 'point_of_sale'] as const) {
      expect((await gym.by[level].put(path(), { body: { memberships: { graceDays: 1 } } })).status).toBe(403);
    }
  });

  test('the checklist is dismissed and brought back', async () => {
    const dismissedAt = '2026-03-01T10:00:00.000Z';
    expect((await put({ checklist: { dismissedAt } })).body.settings.checklist).toEqual({ dismissedAt });
    expect((await put({ checklist: { dismissedAt: null } })).body.settings.checklist).toEqual({ dismissedAt: null });
  });
});

describe('GET /companies/{id}/settings/emails/{kind}', () => {
  const preview = (kind: string, caller = gym.by.admin) => caller.get(`${path()}/emails/${kind}`);

  test.each(emailKinds)('%s is shown as it is sent, from this gym', async (kind) => {
    await put({ receipts: { legalName: 'Iron <Peak> LLC', footer: 'Thank you!' } });
    const { status, body } = await preview(kind);
    expect(status).toBe(200);
    expect(body.preview.text).toContain('Iron <Peak> LLC · Gym');
    expect(body.preview.html).toContain('Iron &lt;Peak&gt; LLC');
    expect(body.preview.html).toContain('Thank you!');
  });

  test('the preview uses the days in the settings', async () => {
    server.clock.now = new Date('2026-11-22T18:00:00Z');
    await put({ emails: { renewalUpcomingDays: 5, membershipEndingDays: 10 } });
    expect((await preview('renewal-upcoming')).body.preview.subject).toBe('Your membership renews on Nov 27, 2026');
    expect((await preview('membership-ending')).body.preview.subject).toBe('Your membership ends on Dec 2, 2026');
  });

  test('an admin of one location sees it, other levels are refused', async () => {
    for (const level of ['manager', 'operator', 'point_of_sale'] as const)
      expect((await preview('receipt', gym.by[level])).status).toBe(403);
    const user = await createUser(server.database);
    const grant = {
      user_id: user.id,
      company_id: gym.companyId,
      location_id: gym.locationId,
      access_level: 'admin' as const,
    };
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(grant).execute());
    expect((await preview('receipt', await server.as(user))).status).toBe(200);
  });

  test('an admin elsewhere who is no admin here is refused', async () => {
    const caller = await server.as(rival.users.admin);
    const grant = {
      user_id: rival.users.admin.id,
      company_id: gym.companyId,
      location_id: gym.locationId,
      access_level: 'operator' as const,
    };
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(grant).execute());
    expect((await preview('receipt', caller)).status).toBe(403);
  });

  test('another company’s is 404, and so is an unknown kind', async () => {
    expect((await gym.by.admin.get(`${path(rival)}/emails/receipt`)).status).toBe(404);
    expect((await preview('advertisement')).status).toBe(404);
  });

  test('a company without a location is its own sender', async () => {
    const { body } = await gym.by.admin.post('/companies', { body: { name: 'Branch Gym' } });
    const caller = await server.as(gym.users.admin);
    const { status, body: response } = await caller.get(`/companies/${body.company.id}/settings/emails/receipt`);
    expect(status).toBe(200);
    expect(response.preview.text).toMatch(/-- \nBranch Gym\n/);
  });
});
