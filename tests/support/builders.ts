import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type {
  CheckinTable,
  ContactMembershipTable,
  ContactTable,
  MembershipTable,
  SalesItemTable,
  StripeCustomerTable,
} from '#server/platform/database/schema.ts';
import { periodEnd, type BilledPeriod } from '#domain/contact-memberships/billingPeriods.ts';
import { addDays, daysBetween } from '#domain/shared/dates.ts';
import { writePeriod } from '#server/modules/contact-memberships/periodsRepo.ts';
import type { Gym } from './gym.ts';
import type { TestServer } from './server.ts';

type Change<T> = Partial<Insertable<T>>;
type Place = Pick<Gym, 'companyId' | 'locationId'>;

/** Inserts valid rows directly into the database; a test names only what matters to it. Each returns its id. */
export function builders({ database }: Pick<TestServer, 'database'>, { companyId, locationId }: Place) {
  const own = <R extends { id: string }>(row: R) => ({ company_id: companyId, ...row });

  const contact = async (change: Change<ContactTable> = {}): Promise<string> => {
    const id = change.id ?? uuid();
    const row = own({
      id,
      home_location_id: locationId,
      first_name: 'Casey',
      last_name: 'Jones',
      email: `${id}@member.test`,
      date_of_birth: null,
      archived_at: null,
      image_original_key: null,
      image_preview_key: null,
      image_thumbnail_key: null,
      image_file_name: null,
      image_file_size: null,
      image_uploaded_at: null,
      member_through: null,
      ...change,
    });
    await database.scoped([companyId], (tx) => tx.insertInto('contacts').values(row).execute());
    return id;
  };

  const plan = async (change: Change<MembershipTable> = {}): Promise<string> => {
    const id = change.id ?? uuid();
    const row = own({
      id,
      location_id: null,
      name: 'Monthly Unlimited',
      type: 'no_contract' as const,
      price_cents: 4_999,
      billing_frequency: 'monthly' as const,
      contract_length_months: null,
      access_duration_days: null,
      is_published: true,
      archived_at: null,
      ...change,
    });
    await database.scoped([companyId], (tx) => tx.insertInto('memberships').values(row).execute());
    return id;
  };

  /** A granted membership of a contact, by default without an end. */
  const contactMembership = async (contactId: string, change: Change<ContactMembershipTable> = {}): Promise<string> => {
    const id = uuid();
    const membership_id = change.membership_id ?? (await plan({ location_id: change.location_id ?? null }));
    const row = own({
      id,
      contact_id: contactId,
      membership_id,
      location_id: null,
      invoice_id: null,
      membership_name: 'Monthly Unlimited',
      membership_type: 'no_contract' as const,
      billing_frequency: 'monthly' as const,
      contract_length_months: null,
      access_duration_days: null,
      purchase_price_cents: 4_999,
      start_date: '2020-01-01',
      end_date: null,
      contract_end_date: null,
      granted_at: new Date(),
      ...change,
    });
    await database.scoped([companyId], async (tx) => {
      await tx.insertInto('contact_memberships').values(row).execute();
      for (const period of billedPeriods(row)) await writePeriod(tx, row, period);
    });
    return id;
  };

  const salesItem = async (change: Change<SalesItemTable> = {}): Promise<string> => {
    const id = change.id ?? uuid();
    const row = own({
      id,
      location_id: locationId,
      name: 'Water Bottle',
      price_cents: 300,
      archived_at: null,
      ...change,
    });
    await database.scoped([companyId], (tx) => tx.insertInto('sales_items').values(row).execute());
    return id;
  };

  const checkin = async (contactId: string, change: Change<CheckinTable> = {}): Promise<string> => {
    const id = uuid();
    const row = own({
      id,
      location_id: locationId,
      contact_id: contactId,
      checkin_time: new Date(),
      access_granted: true,
      reason: null,
      door_name: 'Front Desk',
      created_by: null,
      ...change,
    });
    await database.scoped([companyId], (tx) => tx.insertInto('checkins').values(row).execute());
    return id;
  };

  /** A contact's customer at Stripe, by default with a saved card. */
  const stripeCustomer = async (
    contact_id: string,
    customer_id: string,
    change: Change<StripeCustomerTable> = {},
  ): Promise<void> => {
    const row = { company_id: companyId, contact_id, customer_id, payment_method_id: 'pm_card_visa', ...change };
    await database.scoped([companyId], (tx) => tx.insertInto('stripe_customers').values(row).execute());
  };

  return { contact, plan, contactMembership, salesItem, checkin, stripeCustomer };
}

type Bought = Pick<
  Insertable<ContactMembershipTable>,
  'billing_frequency' | 'start_date' | 'end_date' | 'periods_paid' | 'access_duration_days'
>;

/** As they follow one another without a change of plan, the last one to the end of the term. */
function billedPeriods(row: Bought): BilledPeriod[] {
  const { billing_frequency, start_date: startDate, end_date, periods_paid: count = 1, access_duration_days } = row;
  if (end_date == null) return [];
  if (billing_frequency === 'one_time')
    return [
      {
        period: 1,
        lastDay: end_date,
        days: access_duration_days ?? daysBetween(startDate, end_date) + 1,
        accessEndedOn: null,
      },
    ];
  const billingFrequency = billing_frequency as 'monthly' | 'annually';
  const end = (period: number) =>
    period === 0 ? addDays(startDate, -1) : periodEnd({ billingFrequency, startDate }, period);
  return Array.from({ length: count }, (_, index) => ({
    period: index + 1,
    lastDay: index + 1 === count ? end_date : end(index + 1),
    days: daysBetween(end(index), end(index + 1)),
    accessEndedOn: null,
  }));
}
