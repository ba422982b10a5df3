import { z } from 'zod';
import { id, money, queryId, queryNumber, queryOptional, timestamp } from '#domain/shared/contract.ts';
import { eventTypes, testType } from './eventTypes.ts';

const eventsPageMax = 500;
export const eventDays = 30;

const contactData = z
  .object({
    contactId: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    homeLocationId: id,
  })
  .meta({ id: 'ContactEventData' });

const membershipData = z
  .object({
    contactMembershipId: id,
    contactId: id,
    membershipId: id,
    name: z.string(),
    startDate: z.iso.date(),
    /** The last paid day; null for a membership without an end. */
    endDate: z.iso.date().nullable(),
    /** The last day of a canceled membership. */
    cancelsOn: z.iso.date().nullable(),
    /** Both days are frozen. `until` is null while the end is open. */
    freezes: z.array(z.object({ from: z.iso.date(), until: z.iso.date().nullable() })),
  })
  .meta({ id: 'MembershipEventData' });

const invoiceData = z
  .object({
    invoiceId: id,
    contactId: id,
    status: z.string(),
    description: z.string(),
    total: money,
    paid: money,
    due: money,
    refunded: money,
    currency: z.string(),
  })
  .meta({ id: 'InvoiceEventData' });

const checkinData = z
  .object({
    checkinId: id,
    contactId: id,
    doorId: z.string().nullable(),
    /** Why it was denied. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'CheckinEventData' });

const drawerData = z
  .object({
    drawerId: id,
    number: z.int(),
    float: money,
    counted: money,
    /** Counted minus expected. */
    difference: money,
  })
  .meta({ id: 'DrawerEventData' });

const agreementData = z
  .object({ contactId: id, signatureId: id, agreementId: id, name: z.string(), versionNumber: z.int() })
  .meta({ id: 'AgreementEventData' });

const testData = z.object({ endpointId: id }).meta({ id: 'TestEventData' });

export const eventData = {
  contact: contactData,
  membership: membershipData,
  invoice: invoiceData,
  payment: invoiceData,
  checkin: checkinData,
  drawer: drawerData,
  agreement: agreementData,
  webhook: testData,
} as const;

/** The record is as it was when the event happened. Fields may be added at any time. */
const event = z
  .object({
    id,
    type: z.enum([...eventTypes, testType]),
    timestamp,
    companyId: id,
    /** Null when it belongs to the whole company. */
    locationId: id.nullable(),
    data: z.union([contactData, membershipData, invoiceData, checkinData, drawerData, agreementData, testData]),
  })
  .meta({ id: 'Event' });
export type Event = z.output<typeof event>;
export type EventData = Event['data'];

export const eventsQuery = z.object({
  companyId: queryId,
  /** The `next` of the page before. */
  after: queryOptional(z.string().regex(/^\d{1,18}$/, 'Must be the next of an earlier page')),
  type: queryOptional(z.enum(eventTypes)),
  limit: queryNumber(1, eventsPageMax, 100),
});
export type EventsQuery = z.output<typeof eventsQuery>;

/** Oldest first. `next` is for `after`: without newer events it is the same again. */
export const eventsPage = z.object({ events: z.array(event), next: z.string() }).meta({ id: 'EventsPage' });

export const eventSamplesQuery = z.object({ type: queryOptional(z.enum(eventTypes)) });
export const eventSamplesPage = z.object({ events: z.array(event) }).meta({ id: 'EventSamples' });
