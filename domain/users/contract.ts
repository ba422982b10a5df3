import { z } from 'zod';
import { levels, roles } from '#domain/shared/access.ts';
import { userStatuses } from './users.ts';
import { newPassword } from '#domain/auth/contract.ts';
import { id, idParams, listQuery, pagination, queryId, queryOptional, timestamp } from '#domain/shared/contract.ts';
import { companySummary } from '#domain/companies/contract.ts';
import {
  listFields,
  expectedUpdatedAt,
  optionalId,
  requiredEmail,
  requiredId,
  requiredText,
  readOnlyFields,
} from '#domain/shared/fields.ts';

const firstName = requiredText('First name is required');
const lastName = requiredText('Last name is required');
const locationMissing = 'Choose at least one location';

/** A person as one company sees them. */
const companyUser = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    status: z.enum(userStatuses),
    invitedAt: timestamp.nullable(),
    /** At most five minutes old. Null until the invitation was accepted. */
    lastSeenAt: timestamp.nullable(),
    updatedAt: timestamp,
    /** Only sent to company admins. False for an invited person in any case. */
    hasSecondFactor: z.boolean().optional(),
  })
  .meta({ id: 'CompanyUser' });

const locationGrant = z
  .object({ location: z.object({ id, name: z.string() }), accessLevel: z.enum(levels) })
  .meta({ id: 'LocationGrant' });

/** A person with their access in one company, as far as the caller may see it. */
const userAccess = z
  .object({ user: companyUser, role: z.enum(roles), locations: z.array(locationGrant) })
  .meta({ id: 'UserAccess' });
export type UserAccess = z.output<typeof userAccess>;

/**
 * `worksElsewhere`: the person has access to another company too, so only they may change their name or end their sessions.
 * `mayChangeInvitation`: the caller may resend the open invitation and revoke it.
 */
export const userDetail = userAccess
  .extend({ worksElsewhere: z.boolean(), mayChangeInvitation: z.boolean() })
  .meta({ id: 'UserDetail' });
export type UserDetail = z.output<typeof userDetail>;

export const userResponse = userDetail.extend({ message: z.string() }).meta({ id: 'UserResponse' });
export type UserResponse = z.output<typeof userResponse>;

export const userListQuery = z.object({
  ...listQuery(z.enum(['name', 'lastSeenAt']).default('name'), 'asc'),
  companyId: queryId,
  status: queryOptional(z.enum(userStatuses)),
});

export const userPage = z.object({ users: z.array(userAccess), pagination }).meta({ id: 'UserPage' });
export type UserPage = z.output<typeof userPage>;

const locationMissingIn = 'Location is required';
const accessLevel = z.enum(levels, 'Access level is required');
const grant = z.object({ locationId: requiredId(locationMissingIn), accessLevel });

/** A grant that was read names its location in another way than one that is written. */
const grantAsRead = z
  .object({
    ...grant.partial({ locationId: true }).shape,
    location: z.object({ id: requiredId(locationMissingIn), name: z.string() }).optional(),
  })
  .transform(({ location, locationId = location?.id, ...own }, context) => {
    if (locationId) return { ...own, locationId };
    context.addIssue({ code: 'custom', path: ['locationId'], message: locationMissingIn });
    return z.NEVER;
  });

const createGrantsSchema = <G extends z.ZodType<z.output<typeof grant>>>(one: G) =>
  z
    .array(one)
    .max(1000, 'Must be at most 1,000 locations')
    .refine(
      (list) => new Set(list.map(({ locationId }) => locationId)).size === list.length,
      'Each location can be named once',
    );

export const inviteBody = z
  .object({
    companyId: optionalId(),
    email: requiredEmail('Email is required', 'Email is invalid'),
    firstName,
    lastName,
    role: z.enum(roles, 'Role is required'),
    /** Ignored for admins, who have access to every location. */
    locations: createGrantsSchema(grant).default([]),
  })
  .refine(({ role, locations }) => role === 'admin' || locations.length > 0, {
    path: ['locations'],
    error: locationMissing,
  })
  .meta({ id: 'UserInvite' });
export type InviteBody = z.output<typeof inviteBody>;

/** `locations` replaces all grants that the caller may manage. */
export const userUpdateBody = z
  .object({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    role: z.enum(roles, 'Role is required').optional(),
    locations: createGrantsSchema(grantAsRead).optional(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'UserUpdate' })
  .register(readOnlyFields, listFields(companyUser, userDetail.omit({ user: true })));
export type UserUpdateBody = z.output<typeof userUpdateBody>;

/** The company's id, in the query or in the body. It defaults to the only company whose users the caller manages. */
export const companyQuery = z.object({ companyId: queryId });
export const companyBody = z.object({ companyId: optionalId() }).nullish().meta({ id: 'InCompany' });

const session = z
  .object({
    id,
    /** 'Chrome on Windows' */
    device: z.string(),
    createdAt: timestamp,
    lastSeenAt: timestamp,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof session>;

export const sessionList = z.object({ sessions: z.array(session) }).meta({ id: 'SessionList' });
export type SessionList = z.output<typeof sessionList>;
export const userSessionParams = idParams.extend({ sessionId: id });
export const sessionParams = z.object({ sessionId: id });

export const invitationParams = z.object({ token: requiredText('The invitation link is incomplete', 200) });

/** `needsPassword` is false for a person who already has an account. */
export const invitation = z
  .object({ company: companySummary, email: z.string(), firstName: z.string(), needsPassword: z.boolean() })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof invitation>;

export const acceptInvitationBody = z
  .object({ password: newPassword.optional() })
  .nullish()
  .meta({ id: 'AcceptInvitation' });
export type AcceptInvitationBody = z.output<typeof acceptInvitationBody>;
