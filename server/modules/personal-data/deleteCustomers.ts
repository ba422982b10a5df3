import { deleteCustomer, perCompany, readStripeConfig } from '#server/modules/stripe/index.ts';
import type { JobContext } from '#server/platform/context.ts';

/** The customers of erased contacts at Stripe, with their cards. A failure is tried again at the next run. */
export async function deleteCustomers(context: JobContext, signal: AbortSignal): Promise<unknown[]> {
  const { database } = context;
  const rows = await database.acrossCompanies((tx) =>
    tx
      .selectFrom('stripe_customers as s')
      .innerJoin('contact_erasures as e', 'e.contact_id', 's.contact_id')
      .select(['s.company_id', 's.contact_id', 's.customer_id'])
      .where('e.erased_at', 'is not', null)
      .execute(),
  );
  return perCompany(context, {
    rows,
    signal,
    work: async ({ company_id, contact_id, customer_id }, stripe) => {
      // A company that took its keys away has no customers any more.
      if (stripe) await deleteCustomer(stripe, customer_id);
      else if (await readStripeConfig(database, company_id)) throw new Error('The Stripe key cannot be decrypted');
      await database.scoped([company_id], async (tx) => {
        await tx.deleteFrom('saved_cards').where('contact_id', '=', contact_id).execute();
        await tx.deleteFrom('stripe_customers').where('contact_id', '=', contact_id).execute();
      });
    },
  });
}
