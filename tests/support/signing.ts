import { builders } from './builders.ts';
import type { Gym } from './gym.ts';
import { pdfForm } from './multipart.ts';
import { createPdf } from './pdf.ts';
import type { TestServer } from './server.ts';

/** A 1 by 1 PNG. */
export const drawing =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Agreements of a gym and adults with plans that ask for them. */
export function signingDesk(server: TestServer, gym: Gym) {
  const make = builders(server, gym);

  const agreement = async (bytes: Uint8Array = createPdf(), name = 'Waiver') => {
    const { body } = await gym.by.admin.post('/agreements', pdfForm({ name, companyId: gym.companyId }, { bytes }));
    return { id: body.agreement.id as string, name, versionId: body.agreement.versions[0].id as string };
  };

  const newVersion = async (id: string, bytes: Uint8Array = createPdf('Newer')): Promise<string> => {
    const { body } = await gym.by.admin.post(`/agreements/${id}/versions`, pdfForm({}, { bytes }));
    return body.agreement.versions[0].id;
  };

  /** Of a plan with these agreements. */
  const member = async (agreementIds: readonly string[], change: Parameters<typeof make.contact>[0] = {}) => {
    const contactId = await make.contact({ date_of_birth: '1990-05-01', ...change });
    const planId = await make.plan();
    await gym.by.admin.put(`/memberships/${planId}`, { body: { agreementIds } });
    const contactMembershipId = await make.contactMembership(contactId, { membership_id: planId });
    return { contactId, planId, contactMembershipId };
  };

  const sign = (contactId: string, agreementVersionId: string, change: object = {}, by = gym.by.operator) =>
    by.post(`/contacts/${contactId}/signatures`, {
      body: { agreementVersionId, name: 'Casey Jones', consent: true, ...change },
    });

  const list = async (contactId: string) => (await gym.by.operator.get(`/contacts/${contactId}/signatures`)).body;

  return { make, agreement, newVersion, member, sign, list };
}
