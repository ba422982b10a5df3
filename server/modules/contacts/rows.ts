import { mapValues } from 'es-toolkit';
import type { Selectable, Updateable } from 'kysely';
import type {
  Contact,
  ContactCreateBody,
  ContactUpdateBody,
  ContactSummary,
  ListedMemberStatus,
} from '#domain/contacts/contract.ts';
import { todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { freezeOn, hasOpenFreeze, lastFrozenDay } from '#domain/contact-memberships/freezes.ts';
import { termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { getMemberStatuses } from '#domain/contacts/memberStatus.ts';
import { fromCents } from '#domain/shared/money.ts';
import { primaryMembership, type PrimaryMembership } from '#domain/contact-memberships/primaryMembership.ts';
import { fullName } from '#domain/shared/fullName.ts';
import type { LoggedKind } from '#server/modules/activity/index.ts';
import type { ContactTable } from '#server/platform/database/schema.ts';
import { readTexts, writeTexts } from '#server/platform/database/textColumns.ts';
import { toStoredTerm, type ContactMembershipTerm, type TermRow } from '#server/modules/contact-memberships/index.ts';

export type StoredContact = Omit<Selectable<ContactTable>, 'member_through' | 'archived_at'>;

export type UrlOf = (key: string | null) => string | null;

export const toContactSummary = (row: StoredContact, urlOf: UrlOf): ContactSummary => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone || null,
  homeLocationId: row.home_location_id,
  thumbnailUrl: urlOf(row.image_thumbnail_key),
  previewUrl: urlOf(row.image_preview_key),
  originalUrl: urlOf(row.image_original_key),
});

export const toContact = (row: StoredContact, urlOf: UrlOf): Contact => ({
  ...readTexts(textColumns, row),
  dateOfBirth: row.date_of_birth,
  profileImageOriginalS3Key: row.image_original_key,
  profileImageThumbnailS3Key: row.image_thumbnail_key,
  profileImagePreviewS3Key: row.image_preview_key,
  profileImageFileName: row.image_file_name,
  profileImageFileSize: row.image_file_size,
  profileImageUploadedAt: row.image_uploaded_at?.toISOString() ?? null,
  tags: row.tags,
  externalId: row.external_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  ...toContactSummary(row, urlOf),
});

export interface ListedMemberStatusRow {
  memberships: TermRow[];
  last_visit: Date | null;
  owed_cents: number;
}

export const toListedMemberStatus = (
  row: ListedMemberStatusRow,
  location: { id: string; zone: string },
  now: Date,
): ListedMemberStatus => {
  const today = todayIn(location.zone, now);
  const terms = row.memberships.map((membership) => termOn(toStoredTerm(membership), today));
  const best = primaryMembership(terms, location, now);
  return {
    membership: best && toSummaryMembership(best, today),
    lastVisit: row.last_visit?.toISOString() ?? null,
    due: fromCents(row.owed_cents),
    memberStatuses: getMemberStatuses(
      { terms, lastVisit: row.last_visit, dueCents: row.owed_cents },
      location.zone,
      now,
    ),
  };
};

export const toSummaryMembership = (
  {
    term: { locationId: _where, freezes, graceDays: _days, unbilledGrace: _grace, graceUntil = null, ...term },
    status,
    isValidHere,
  }: PrimaryMembership<ContactMembershipTerm>,
  today: CalendarDate,
) => {
  const freeze = freezeOn(freezes, today);
  return {
    ...term,
    graceUntil,
    status,
    isValidHere,
    frozenUntil: freeze ? lastFrozenDay(freeze) : null,
    hasOpenFreeze: hasOpenFreeze(freezes, today),
  };
};

type Body = Omit<ContactCreateBody | ContactUpdateBody, 'homeLocationId' | 'updatedAt'>;

const textColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  address: 'address',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
  emergencyContactName: 'emergency_contact_name',
  emergencyContactPhone: 'emergency_contact_phone',
  notes: 'notes',
} as const satisfies Record<Exclude<keyof Body, 'dateOfBirth' | 'tags' | 'externalId'>, keyof ContactTable>;

export const toColumns = ({ tags, dateOfBirth, externalId, ...texts }: Body): Updateable<ContactTable> => ({
  ...writeTexts(textColumns, texts),
  ...(tags !== undefined && { tags }),
  ...(externalId !== undefined && { external_id: externalId }),
  ...(dateOfBirth !== undefined && { date_of_birth: dateOfBirth }),
});

/** The picture is left out: its changes have entries of their own. */
export const loggedContact: LoggedKind<StoredContact> = {
  type: 'contact',
  label: (row) => fullName(row),
  locationId: (row) => row.home_location_id,
  fields: (row) => ({
    ...mapValues(textColumns, (column) => row[column]),
    dateOfBirth: row.date_of_birth,
    homeLocationId: row.home_location_id,
    externalId: row.external_id,
  }),
};
