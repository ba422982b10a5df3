import { v7 as uuid } from 'uuid';
import { builders } from '#tests/support/builders.ts';
import { createPayingGym } from '#tests/support/payingGym.ts';
import type { Caller, TestServer } from '#tests/support/server.ts';
import type { StripeDouble } from '#tests/support/stripe/double.ts';
import { samplePdf, pdfForm } from '#tests/support/multipart.ts';
import type { Known } from './schemaValues.ts';

/** A gym that takes cards and has one record of each kind, and the token of its admin. */
export async function createGymWithEverything(
  server: TestServer,
  stripe: StripeDouble,
): Promise<{ known: Known; token: string }> {
  const gym = await createPayingGym(server, stripe);
  const { companyId, locationId, contactId } = gym;
  const make = builders(server, gym);
  const membershipId = await make.plan();
  const salesItemId = await make.salesItem();
  const contactMembership = await make.contactMembership(contactId, { membership_id: membershipId });
  await make.checkin(contactId);

  const { admin } = gym.by;
  const created = async (caller: Caller, path: string, call: Parameters<Caller['post']>[1]) => {
    const { status, body } = await caller.post(path, call);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const { fee } = await created(admin, `/locations/${locationId}/fees`, {
    body: { name: 'Towels', type: 'fixed', amount: '2.50' },
  });
  const { membershipSalesItem } = await created(admin, `/memberships/${membershipId}/sales-items`, {
    body: { salesItemId },
  });
  const { invoice } = await created(admin, '/sales-items/purchase', {
    body: { contactId, locationId, items: [{ salesItemId, quantity: 1 }], paymentMethod: 'cash' },
  });
  const { agreement } = await created(
    admin,
    '/agreements',
    pdfForm({ name: 'Waiver', companyId }, { bytes: samplePdf }),
  );
  const known = {
    company: companyId,
    location: locationId,
    contact: contactId,
    membership: membershipId,
    contactMembership,
    salesItem: salesItemId,
    membershipSalesItem: membershipSalesItem.id as string,
    fee: fee.id as string,
    invoice: invoice.id as string,
    agreement: agreement.id as string,
    version: agreement.versions[0].id as string,
    stranger: uuid(),
  };
  return { known, token: await server.createToken(gym.users.admin) };
}
