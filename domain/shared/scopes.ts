import { allActions, companyActions, type Action, type CompanyAction } from './access.ts';

/** No API key does these: who or what may do what, the rules of a company, and its Stripe account. */
const closed = [
  'users:write',
  'users:disable',
  'users:sessions',
  'api-keys:write',
  'devices:write',
  'settings:write',
  'stripe:write',
  'companies:write',
] as const satisfies readonly (Action | CompanyAction)[];
type Closed = (typeof closed)[number];

/** The name of an action of the access table, or `all:read`. */
export type Scope = 'all:read' | Exclude<Action | CompanyAction, Closed>;

export const isOpenToKeys = (action: Action | CompanyAction): action is Exclude<Action | CompanyAction, Closed> =>
  !(closed as readonly string[]).includes(action);

export const allScopes: readonly Scope[] = ['all:read', ...[...allActions, ...companyActions].filter(isOpenToKeys)];

/** `all:read` leaves these out: they say who works here, what the rules are and who did what. So do the files of an export. */
const notInAll = /^(users|settings|api-keys|activity):|:export$/;
const reads = /:(read|list)$/;

/**
 * Write includes read of the same, and read includes the list. `all:read` includes every action that only reads, and on a request
 * that only reads also what such a request asks for, such as `drawers:use`.
 */
export function includesAction(
  scopes: readonly string[],
  action: Action | CompanyAction,
  { isReading }: { isReading: boolean },
): boolean {
  if (!isOpenToKeys(action)) return false;
  if (scopes.includes(action)) return true;
  if (scopes.includes('all:read') && !notInAll.test(action) && (isReading || reads.test(action))) return true;
  const [noun] = action.split(':');
  return (
    reads.test(action) &&
    (scopes.includes(`${noun}:write`) || (action.endsWith(':list') && scopes.includes(`${noun}:read`)))
  );
}
