import type { Membership } from '#domain/memberships/contract.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { MembershipRow } from '#server/platform/database/schema.ts';

export const toMembership = (row: MembershipRow, agreementIds: readonly string[]): Membership => ({
  id: row.id,
  companyId: row.company_id,
  locationId: row.location_id,
  name: row.name,
  description: row.description || null,
  type: row.type,
  contractLengthMonths: row.contract_length_months,
  price: fromCents(row.price_cents),
  billingFrequency: row.billing_frequency,
  accessDurationDays: row.access_duration_days,
  visitLimit: row.visit_limit,
  visitsPerDay: row.visits_per_day,
  validFrom: row.valid_from,
  isPublished: row.is_published,
  isActive: row.is_active,
  agreementIds: [...agreementIds],
  externalId: row.external_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
