import { pdfForm, samplePdf, upload } from '#tests/support/multipart.ts';
import type { Writes, WritingGym } from './writingGym.ts';

/** Contacts and their check-ins. */
export function contactWrites({ server, gym, admin, photo, at }: WritingGym): Writes {
  const buildContact = { firstName: 'Casey', lastName: 'Jones', phone: '3035550142' };

  return {
    createContact: {
      call: () =>
        admin.post('/contacts', {
          body: { ...buildContact, email: 'new@member.test', homeLocationId: gym.locationId },
        }),
      action: 'contact.created',
    },
    signUp: {
      call: async () => {
        const body = { companyId: gym.companyId, name: 'Website', kind: 'publishable', origins: ['https://gym.test'] };
        const { key } = (await admin.post('/api-keys', { body: { ...body, locationIds: [gym.locationId] } })).body;
        return server
          .withKey(key)
          .post('/sign-ups', { body: { ...buildContact, email: 'signed-up@member.test', phone: '' } });
      },
      action: 'contact.created',
      by: 'Website',
    },
    updateContact: {
      call: async () => admin.put(`/contacts/${await gym.make.contact()}`, { body: { lastName: 'Smith' } }),
      action: 'contact.updated',
    },
    deleteContact: {
      call: async () => admin.delete(`/contacts/${await gym.make.contact()}`),
      action: 'contact.deleted',
    },
    restoreContact: {
      call: async () => {
        const contactId = await gym.make.contact();
        await gym.make.checkin(contactId);
        await admin.delete(`/contacts/${contactId}`);
        return admin.post(`/contacts/${contactId}/restore`);
      },
      action: 'contact.restored',
    },
    uploadContactImage: {
      call: async () => admin.post(`/contacts/${await gym.make.contact()}/image`, upload('image', photo)),
      action: 'contact.image-changed',
    },
    deleteContactImage: {
      call: async () => admin.delete(`/contacts/${await gym.make.contact()}/image`),
      action: 'contact.image-removed',
    },
    replaceContactCode: {
      call: async () => admin.post(`/contacts/${await gym.make.contact()}/code`),
      action: 'contact.code-created',
    },
    emailContactCode: {
      call: async () => admin.post(`/contacts/${await gym.make.contact()}/code/email`),
      action: 'contact.code-sent',
    },
    addContactNote: {
      call: async () => admin.post(`/contacts/${await gym.make.contact()}/notes`, { body: { text: 'Bad knee' } }),
      action: 'contact.note-added',
    },
    deleteContactNote: {
      call: async () => {
        const notes = `/contacts/${await gym.make.contact()}/notes`;
        const { body } = await admin.post(notes, { body: { text: 'Bad knee' } });
        return admin.delete(`${notes}/${body.note.id}`);
      },
      action: 'contact.note-deleted',
    },
    signAgreement: {
      call: async () => {
        const contactId = await gym.make.contact({ date_of_birth: '1990-01-01' });
        const form = pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes: samplePdf });
        const { agreement } = (await admin.post('/agreements', form)).body;
        const body = { agreementVersionId: agreement.versions[0].id, name: 'Casey Jones', consent: true };
        return admin.post(`/contacts/${contactId}/signatures`, { body });
      },
      action: 'contact.agreement-signed',
    },
    askErasure: {
      call: async () => admin.post(`/contacts/${await gym.make.contact()}/erasure`),
      action: 'contact.erasure-asked',
    },
    takeBackErasure: {
      call: async () => {
        const erasure = `/contacts/${await gym.make.contact()}/erasure`;
        await admin.post(erasure);
        return admin.delete(erasure);
      },
      action: 'contact.erasure-canceled',
    },
    uploadPaperSignature: {
      call: async () => {
        const contactId = await gym.make.contact();
        const form = pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes: samplePdf });
        const { agreement } = (await admin.post('/agreements', form)).body;
        const fields = { agreementVersionId: agreement.versions[0].id, name: 'Casey Jones' };
        return admin.post(
          `/contacts/${contactId}/signatures/paper`,
          pdfForm(fields, { bytes: samplePdf, field: 'file' }),
        );
      },
      action: 'contact.paper-agreement-added',
    },
    requestSignatures: {
      call: async () => {
        const contactId = await gym.make.contact({ date_of_birth: '1990-01-01' });
        const form = pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes: samplePdf });
        const { agreement } = (await admin.post('/agreements', form)).body;
        return admin.post(`/contacts/${contactId}/signature-requests`, {
          body: { agreementIds: [agreement.id], email: 'casey@member.test' },
        });
      },
      action: 'contact.signing-link-sent',
    },
    retryContactEmails: {
      call: async () => {
        const contactId = await gym.make.contact();
        const mail = {
          company_id: gym.companyId,
          contact_id: contactId,
          kind: 'receipt' as const,
          data: '{}',
          address: null,
          once: null,
          due_at: null,
        };
        const failed = { ...mail, state: 'failed' as const, settled_at: server.clock.now, failure: 'No such user' };
        await server.database.scoped([gym.companyId], (tx) => tx.insertInto('emails').values(failed).execute());
        return admin.post(`/contacts/${contactId}/emails/retry`);
      },
      action: 'contact.mail-retried',
    },
    importContacts: {
      call: () =>
        admin.post('/contacts/import', {
          body: { ...at(), contacts: [{ ...buildContact, email: 'file@member.test' }] },
        }),
      action: 'location.contacts-imported',
    },
    undoContactImport: {
      call: async () => {
        const contacts = [{ ...buildContact, email: 'undone@member.test' }];
        await admin.post('/contacts/import', { body: { ...at(), contacts } });
        const { body } = await admin.get(`/contact-imports?locationId=${gym.locationId}`);
        return admin.delete(`/contact-imports/${body.imports[0].id}`);
      },
      action: 'location.import-undone',
    },
    createCheckin: {
      call: async () =>
        admin.post('/checkins', { body: { contactId: await gym.make.contact(), ...at(), doorId: 'Front Desk' } }),
      action: 'checkin.denied',
    },
    undoCheckin: {
      call: async () => {
        const contactId = await gym.make.contact();
        await gym.make.contactMembership(contactId);
        const { body } = await admin.post('/checkins', { body: { contactId, ...at(), doorId: 'Front Desk' } });
        return admin.delete(`/checkins/${body.checkin.id}`);
      },
      action: 'checkin.undone',
    },
  };
}
