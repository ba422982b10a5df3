import type { Event, EventData } from './contract.ts';
import { eventTypes, type EventType } from './eventTypes.ts';

const sampleId = (number: number) => `0190a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [companyId, locationId, contactId, contactMembershipId, invoiceId] = [1, 2, 3, 4, 5].map(sampleId) as [
  string,
  string,
  string,
  string,
  string,
];

const contact: EventData = {
  contactId,
  firstName: 'Maria',
  lastName: 'Silva',
  email: 'maria@example.com',
  phone: '+13125550142',
  homeLocationId: locationId,
};

const membership = (change: { cancelsOn?: string; until?: string } = {}): EventData => ({
  contactMembershipId,
  contactId,
  membershipId: sampleId(6),
  name: 'All-Access Monthly',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  cancelsOn: change.cancelsOn ?? null,
  freezes: change.until ? [{ from: '2026-03-10', until: change.until }] : [],
});

const invoice = (status: string, paid: number, refunded = 0): EventData => ({
  invoiceId,
  contactId,
  status,
  description: 'Membership purchase: All-Access Monthly',
  total: 64.95,
  paid,
  due: status === 'void' ? 0 : 64.95 - paid,
  refunded,
  currency: 'USD',
});

const checkin = (reason: string | null): EventData => ({
  checkinId: sampleId(7),
  contactId,
  doorId: 'Front Door',
  reason,
});

const data: Record<EventType, EventData> = {
  'contact.created': contact,
  'contact.updated': contact,
  'contact.deleted': contact,
  'membership.started': membership(),
  'membership.renewed': membership(),
  'membership.frozen': membership({ until: '2026-03-20' }),
  'membership.resumed': membership({ until: '2026-03-20' }),
  'membership.plan_changed': membership(),
  'membership.canceled': membership({ cancelsOn: '2026-03-31' }),
  'membership.ended': membership({ cancelsOn: '2026-03-31' }),
  'invoice.created': invoice('open', 0),
  'invoice.paid': invoice('paid', 64.95),
  'invoice.overdue': invoice('overdue', 0),
  'invoice.voided': invoice('void', 0),
  'invoice.refunded': invoice('refunded', 64.95, 64.95),
  'payment.failed': invoice('overdue', 0),
  'checkin.granted': checkin(null),
  'checkin.denied': checkin('Membership is suspended'),
  'agreement.signed': {
    contactId,
    signatureId: sampleId(8),
    agreementId: sampleId(9),
    name: 'Liability Waiver',
    versionNumber: 2,
  },
  'drawer.closed': { drawerId: sampleId(10), number: 128, float: 200, counted: 431.5, difference: -0.5 },
};

/** An example of each type, for those who build a receiver. */
export const eventSamples: readonly Event[] = eventTypes.map((type, index) => ({
  id: sampleId(100 + index),
  type,
  timestamp: '2026-03-10T15:04:05.000Z',
  companyId,
  locationId,
  data: data[type],
}));
