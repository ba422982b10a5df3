import { z } from 'zod';
import { levels, roles } from '#domain/shared/access.ts';
import { id, queryId, timestamp } from '#domain/shared/contract.ts';
import { requiredId, requiredText } from '#domain/shared/fields.ts';
import { allScopes } from '#domain/shared/scopes.ts';

/** Live keys of a company. */
export const apiKeysMax = 100;
const originsMax = 20;
const locationsMax = 1_000;
const yearsMax = 10;

const keyKinds = ['secret', 'publishable'] as const;
/** The one entry in `scopes` of a publishable key. No secret key can have it. */
export const signUpScope = 'sign-up';

const scope = z.enum(allScopes, 'Not a scope that a key can have');

const isOrigin = (text: string) => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text;
};

const originMessage = 'Enter an origin such as https://www.example.com, without a path';

/** As a browser sends it: scheme, name in lower case, and the port if it is not the usual one. */
export const origin = z
  .string(originMessage)
  .max(200, 'Must be at most 200 characters')
  .refine(isOrigin, originMessage);

const removeRepeats = <T>(values: readonly T[]) => [...new Set(values)];

export const apiKeyCreateBody = z
  .object({
    companyId: requiredId('Company is required'),
    name: requiredText('Name is required'),
    /** A publishable key may be shown to everybody: it signs people up on the pages that it names, and does nothing else. */
    kind: z.enum(keyKinds, 'Kind must be secret or publishable').default('secret'),
    /** A publishable key has none. */
    scopes: z
      .array(scope, 'Choose what the key may do')
      .max(allScopes.length, 'Each scope once')
      .transform(removeRepeats)
      .default([]),
    /** Absent or null: every location, also those that are added later. */
    locationIds: z
      .array(z.uuid('Must be an id'))
      .min(1, 'Choose at least one location')
      .max(locationsMax, `At most ${locationsMax.toLocaleString('en-US')} locations`)
      .transform(removeRepeats)
      .nullish(),
    /** Absent or null: never. */
    expiresAt: z.iso.datetime({ offset: true, error: 'Must be a time in ISO 8601' }).nullish(),
    origins: z.array(origin).max(originsMax, `At most ${originsMax} origins`).transform(removeRepeats).optional(),
  })
  .superRefine(({ kind, scopes, origins = [] }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'secret' && scopes.length === 0) refuse('scopes', 'Choose what the key may do');
    if (kind === 'publishable' && scopes.length > 0) refuse('scopes', 'A publishable key has no scopes');
    if (kind === 'publishable' && origins.length === 0) refuse('origins', 'Enter the pages that have the form');
  })
  .meta({ id: 'ApiKeyCreate' });
export type ApiKeyCreateBody = z.output<typeof apiKeyCreateBody>;

/** Its message, or undefined for a time at which a key can expire. */
export function expiryRefusal(expiresAt: Date, now: Date): string | undefined {
  if (expiresAt <= now) return 'Must be in the future';
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + yearsMax);
  return expiresAt > latest ? `Must be at most ${yearsMax} years from today` : undefined;
}

const apiKey = z
  .object({
    id,
    companyId: id,
    name: z.string(),
    kind: z.enum(keyKinds),
    /** The first characters of the key, which tell it from others. */
    start: z.string(),
    scopes: z.array(z.string()),
    /** Null means every location. */
    locationIds: z.array(id).nullable(),
    origins: z.array(z.string()),
    expiresAt: timestamp.nullable(),
    /** Exact to the minute. */
    lastUsedAt: timestamp.nullable(),
    lastUsedAddress: z.string().nullable(),
    createdAt: timestamp,
    createdBy: z.object({ id, name: z.string() }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKey>;

export const apiKeyListQuery = z.object({ companyId: queryId });
export const apiKeyList = z.object({ apiKeys: z.array(apiKey) }).meta({ id: 'ApiKeyList' });
export type ApiKeyList = z.output<typeof apiKeyList>;

/** `key` is shown here and never again. */
export const apiKeyCreated = z.object({ apiKey, key: z.string(), message: z.string() }).meta({ id: 'ApiKeyCreated' });
export type ApiKeyCreated = z.output<typeof apiKeyCreated>;

export const whoAmI = z
  .object({
    type: z.enum(['api_key', 'user']),
    id,
    name: z.string(),
    /** A key never does what its maker may not do. */
    createdBy: z.object({ id, name: z.string() }).nullable(),
    /** Null for a user, whose access comes from their role and levels. */
    scopes: z.array(z.string()).nullable(),
    expiresAt: timestamp.nullable(),
    companies: z.array(z.object({ id, name: z.string(), role: z.enum(roles) })),
    locations: z.array(z.object({ id, companyId: id, name: z.string(), timezone: z.string(), level: z.enum(levels) })),
  })
  .meta({ id: 'WhoAmI' });
