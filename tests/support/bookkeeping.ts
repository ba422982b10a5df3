import type { Agreement, AgreementVersion } from '#domain/agreements/contract.ts';
import type { Company } from '#domain/companies/contract.ts';
import type { Invoice, InvoiceContact, InvoiceDetail, InvoiceLineItem, Payment } from '#domain/invoices/contract.ts';
import type { Fee } from '#domain/locations/feesContract.ts';
import * as records from './records.ts';

let made = 0;
const nextId = () => `018f0000-0000-7000-9000-${String((made += 1)).padStart(12, '0')}`;

export const createLine = (change: Partial<InvoiceLineItem> = {}): InvoiceLineItem => ({
  name: 'Water Bottle',
  description: null,
  type: 'sales_item',
  quantity: 1,
  price: 3,
  total: 3,
  ...change,
});

export const createInvoice = (change: Partial<Invoice> = {}): Invoice =>
  records.createInvoice({
    description: 'Sales items purchase: Water Bottle',
    subtotal: 3,
    tax: 0.24,
    total: 3.24,
    paid: 3.24,
    metadata: { lineItems: [createLine()] },
    ...change,
  });

const customer: InvoiceContact = {
  id: nextId(),
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@example.test',
  phone: '3035550123',
};

/** A row of the list. */
export const createInvoiceRow = (change: Partial<Invoice> = {}, contact: InvoiceContact = customer) => ({
  invoice: createInvoice(change),
  contact,
});

export const createPayment = (change: Partial<Payment> = {}): Payment => ({
  id: nextId(),
  createdAt: '2026-01-05T22:05:00.000Z',
  amount: 3.24,
  method: 'cash',
  status: 'completed',
  ...change,
});

export const createInvoiceDetail = (
  invoice: Partial<Invoice> = {},
  change: Partial<InvoiceDetail> = {},
): InvoiceDetail => ({
  invoice: createInvoice(invoice),
  contact: customer,
  location: { id: nextId(), name: 'Iron Peak Denver', city: 'Denver', state: 'CO', timezone: 'America/Denver' },
  company: records.ironPeak,
  payments: [],
  ...change,
});

export const createVersion = (change: Partial<AgreementVersion> = {}): AgreementVersion => ({
  id: nextId(),
  versionNumber: 1,
  pdfFileName: 'waiver.pdf',
  pdfUrl: '/api/files/waiver.pdf',
  createdAt: '2026-01-05T22:04:00.000Z',
  ...change,
});

export const buildAgreement = (change: Partial<Agreement> = {}): Agreement => ({
  id: nextId(),
  companyId: records.ironPeak.id,
  locationId: null,
  name: 'Liability Waiver',
  description: 'Read before the first visit',
  displayOrder: 2,
  createdAt: '2026-01-05T22:04:00.000Z',
  updatedAt: '2026-01-05T22:04:00.000Z',
  versions: [],
  ...change,
});

export const buildCompany = (change: Partial<Company> = {}): Company => ({
  id: records.ironPeak.id,
  name: records.ironPeak.name,
  email: 'hello@ironpeak.test',
  phone: '3035550100',
  address: '1 Main St',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'USA',
  website: 'https://ironpeak.test',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

export const buildFee = (change: Partial<Fee> = {}): Fee => ({
  id: nextId(),
  name: 'Towel Service',
  description: null,
  type: 'percentage',
  amount: '2.50',
  isActive: true,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
