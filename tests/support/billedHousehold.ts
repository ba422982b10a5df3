import { expect } from 'vitest';
import { startOfDay } from '#domain/shared/dates.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { createPayingGym, type PayingGym } from './payingGym.ts';
import type { TestServer } from './server.ts';
import type { StripeDouble } from './stripe/double.ts';

/** A gym, the only one with Stripe, with a household whose memberships are renewed together. */
export async function createBilledHousehold(server: TestServer, stripe: StripeDouble) {
  await server.database.scoped(await server.database.everyCompany(), (tx) => tx.deleteFrom('stripe_configs').execute());
  const gym = await createPayingGym(server, stripe);
  let householdId: string;

  const setClock = (day: string) => {
    server.clock.now = new Date(startOfDay(gym.timezone, day).getTime() + 12 * 3_600_000);
  };
  const operator = () => server.as(gym.users.manager);

  /** Ann has a saved card and a plan that is paid through April 14. */
  async function annWithCard(card = 'pm_card_visa') {
    setClock('2027-03-15');
    const caller = await operator();
    const { body } = await caller.post('/memberships/purchase', {
      body: {
        contactId: gym.contactId,
        membershipId: await gym.make.plan(),
        startDate: '2027-03-15',
        autoRenew: true,
      },
    });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: card });
    await gym.deliverAll();
    householdId = (await caller.post('/households', { body: { name: 'Oakley', payerId: gym.contactId } })).body
      .household.id;
  }

  /** A member of Ann's household, with a plan that is paid through April 14. */
  async function child(firstName: string, change: Parameters<PayingGym['make']['contactMembership']>[1] = {}) {
    const id = await gym.make.contact({ first_name: firstName, last_name: 'Oakley' });
    await gym.make.contactMembership(id, {
      membership_name: 'Youth',
      purchase_price_cents: 2_500,
      start_date: '2027-03-15',
      end_date: '2027-04-14',
      auto_renew: true,
      ...change,
    });
    await (await operator()).post(`/households/${householdId}/members`, { body: { contactId: id } });
    return id;
  }

  return {
    gym,
    get householdId() {
      return householdId;
    },
    setClock,
    operator,
    annWithCard,
    child,
    renew: () => renewMemberships(server.context),
    one: async (contactId: string) => (await gym.books.memberships(contactId))[0] ?? expect.fail(),
    renewals: async () => (await gym.books.invoices()).filter(({ kind }) => kind === 'renewal'),
    lines: async (invoiceId = '') =>
      (await gym.books.lines(invoiceId)).map(({ name, member_name, total_cents }) => [name, member_name, total_cents]),
  };
}
export type BilledHousehold = Awaited<ReturnType<typeof createBilledHousehold>>;

export const byMember = (contactId: string, path: string) => `/contacts/${contactId}/memberships/${path}`;
