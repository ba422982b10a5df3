import { v7 as uuid } from 'uuid';
import type { BilledPeriod } from '#domain/contact-memberships/billingPeriods.ts';
import type { Report } from '#domain/reports/contract.ts';
import { writePeriod } from '#server/modules/contact-memberships/periodsRepo.ts';
import { builders } from './builders.ts';
import { createGym, type Gym } from './gym.ts';
import { invoiceBuilders } from './invoices.ts';
import type { Caller, TestServer } from './server.ts';

/** A new gym at noon in Denver on November 20, 2026, with a contact and functions that write rows for it. */
export async function reportedGym(server: TestServer) {
  server.clock.now = new Date('2026-11-20T19:00:00Z');
  const gym = await createGym(server);
  const make = builders(server, gym);
  return { gym, make, bill: invoiceBuilders(server, gym), contactId: await make.contact() };
}
export type ReportedGym = Awaited<ReturnType<typeof reportedGym>>;

/** Reads a report by its path, `sales?from=…`. */
export async function readReport(caller: Caller, path: string): Promise<Report> {
  const { status, body } = await caller.get(`/reports/${path}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.report;
}

export const november = 'from=2026-11-01&to=2026-11-30';

/** A row that was written at this time and not changed since. */
export const at = (time: string) => ({ created_at: new Date(time), updated_at: new Date(time) });

/** The amounts of a paid invoice. */
export const sold = (cents: number, tax = 0) => ({
  subtotal_cents: cents,
  tax_cents: tax,
  total_cents: cents + tax,
  paid_cents: cents + tax,
});

/** In the place of those that the builder wrote. */
export const setPeriods = (
  server: TestServer,
  { companyId }: Gym,
  membershipId: string,
  periods: readonly Omit<BilledPeriod, 'accessEndedOn'>[],
): Promise<void> =>
  server.database.scoped([companyId], async (tx) => {
    for (const period of periods)
      await writePeriod(tx, { id: membershipId, company_id: companyId }, { accessEndedOn: null, ...period });
  });

/** Days on which a membership was paused, as if known from the start. An open freeze has its last possible day. */
export async function freeze(
  server: TestServer,
  { companyId }: Gym,
  membershipId: string,
  from: string,
  until: string | null,
  longest: string = until ?? from,
): Promise<void> {
  await server.database.scoped([companyId], async (tx) => {
    await tx
      .insertInto('membership_freezes')
      .values({
        id: uuid(),
        company_id: companyId,
        contact_membership_id: membershipId,
        from_day: from,
        until_day: until,
        longest_until: longest,
        reason: '',
        created_by: null,
      })
      .execute();
    // It has been so from the beginning: its history is written anew.
    await tx.deleteFrom('membership_history').where('contact_membership_id', '=', membershipId).execute();
    await tx
      .updateTable('contact_memberships')
      .set(({ ref }) => ({ granted_at: ref('granted_at') }))
      .where('id', '=', membershipId)
      .execute();
  });
}
