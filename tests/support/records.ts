import { mapValues } from 'es-toolkit';
import type { Checkin } from '#domain/checkins/contract.ts';
import type { Location } from '#domain/locations/contract.ts';
import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
import { contactDetail, type Contact } from '#domain/contacts/contract.ts';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import type { Invoice, InvoiceLineItem } from '#domain/invoices/contract.ts';
import { perMethod } from '#domain/invoices/paymentMethods.ts';
import type { Membership } from '#domain/memberships/contract.ts';
import type { TodayFigures } from '#domain/reports/todayContract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { User } from '#domain/auth/contract.ts';
import type { UserDetail } from '#domain/users/contract.ts';
import type { Level } from '#domain/shared/access.ts';

let made = 0;
/** A new, valid id for each record. */
const nextId = () => `018f0000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`;

export const ironPeak = { id: nextId(), name: 'Iron Peak Fitness' };

export const buildLocation = (change: Partial<Location> = {}): Location => ({
  id: nextId(),
  companyId: ironPeak.id,
  name: 'Iron Peak Denver',
  email: null,
  phone: null,
  address: null,
  city: 'Denver',
  state: 'CO',
  zipCode: null,
  country: 'USA',
  timezone: 'America/Denver',
  salesTaxRate: 0.0881,
  cashRounding: 0,
  invoicePrefix: null,
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

export const buildContact = (change: Partial<Contact> = {}): Contact => ({
  ...mapValues(contactDetail.shape.contact.shape, () => null),
  id: nextId(),
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.test',
  phone: '3035550123',
  homeLocationId: nextId(),
  tags: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

/** A row of the check-ins list: the check-in with its contact. */
export const buildCheckin = (change: Partial<Checkin> = {}, contact: Contact = buildContact()) => ({
  checkin: {
    id: nextId(),
    checkinTime: '2026-01-05T22:04:00.000Z',
    accessGranted: true,
    reason: null,
    contactId: contact.id,
    locationId: nextId(),
    doorId: 'Front Desk',
    ...change,
  },
  contact,
});

export const createUser = (level: Level): User => ({
  id: nextId(),
  firstName: 'Sam',
  lastName: 'Rivera',
  email: 'sam@example.test',
  userCompanies: [{ company: ironPeak, role: level === 'admin' ? 'admin' : 'staff' }],
});

/** A person as the users pages read them. */
export const createUserAccess = (
  change: Partial<UserDetail['user']> = {},
  access: Partial<Omit<UserDetail, 'user'>> = {},
): UserDetail => ({
  user: {
    id: nextId(),
    firstName: 'Rosa',
    lastName: 'Delgado',
    email: 'rosa@example.test',
    status: 'active',
    invitedAt: null,
    lastSeenAt: '2026-01-05T22:04:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    ...change,
  },
  role: 'staff',
  locations: [],
  worksElsewhere: false,
  mayChangeInvitation: false,
  ...access,
});

export const createPage = (total: number, page = 1, limit = 10) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
  hasNext: page * limit < total,
  hasPrev: page > 1,
});

export const buildSalesItem = (change: Partial<SalesItem> = {}): SalesItem => ({
  id: nextId(),
  locationId: nextId(),
  name: 'Water',
  description: null,
  price: 2.5,
  isActive: true,
  isPublished: false,
  isPhysicalItem: false,
  inventoryQuantity: 0,
  lowStockLevel: null,
  category: null,
  barcode: null,
  isFavorite: false,
  thumbnailUrl: null,
  previewUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

export const createPlan = (change: Partial<Membership> = {}): Membership => ({
  id: nextId(),
  companyId: ironPeak.id,
  locationId: null,
  name: 'Unlimited',
  description: null,
  type: 'no_contract',
  contractLengthMonths: null,
  price: 59,
  billingFrequency: 'monthly',
  accessDurationDays: null,
  visitLimit: null,
  visitsPerDay: null,
  validFrom: null,
  isPublished: true,
  isActive: true,
  agreementIds: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

export const createContactMembership = (change: Partial<ContactMembership> = {}): ContactMembership => ({
  id: nextId(),
  contactId: nextId(),
  membershipId: nextId(),
  membershipName: 'Unlimited',
  membershipType: 'no_contract',
  locationId: null,
  isLocationArchived: false,
  startDate: '2026-01-01',
  endDate: null,
  contractEndDate: null,
  purchaseDate: '2026-01-01T18:00:00.000Z',
  purchasePrice: 59,
  billingFrequency: 'monthly',
  visitLimit: null,
  visitsLeft: null,
  startsWithFirstVisit: false,
  unbilled: null,
  accessEnabled: true,
  frozenUntil: null,
  autoRenew: false,
  isRenewalOnHold: false,
  renewsBy: 'card',
  renewalStopped: null,
  graceUntil: null,
  cancelsOn: null,
  cancelReason: null,
  freezes: [],
  plannedChange: null,
  nextRenewalOn: null,
  nextRenewalAmount: null,
  ...change,
});

export const createInvoice = (change: Partial<Invoice> = {}, lineItems: InvoiceLineItem[] = []): Invoice => ({
  id: nextId(),
  contactId: nextId(),
  locationId: nextId(),
  status: 'paid',
  description: null,
  subtotal: 5,
  tax: 0.44,
  total: 5.44,
  paid: 5.44,
  due: 0,
  currency: 'USD',
  metadata: { lineItems },
  createdAt: '2026-01-05T22:04:00.000Z',
  ...change,
});

/** A contact's member status: an active membership, nothing owed. */
export const createMemberSummary = (change: Partial<MemberSummary> = {}): { summary: MemberSummary } => ({
  summary: {
    membership: {
      name: 'Monthly Unlimited',
      status: 'active',
      isValidHere: true,
      startDate: '2026-01-05',
      endDate: null,
      contractEndDate: null,
      accessEnabled: true,
      autoRenew: false,
      visitsLeft: null,
      cancelsOn: null,
      graceUntil: null,
      frozenUntil: null,
      hasOpenFreeze: false,
    },
    furtherMemberships: 0,
    lastVisit: { checkinTime: '2020-01-02T18:30:00.000Z', locationName: 'Iron Peak Denver' },
    drift: null,
    repeatMinutes: 120,
    due: 0,
    isDisputed: false,
    paidBy: null,
    warnOwed: true,
    unsigned: [],
    notes: null,
    ...change,
  },
});

/** A Sunday until nine in the morning, and the usual one. */
export const createDaySoFar = (change: Partial<TodayFigures> = {}): TodayFigures => ({
  date: '2026-11-22',
  hour: 9,
  moneyIn: 1_234.5,
  usualMoneyIn: 980,
  ...perMethod(() => 0),
  cash: 34.5,
  card: 1_100,
  other: 100,
  moneyRefunded: 20,
  toCollect: 453.2,
  invoices: 9,
  endingSoon: 1,
  granted: 34,
  usualGranted: 28.25,
  hours: Array.from({ length: 24 }, (_hour, hour) => ({
    granted: hour === 8 ? 30 : hour === 9 ? 4 : 0,
    usual: hour === 8 ? 26.5 : hour === 17 ? 40 : 0,
  })),
  ...change,
});
