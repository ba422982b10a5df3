import { sql } from 'kysely';
import { lockMembership, membershipLocation } from './grantedMembership.ts';
import { type PaymentContext, perCompany } from '#server/modules/stripe/index.ts';

/** Ends open freezes that have run out: `lockMembership` does it. Readers of a membership count them as ended already. */
export async function endFreezes(context: PaymentContext, signal?: AbortSignal): Promise<unknown[]> {
  const { database, clock } = context;
  const { rows } = await database.acrossCompanies((tx) => endedFreezes(clock()).execute(tx));
  return perCompany(context, {
    rows,
    signal,
    work: async ({ company_id, id }) =>
      void (await database.scoped([company_id], (tx) => lockMembership(tx, id, clock()))),
  });
}

/** Ended by the clock of their location. */
const endedFreezes = (now: Date) => sql<{ company_id: string; id: string }>`
  select distinct f.company_id, f.contact_membership_id as id
    from membership_freezes f
    join contact_memberships m on m.id = f.contact_membership_id
    join contacts c on c.id = m.contact_id
    join locations l on l.id = ${membershipLocation}
   where f.until_day is null and f.longest_until <= (${now}::timestamptz at time zone 'UTC')::date + 1
     and f.longest_until < (${now}::timestamptz at time zone l.timezone)::date`;
