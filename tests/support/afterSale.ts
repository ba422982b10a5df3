import { startOfDay } from '#domain/shared/dates.ts';
import type { SettingsUpdateBody } from '#domain/settings/contract.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { createPayingGym, type PayingGym } from './payingGym.ts';
import type { Caller, Reply, TestServer } from './server.ts';
import type { StripeDouble } from './stripe/double.ts';

type Plan = Parameters<PayingGym['make']['plan']>[0];

/** A paying gym with a member who has bought a plan by card, and the calls on that membership. */
export async function createMembersGym(
  server: TestServer,
  stripe: StripeDouble,
  parts: Parameters<typeof createPayingGym>[2] = {},
) {
  const gym = await createPayingGym(server, stripe, parts);
  /** Sets the clock to noon of this day in the location's time zone. */
  const setClock = (day: string) => {
    server.clock.now = new Date(startOfDay(gym.timezone, day).getTime() + 12 * 3_600_000);
  };
  const renew = () => renewMemberships(server.context);

  /** Bought and paid to start on this day; renews with the saved card by default. */
  async function bought(
    startDate: string,
    { plan = {}, autoRenew = true, card = 'pm_card_visa' }: { plan?: Plan; autoRenew?: boolean; card?: string } = {},
  ) {
    setClock(startDate);
    const contactId = await gym.make.contact();
    const planId = await gym.make.plan(plan);
    const desk = await server.as(gym.users.admin);
    const { body: sold } = await desk.post('/memberships/purchase', {
      body: { contactId, membershipId: planId, startDate, autoRenew },
    });
    gym.account.confirmIntent(sold.paymentIntent.id, { payment_method: card });
    await gym.deliverAll();
    const rows = await gym.books.memberships(contactId);
    const id = rows[0]?.id ?? '';
    const path = `/contacts/${contactId}/memberships/${id}`;
    /** A request about the membership; from a manager by default. */
    const call = async (
      method: keyof Caller,
      action: string,
      body?: object,
      how: { as?: keyof PayingGym['users']; key?: string } = {},
    ): Promise<Reply> => {
      const caller = await server.as(gym.users[how.as ?? 'manager']);
      return caller[method](`${path}/${action}`, {
        ...(body && { body }),
        ...(how.key && { headers: { 'idempotency-key': how.key } }),
      });
    };
    /** The membership as the history shows it now. */
    const row = async () => {
      const caller = await server.as(gym.users.operator);
      const { body: page } = await caller.get(`/contacts/${contactId}/memberships`);
      return page.memberships.find((membership: { id: string }) => membership.id === id);
    };
    const checkIn = async () => {
      const caller = await server.as(gym.users.operator);
      const { body: response } = await caller.post('/checkins', {
        body: { contactId, locationId: gym.locationId, doorId: 'Front Desk' },
      });
      return response.checkin.accessGranted ? 'granted' : String(response.checkin.reason);
    };
    const invoices = async () => (await gym.books.invoices()).filter(({ contact_id }) => contact_id === contactId);
    /** The bank takes its time over the next payment. */
    const saveSlowCard = () =>
      server.database.scoped([gym.companyId], async (tx) => {
        const { customer_id: customer } = await tx
          .selectFrom('stripe_customers')
          .select('customer_id')
          .where('contact_id', '=', contactId)
          .executeTakeFirstOrThrow();
        const intent = gym.account.createIntent({
          amount: 5_000,
          currency: 'usd',
          customer,
          setup_future_usage: 'off_session',
        });
        const { payment_method } = gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_processing' });
        await tx
          .updateTable('stripe_customers')
          .set({ payment_method_id: String(payment_method) })
          .where('contact_id', '=', contactId)
          .execute();
      });
    return { id, contactId, planId, path, call, row, checkIn, invoices, saveSlowCard };
  }

  const settings = async (memberships: SettingsUpdateBody['memberships']) => {
    const admin = await server.as(gym.users.admin);
    const { status } = await admin.put(`/companies/${gym.companyId}/settings`, { body: { memberships } });
    if (status !== 200) throw new Error(`The settings were not saved: ${status}`);
  };

  /** At Stripe, and told by its webhook. */
  const refundWhole = async (nth: number): Promise<string> => {
    const { id } = gym.account.refund([...gym.account.intents.keys()][nth] ?? '');
    await gym.deliverAll();
    return id;
  };

  /** What is deferred at the end of this day. */
  const readDeferred = async (day: string): Promise<number> => {
    const admin = await server.as(gym.users.admin);
    const { body } = await admin.get(`/reports/deferred?from=${day}&to=${day}`);
    return body.report.totals.deferred;
  };
  return { ...gym, setClock, renew, bought, settings, refundWhole, readDeferred };
}
export type MembersGym = Awaited<ReturnType<typeof createMembersGym>>;

/** The same on November 1, as the only gym whose renewals are charged. */
export async function onlyMembersGym(server: TestServer, stripe: StripeDouble): Promise<MembersGym> {
  server.clock.now = new Date('2026-11-01T18:00:00Z');
  await server.database.scoped(await server.database.everyCompany(), (tx) => tx.deleteFrom('stripe_configs').execute());
  return createMembersGym(server, stripe);
}

/** The body of a request; open without its last day. */
export const freeze = (from: string, until: string | null, change: object = {}) => ({
  from,
  until,
  reason: 'Broken leg',
  ...change,
});
