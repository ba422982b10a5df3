import type { AgreementSummary } from '#domain/agreements/contract.ts';
import type { MembershipSalesItem } from '#domain/memberships/salesItemsContract.ts';
import type { Membership } from '#domain/memberships/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import * as records from './records.ts';

let made = 0;
const nextId = () => `018f0000-0000-7000-9000-${String((made += 1)).padStart(12, '0')}`;
const times = { createdAt: '2026-01-05T18:00:00.000Z', updatedAt: '2026-01-05T18:00:00.000Z' };

export const buildSalesItem = (change: Partial<SalesItem> = {}): SalesItem =>
  records.buildSalesItem({ name: 'Water Bottle', price: 3, ...times, ...change });

export const createPlan = (change: Partial<Membership> = {}): Membership =>
  records.createPlan({ name: 'Monthly Unlimited', price: 49.99, ...times, ...change });

export const createCharge = (
  membershipId: string,
  salesItem: SalesItem,
  change: Partial<MembershipSalesItem> = {},
): MembershipSalesItem => ({
  id: nextId(),
  membershipId,
  salesItemId: salesItem.id,
  isRequired: true,
  displayOrder: 0,
  salesItem,
  ...change,
});

export const createBoundAgreement = (change: Partial<AgreementSummary> = {}): AgreementSummary => ({
  id: nextId(),
  companyId: records.ironPeak.id,
  locationId: null,
  name: 'Liability Waiver',
  description: null,
  displayOrder: 0,
  ...times,
  ...change,
});
