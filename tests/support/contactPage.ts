import { screen } from '@testing-library/react';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import type { Invoice } from '#domain/invoices/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import type { MissingAgreement } from '#domain/signatures/contract.ts';
import type { Routes } from './consoleApi.ts';
import {
  buildContact,
  buildLocation,
  createContactMembership,
  createInvoice as createPaidInvoice,
  createMemberSummary,
  createPage,
} from './records.ts';
import { renderScreen } from './render.tsx';

const location = buildLocation();
export const maya = buildContact({ homeLocationId: location.id, city: 'Denver', notes: 'Prefers mornings' });
export const at = `/contacts/${maya.id}`;

export const missingWaiver: MissingAgreement = {
  agreementId: '018f0000-0000-7000-8000-00000000f001',
  name: 'Liability Waiver',
  contactMembershipId: '018f0000-0000-7000-8000-00000000f002',
  membershipName: 'Monthly Unlimited',
  agreementVersionId: '018f0000-0000-7000-8000-00000000f003',
  versionNumber: 3,
  url: '/api/files/waiver.pdf',
  terms: ['I have read it.'],
};

export const buildMembership = (change: Partial<ContactMembership> = {}): ContactMembership =>
  createContactMembership({
    id: '018f0000-0000-7000-8000-00000000aaaa',
    contactId: maya.id,
    membershipId: '018f0000-0000-7000-8000-00000000bbbb',
    membershipName: 'Monthly Unlimited',
    startDate: '2026-01-05',
    purchaseDate: '2026-01-05T17:00:00.000Z',
    purchasePrice: 49.99,
    autoRenew: true,
    ...change,
  });

export const createInvoice = (change: Partial<Invoice> = {}): Invoice =>
  createPaidInvoice({
    id: '018f0000-0000-7000-8000-00000000cccc',
    contactId: maya.id,
    locationId: location.id,
    description: 'Membership Purchase: Monthly Unlimited',
    subtotal: 49.99,
    tax: 4.4,
    total: 54.39,
    paid: 54.39,
    currency: 'usd',
    metadata: {
      lineItems: [
        {
          name: 'Monthly Unlimited',
          description: 'All hours',
          type: 'membership',
          quantity: 1,
          price: 49.99,
          total: 49.99,
        },
      ],
    },
    createdAt: '2026-01-05T17:00:00.000Z',
    ...change,
  });
export const page = (...invoices: Invoice[]) => ({
  invoices: invoices.map((invoice) => ({ invoice, contact: null })),
  pagination: createPage(invoices.length),
});

const routes = (change: Routes = {}): Routes => ({
  [`GET ${at}`]: () => ({
    contact: maya,
    homeLocation: { id: location.id, name: location.name, city: null, state: null, timezone: location.timezone },
  }),
  [`GET ${at}/memberships`]: () => ({ memberships: [buildMembership()], pagination: createPage(1) }),
  [`GET ${at}/standing`]: () => createMemberSummary(),
  [`GET ${at}/notes`]: () => ({ notes: [] }),
  'GET /invoices': () => page(createInvoice()),
  'GET /checkins': () => ({ checkins: [], pagination: createPage(0) }),
  'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }),
  ...change,
});
/** Opens the page of Maya, who has one membership and one invoice by default. */
export const opened = (path = at, change: Routes = {}, level: Level = 'admin', render = renderScreen) =>
  render(path, routes(change), { level, locations: [location] });
export const tab = (name: string) => screen.findByRole('tab', { name });
