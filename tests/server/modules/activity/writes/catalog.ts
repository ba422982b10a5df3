import { samplePdf, pdfForm, upload } from '#tests/support/multipart.ts';
import type { Writes, WritingGym } from './writingGym.ts';

/** What a gym sells: plans, sales items and agreements. */
export function catalogWrites({ gym, admin, photo, at }: WritingGym): Writes {
  const createPlan = { name: 'Gold', type: 'no_contract', price: 49, billingFrequency: 'monthly' };
  const createCharge = async () => {
    const body = { salesItemId: await gym.make.salesItem(), isRequired: false };
    return (await admin.post(`/memberships/${await gym.make.plan()}/sales-items`, { body })).body.membershipSalesItem
      .id;
  };
  const buildAgreement = async () =>
    (await admin.post('/agreements', pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes: samplePdf }))).body
      .agreement.id;

  return {
    createMembership: {
      call: () => admin.post('/memberships', { body: { ...createPlan, locationId: gym.locationId } }),
      action: 'membership.created',
    },
    updateMembership: {
      call: async () => admin.put(`/memberships/${await gym.make.plan()}`, { body: { price: 59 } }),
      action: 'membership.updated',
    },
    deleteMembership: {
      call: async () => admin.delete(`/memberships/${await gym.make.plan()}`),
      action: 'membership.deleted',
    },
    addMembershipSalesItem: {
      call: async () =>
        admin.post(`/memberships/${await gym.make.plan()}/sales-items`, {
          body: { salesItemId: await gym.make.salesItem() },
        }),
      action: 'membership.charge-added',
    },
    updateMembershipSalesItem: {
      call: async () => admin.put(`/membership-sales-items/${await createCharge()}`, { body: { isRequired: true } }),
      action: 'membership.charge-updated',
    },
    removeMembershipSalesItem: {
      call: async () => admin.delete(`/membership-sales-items/${await createCharge()}`),
      action: 'membership.charge-removed',
    },
    createSalesItem: {
      call: () => admin.post('/sales-items', { body: { ...at(), name: 'Water', price: 3 } }),
      action: 'sales-item.created',
    },
    updateSalesItem: {
      call: async () => admin.put(`/sales-items/${await gym.make.salesItem()}`, { body: { price: 4 } }),
      action: 'sales-item.updated',
    },
    moveStock: {
      call: async () =>
        admin.post(`/sales-items/${await gym.make.salesItem({ is_physical_item: true })}/stock`, {
          body: { kind: 'received', quantity: 3 },
        }),
      action: 'sales-item.stock-received',
    },
    uploadSalesItemImage: {
      call: async () => admin.post(`/sales-items/${await gym.make.salesItem()}/image`, upload('image', photo)),
      action: 'sales-item.image-changed',
    },
    deleteSalesItemImage: {
      call: async () => admin.delete(`/sales-items/${await gym.make.salesItem()}/image`),
      action: 'sales-item.image-removed',
    },
    deleteSalesItem: {
      call: async () => admin.delete(`/sales-items/${await gym.make.salesItem()}`),
      action: 'sales-item.deleted',
    },
    createAgreement: {
      call: () => admin.post('/agreements', pdfForm({ name: 'Rules', companyId: gym.companyId })),
      action: 'agreement.created',
    },
    updateAgreement: {
      call: async () => admin.put(`/agreements/${await buildAgreement()}`, { body: { name: 'House rules' } }),
      action: 'agreement.updated',
    },
    deleteAgreement: {
      call: async () => admin.delete(`/agreements/${await buildAgreement()}`),
      action: 'agreement.deleted',
    },
    askToSignAgain: {
      call: async () => admin.post(`/agreements/${await buildAgreement()}/sign-again`),
      action: 'agreement.signing-repeated',
    },
    addAgreementVersion: {
      call: async () => admin.post(`/agreements/${await buildAgreement()}/versions`, pdfForm({}, { bytes: samplePdf })),
      action: 'agreement.version-added',
    },
  };
}
