const companyId = '0190a1b2-0000-7000-8000-000000007309';
const contactId = '0190a1b2-0000-7000-8000-000000009648';
const locationId = '0190a1b2-0000-7000-8000-000000000277';
const membershipId = '0190a1b2-0000-7000-8000-000000008438';
const salesItemId = '0190a1b2-0000-7000-8000-000000003967';
const agreementVersionId = '0190a1b2-0000-7000-8000-000000008366';
const drawing = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const signed = {
  name: 'Maria Silva',
  drawing,
  consent: true,
  ticks: [{ term: 'I have read the whole agreement', at: '2026-03-01T15:59:00.000Z' }],
  openedAt: '2026-03-01T15:55:00.000Z',
  readToEndAt: '2026-03-01T15:58:00.000Z',
};
const cart = [{ salesItemId, quantity: 2, discount: { percent: 10, reason: 'Member' } }];

const checkin = {
  id: '0190a1b2-0000-7000-8000-000000007245',
  checkinTime: '2026-03-01T16:00:00.000Z',
  contactId,
  locationId,
  doorId: 'Front Desk',
};
const denial = 'No membership found for this contact';

/** Examples of bodies and responses whose fields depend on each other, by operationId. */
export const operationExamples: Record<string, { request?: unknown; responses?: Record<string, unknown> }> = {
  createMembership: {
    request: {
      locationId,
      name: 'All-Access Monthly',
      description: 'Open gym and classes',
      type: 'contract',
      contractLengthMonths: 12,
      price: 49.99,
      billingFrequency: 'monthly',
      isPublished: true,
      isActive: true,
      agreementIds: [],
      externalId: 'crm-plan-1',
    },
  },
  takeInvoicePayment: { request: { method: 'cash', amount: 20, tendered: 50 } },
  refundInvoice: { request: { amount: 20, destination: 'cash', reason: 'Moved away' } },
  closeDrawer: { request: { counted: 125, counts: { 100: 1, 5: 5 }, note: 'Counted twice' } },
  changePlan: { request: { membershipId, when: 'now', method: 'cash', expectedTotal: 21.76 } },
  purchaseMembership: {
    request: { contactId, membershipId, locationId, startDate: '2026-03-01', autoRenew: true, paymentMethod: 'card' },
  },
  purchaseSalesItems: {
    request: { contactId, locationId, items: cart, paymentMethod: 'cash', tendered: 10, expectedTotal: 5.88 },
  },
  parkSale: { request: { contactId, locationId, items: cart, note: 'Back in ten minutes' } },
  signAgreement: { request: { agreementVersionId, ...signed } },
  signByLink: { request: signed },
  createApiKey: {
    request: {
      companyId,
      name: 'Bookkeeping',
      kind: 'secret',
      scopes: ['invoices:read'],
      expiresAt: '2035-01-01T00:00:00Z',
    },
  },
  signUp: {
    request: {
      firstName: 'Alex',
      lastName: 'Kim',
      email: 'alex.kim@example.com',
      locationId,
      message: 'Do you have yoga?',
    },
    responses: {
      202: { message: 'Thank you. We will be in touch.' },
      401: { message: 'This API key is wrong, was revoked or no longer works' },
      403: { message: 'This API key may not be used from https://www.example.com' },
    },
  },
  createCheckin: {
    request: { contactId, locationId, doorId: 'Front Desk' },
    responses: {
      200: {
        checkin: { id: checkin.id, accessGranted: true, reason: null, reasonCode: null },
        firstName: 'Maria',
        unlockMs: 5000,
      },
      201: {
        checkin: { ...checkin, accessGranted: true, reason: null },
        warning: { reasonCode: 'past_due', message: 'The renewal of the membership is not paid' },
        visitsLeft: 7,
      },
      403: { message: denial, checkin: { ...checkin, accessGranted: false, reason: denial } },
      404: { message: 'No member has this code' },
    },
  },
};
