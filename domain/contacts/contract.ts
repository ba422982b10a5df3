import { z } from 'zod';
import { nameMaxLength, tagMaxLength, tagsMax } from '#domain/shared/limits.ts';
import { normalizePhone } from '#domain/shared/phone.ts';
import {
  externalIdQuery,
  id,
  listQuery,
  money,
  pagination,
  queryFlag,
  queryId,
  queryOptional,
  syncFields,
  syncQuery,
  timestamp,
  queryNumber,
} from '#domain/shared/contract.ts';
import {
  listFields,
  nullablePastDate,
  nullableExternalId,
  nullableNotes,
  nullableText,
  optionalPastDate,
  optionalExternalId,
  optionalNotes,
  optionalText,
  phoneText,
  expectedUpdatedAt,
  requiredEmail,
  requiredId,
  requiredText,
  readOnlyFields,
} from '#domain/shared/fields.ts';
import { locationSummary } from '#domain/locations/contract.ts';
import { erasure } from '#domain/personal-data/contract.ts';
import { memberStatuses } from './memberStatus.ts';
import { readTags, uniqueTags } from './tags.ts';
import { memberSummary } from './memberSummaryContract.ts';

const text = z.string().nullable();

/** The last email to a contact, when it could not be delivered. */
const emailFailure = z.object({ at: timestamp, email: z.string(), reason: z.string() }).meta({ id: 'EmailFailure' });
export type EmailFailure = z.output<typeof emailFailure>;

const contact = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: text,
    dateOfBirth: text,
    address: text,
    city: text,
    state: text,
    zipCode: text,
    emergencyContactName: text,
    emergencyContactPhone: text,
    notes: text,
    homeLocationId: id,
    thumbnailUrl: text,
    previewUrl: text,
    originalUrl: text,
    profileImageOriginalS3Key: text,
    profileImageThumbnailS3Key: text,
    profileImagePreviewS3Key: text,
    profileImageFileName: text,
    profileImageFileSize: z.int().nullable(),
    profileImageUploadedAt: timestamp.nullable(),
    tags: z.array(z.string()),
    externalId: text.optional(),
    /** Only sent for a single contact. Null once an email has been delivered, or the address has changed. */
    emailFailure: emailFailure.nullable().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Contact' });
export type Contact = z.output<typeof contact>;

const summaryFields = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  homeLocationId: true,
  thumbnailUrl: true,
  previewUrl: true,
  originalUrl: true,
} as const;

/** The fields that the point_of_sale level may see. */
export const contactSummary = contact.pick(summaryFields).meta({ id: 'ContactSummary' });
export type ContactSummary = z.output<typeof contactSummary>;

/** A row of the list: all fields, or only the summary at the point_of_sale level. */
const listedContact = contact.partial().required(summaryFields).meta({ id: 'ListedContact' });

/** A listed contact's member status. Null at the point_of_sale level. */
const listedMemberStatus = z
  .object({
    membership: memberSummary.shape.membership,
    /** The last granted check-in at any location of the company. */
    lastVisit: timestamp.nullable(),
    /** Amount due on all invoices. */
    due: money,
    memberStatuses: z.array(z.enum(memberStatuses)),
  })
  .meta({ id: 'ListedMemberStatus' });
export type ListedMemberStatus = z.output<typeof listedMemberStatus>;

const contactListItem = z
  .object({
    contact: listedContact,
    homeLocation: locationSummary.nullable(),
    memberStatus: listedMemberStatus.nullable(),
  })
  .meta({ id: 'ContactListItem' });
export type ContactListItem = z.output<typeof contactListItem>;

export const contactPage = z
  .object({ contacts: z.array(contactListItem), pagination, ...syncFields })
  .meta({ id: 'ContactPage' });
export type ContactPage = z.output<typeof contactPage>;

/** `relevance` puts the best matches of a search first, whatever the `sortOrder`. */
const contactSortColumns = ['firstName', 'createdAt', 'relevance'] as const;
const memberFilters = ['members', 'non-members'] as const;
export type MemberFilter = (typeof memberFilters)[number];

/** A tag. Commas and semicolons separate tags in files and queries. */
const tag = requiredText('A tag must not be empty', tagMaxLength).refine(
  (name) => !/[,;]/.test(name),
  'A tag must not contain commas or semicolons',
);
const tags = z
  .array(tag, 'Tags must be a list')
  .max(tagsMax, `At most ${tagsMax} tags`)
  .transform(uniqueTags)
  .optional();

/**
 * `memberStatus` and `tags` narrow the list for levels that may read contacts. `tags` are separated by commas, and a contact must
 * have all of them, case-insensitively.
 */
const memberStatusAndTags = {
  memberStatus: queryOptional(z.enum(memberStatuses)),
  tags: queryOptional(z.string().transform(readTags).pipe(z.array(tag).max(tagsMax))),
};

/** `includeVisitors` adds contacts from other home locations whose membership is valid at this one. */
export const contactListQuery = z.strictObject({
  ...listQuery(z.enum(contactSortColumns).default('createdAt'), 'desc'),
  memberFilter: queryOptional(z.enum(memberFilters)),
  includeVisitors: queryFlag,
  ...externalIdQuery,
  ...syncQuery,
  ...memberStatusAndTags,
});
export type ContactListQuery = z.output<typeof contactListQuery>;

const firstName = requiredText('First name is required');
const lastName = requiredText('Last name is required');
const email = (invalid: string) => requiredEmail('Email is required', invalid);
const birthInvalid = 'Date of birth is invalid';
const phone = phoneText(normalizePhone);

/** Empty optional fields are omitted on create; empty phones are sent as empty strings. */
export const contactCreateBody = z
  .object({
    firstName,
    lastName,
    email: email('Email is invalid'),
    phone,
    dateOfBirth: optionalPastDate(birthInvalid),
    address: optionalText(),
    city: optionalText(),
    state: optionalText(),
    zipCode: optionalText(),
    emergencyContactName: optionalText(nameMaxLength),
    emergencyContactPhone: phone,
    notes: optionalNotes(),
    tags,
    externalId: optionalExternalId(),
    homeLocationId: requiredId('Location is required'),
  })
  .meta({ id: 'ContactCreate' });
export type ContactCreateBody = z.output<typeof contactCreateBody>;

/** Granted to whoever works at the contact's home location, or where it holds a membership. */
const contactRights = {
  mayChange: z.boolean(),
  mayDelete: z.boolean(),
  /** A contact with history can be restored after it was deleted. */
  hasHistory: z.boolean(),
};

export const contactUpdateBody = z
  .object({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    email: email('Email address is invalid').optional(),
    phone,
    dateOfBirth: nullablePastDate(birthInvalid),
    address: nullableText(),
    city: nullableText(),
    state: nullableText(),
    zipCode: nullableText(),
    emergencyContactName: nullableText(nameMaxLength),
    emergencyContactPhone: phone,
    notes: nullableNotes(),
    tags,
    externalId: nullableExternalId(),
    homeLocationId: requiredId('Home location is required').optional(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'ContactUpdate' })
  .register(
    readOnlyFields,
    listFields(contact, contactListItem.omit({ contact: true }), z.object(contactRights), z.object({ erasure })),
  );
export type ContactUpdateBody = z.output<typeof contactUpdateBody>;

/** The edit form. An empty dateOfBirth is omitted. */
export const contactEditForm = contactUpdateBody.extend({ dateOfBirth: optionalPastDate(birthInvalid) });

/** Tags that several contacts get. */
export const contactTagsForm = z.object({ tags: z.array(tag).min(1, 'At least one tag').max(tagsMax) });

export const contactDetail = z
  .object({ contact, homeLocation: locationSummary.nullable(), ...contactRights, erasure: erasure.nullable() })
  .meta({ id: 'ContactDetail' });
export type ContactDetail = z.output<typeof contactDetail>;

export const contactResponse = z.object({ message: z.string(), contact }).meta({ id: 'ContactResponse' });
export type ContactResponse = z.output<typeof contactResponse>;

/** The form of a picture's upload, as OpenAPI describes it. */
export const contactImageFields = z.object({ image: z.file() }).meta({ id: 'ContactImageUpload' });

export const contactImageResponse = z
  .object({ originalUrl: z.string(), thumbnailUrl: z.string(), previewUrl: z.string() })
  .meta({ id: 'ContactImageResponse' });
export type ContactImageResponse = z.output<typeof contactImageResponse>;

/** The company's tags, most used first. Without a location those of every company in scope. */
export const contactTagsQuery = z.strictObject({ locationId: queryId });
export const contactTags = z
  .object({ tags: z.array(z.object({ name: z.string(), contacts: z.int() })) })
  .meta({ id: 'ContactTags' });
export type ContactTags = z.output<typeof contactTags>;

/** The code on a contact's card, which checks them in. */
export const contactCodeResponse = z
  .object({
    code: z.string(),
    /** SVG images: a QR code and a Code 128 bar code. */
    qr: z.string(),
    barcode: z.string(),
    message: z.string().optional(),
  })
  .meta({ id: 'ContactCodeResponse' });
export type ContactCodeResponse = z.output<typeof contactCodeResponse>;

export const memberHistoryQuery = z.object({
  locationId: requiredId('Location is required'),
  days: queryNumber(1, 31, 7),
});

/** One number a day by the location's own clock, oldest first, today last. */
export const memberHistoryResponse = z
  .object({ days: z.array(z.object({ date: z.iso.date(), members: z.int() })) })
  .meta({ id: 'MemberHistory' });
export type MemberHistoryResponse = z.output<typeof memberHistoryResponse>;
export type MemberHistory = MemberHistoryResponse['days'];
