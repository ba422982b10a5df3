import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { renewMemberships } from '#server/modules/contact-memberships/index.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { startBeside, withStripe } from '#tests/support/builtServer.ts';
import { createPayingGym, zoneByDay } from '#tests/support/payingGym.ts';
import { ledgerDifferences, type TestServer } from '#tests/support/server.ts';
import type { StripeDouble } from '#tests/support/stripe/double.ts';

const householdCount = 8;
const youthCents = 2_500;

/** As many households of three whose memberships end today, each with a payer who has a card. */
async function dueHouseholds(server: TestServer, stripe: StripeDouble) {
  const gym = await createPayingGym(server, stripe, { timezone: zoneByDay() });
  const today = todayIn(gym.timezone, new Date());
  const plan = await gym.make.plan();
  const households: { payer: string; members: string[] }[] = [];
  for (let nth = 0; nth < householdCount; nth += 1) {
    const members: string[] = [];
    for (let person = 0; person < 3; person += 1) {
      const contactId = await gym.make.contact({ first_name: `Person ${person}` });
      await gym.make.contactMembership(contactId, {
        membership_id: plan,
        purchase_price_cents: youthCents,
        start_date: addDays(today, -27),
        end_date: today,
        auto_renew: true,
      });
      members.push(contactId);
    }
    const [payer = ''] = members;
    await gym.make.stripeCustomer(payer, gym.account.createCustomer({ name: 'Casey Jones' }).id);
    const { body } = await gym.by.admin.post('/households', { body: { name: `Household ${nth}`, payerId: payer } });
    for (const contactId of members.slice(1))
      await gym.by.admin.post(`/households/${body.household.id}/members`, { body: { contactId } });
    households.push({ payer, members });
  }

  /** Each household has one renewal, one charge, and everybody one more period. */
  const expectRenewedOnce = async () => {
    const renewals = (await gym.books.invoices()).filter(({ kind }) => kind === 'renewal');
    expect(renewals.map(({ contact_id }) => contact_id).toSorted()).toEqual(
      households.map(({ payer }) => payer).toSorted(),
    );
    expect(new Set(renewals.map(({ status, subtotal_cents }) => `${status} ${subtotal_cents}`))).toEqual(
      new Set([`paid ${youthCents * 3}`]),
    );
    for (const { id, total_cents } of renewals) {
      expect(await gym.books.lines(id)).toHaveLength(3);
      expect(
        (await gym.books.payments(id)).filter(({ status }) => status === 'completed').map((row) => row.amount_cents),
      ).toEqual([total_cents]);
    }
    expect([...gym.account.charges.values()].map(({ amount }) => amount)).toEqual(
      renewals.map(({ total_cents }) => total_cents),
    );
    for (const contactId of households.flatMap(({ members }) => members))
      expect(await gym.books.memberships(contactId)).toMatchObject([{ periods_paid: 2, auto_renew: true }]);
    expect(await ledgerDifferences(server.database)).toEqual([]);
  };
  return { gym, expectRenewedOnce };
}

/** The next process need not wait for its predecessor's claims of the job and of each attempt to expire. */
const forgetClaims = async ({ database }: TestServer, companyId: string) => {
  await database.unscoped.deleteFrom('jobs').execute();
  await database.scoped([companyId], (tx) => tx.updateTable('renewals').set({ claimed_at: null }).execute());
};

/** Kills the built server this many times in the middle of the charges of one day's households, and lets the next finish them. */
export const killedHouseholds = (times: number): Promise<void> =>
  withStripe(async ({ server, stripe }) => {
    const { gym, expectRenewedOnce } = await dueHouseholds(server, stripe);
    stripe.slow(40);
    for (let round = 0; round < times; round += 1) {
      const [begun, before] = [stripe.calls.length, gym.account.charges.size];
      const doomed = await startBeside(server);
      while (stripe.calls.length <= begun + (round % 4) && gym.account.charges.size < householdCount) await sleep(1);
      await sleep(15 * (round % 5));
      await doomed.end('SIGKILL');
      expect(gym.account.charges.size).toBeGreaterThanOrEqual(before);
      expect(await ledgerDifferences(server.database), `after kill ${round}`).toEqual([]);
      await forgetClaims(server, gym.companyId);
    }
    stripe.slow(0);
    const { context } = server;
    // What Stripe did and the dead process did not learn.
    await sweepPayments(context);
    await renewMemberships(context);
    await gym.deliverAll();
    await expectRenewedOnce();
    expect(await renewMemberships(context)).toEqual({ charged: 0, declined: 0 });
  });

/** A built server renews the households of a day while this process does so as well, again and again. */
export const householdsOnTwoServers = (): Promise<void> =>
  withStripe(async ({ server, stripe }) => {
    const { gym, expectRenewedOnce } = await dueHouseholds(server, stripe);
    stripe.slow(20);
    const context = { config: server.config, database: server.database, clock: () => new Date() };
    const other = await startBeside(server);
    while (gym.account.charges.size < householdCount) await renewMemberships(context);
    await other.end('SIGTERM');
    await gym.deliverAll();
    await expectRenewedOnce();
  });
