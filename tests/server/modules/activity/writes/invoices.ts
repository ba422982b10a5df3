import { expect } from 'vitest';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import type { Writes, WritingGym } from './writingGym.ts';

/** Payments, refunds and the books. */
export function invoiceWrites({ server, gym, admin, inDays }: WritingGym): Writes {
  const owed = async () =>
    `/invoices/${await invoiceBuilders(server, gym).invoice(gym.contactId, { status: 'open', due_cents: 324 })}`;
  const settled = async () => `/invoices/${await invoiceBuilders(server, gym).invoice(gym.contactId)}`;

  return {
    emailReceipt: {
      call: async () => admin.post(`${await settled()}/receipt`, { body: { email: 'payer@member.test' } }),
      action: 'invoice.receipt-sent',
    },
    takeInvoicePayment: {
      call: async () => admin.post(`${await owed()}/payments`, { body: { method: 'cash' } }),
      action: 'invoice.payment-taken',
    },
    setInvoiceExternalId: {
      call: async () => admin.put(`${await settled()}/external-id`, { body: { externalId: 'INV-7' } }),
      action: 'invoice.external-id-changed',
    },
    retryInvoiceCard: {
      call: async () => {
        const { invoiceId } = await chargedSale(gym);
        await gym.deliverAll();
        expect((await gym.books.invoice(invoiceId)).status).toBe('paid');
        return admin.post(`${await owed()}/retry`);
      },
      action: 'invoice.paid',
    },
    createPaymentLink: {
      call: async () => admin.post(`${await owed()}/payment-link`, { body: { email: 'payer@member.test' } }),
      action: 'invoice.payment-link-sent',
    },
    payByLink: {
      call: async () => {
        const { body } = await admin.post(`${await owed()}/payment-link`);
        return server.anonymous.post(`/payment-links/${new URL(body.url).searchParams.get('token')}/pay`, {
          body: { saveCard: false },
        });
      },
      action: 'invoice.card-payment-started',
      by: 'Payment link',
    },
    saveContactCard: {
      call: async () => {
        const card = `/contacts/${await gym.make.contact()}/card`;
        const { setupIntent } = (await admin.post(`${card}-setups`)).body;
        gym.account.setups.confirm(setupIntent.id, 'pm_card_visa');
        return admin.post(card, { body: { setupIntentId: setupIntent.id } });
      },
      action: 'contact.card-saved',
    },
    createCardLink: {
      call: async () =>
        admin.post(`/contacts/${await gym.make.contact()}/card-links`, { body: { email: 'payer@member.test' } }),
      action: 'contact.card-link-sent',
    },
    saveCardByLink: {
      call: async () => {
        const { body } = await admin.post(`/contacts/${await gym.make.contact()}/card-links`);
        const link = `/card-links/${new URL(body.url).searchParams.get('token')}/card`;
        const { setupIntent } = (await server.anonymous.post(`${link}-setups`)).body;
        gym.account.setups.confirm(setupIntent.id, 'pm_card_visa');
        return server.anonymous.post(link, { body: { setupIntentId: setupIntent.id } });
      },
      action: 'contact.card-saved',
      by: 'Card link',
    },
    voidInvoice: {
      call: async () => admin.post(`${await owed()}/void`, { body: { reason: 'A mistake' } }),
      action: 'invoice.voided',
    },
    refundInvoice: {
      call: async () =>
        admin.post(`${await settled()}/refunds`, { body: { destination: 'cash', reason: 'A mistake' } }),
      action: 'invoice.refunded',
    },
    writeOffInvoice: {
      call: async () => admin.post(`${await owed()}/write-off`, { body: { reason: 'Moved away' } }),
      action: 'invoice.written-off',
    },
    sendDisputeEvidence: {
      call: async () => {
        const { invoiceId, intent } = await chargedSale(gym);
        gym.account.dispute(intent.id);
        await gym.deliverAll();
        return admin.post(`/invoices/${invoiceId}/dispute-evidence`, { body: { parts: ['receipt'] } });
      },
      action: 'invoice.dispute-answered',
    },
    startReconciliation: {
      call: () =>
        admin.post('/reconciliations', { body: { companyId: gym.companyId, from: inDays(0), to: inDays(0) } }),
      action: 'reconciliation.started',
    },
    // Before the keys are saved again, which changes the secret that events are signed with.
    receiveStripeEvent: {
      call: async () => gym.deliver((await chargedSale(gym)).succeeded),
      action: 'invoice.paid',
      by: 'Stripe',
    },
  };
}
