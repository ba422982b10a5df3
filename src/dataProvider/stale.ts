/** The families of queries: the first part of their keys. Those of react-admin begin with the resource. */
type Family =
  | 'access-hours'
  | 'account-emails'
  | 'accounting'
  | 'activity'
  | 'activityPeople'
  | 'agreements'
  | 'api-keys'
  | 'attention'
  | 'blocks'
  | 'checkins'
  | 'checklist'
  | 'company'
  | 'company-locations'
  | 'contacts'
  | 'devices'
  | 'door-log'
  | 'doors'
  | 'drawers'
  | 'renewals-on-hold'
  | 'invoices'
  | 'ledger'
  | 'location'
  | 'memberships'
  | 'parked-sales'
  | 'passkeys'
  | 'purchases'
  | 'reconciliations'
  | 'reports'
  | 'sales-items'
  | 'second-factor'
  | 'sessions'
  | 'settings'
  | 'users'
  | 'webhook-deliveries'
  | 'webhook-endpoints';

/** When in doubt a write names the wider family. */
export type Stale = readonly Family[] | 'everything';

/** Every write adds to the activity log, and may be a step of the setup checklist. */
export const afterEachWrite: readonly Family[] = ['activity', 'activityPeople', 'checklist'];

/** Derived from members, money and visits. */
const figures = [
  'attention',
  'checkins',
  'company-locations',
  'renewals-on-hold',
  'reports',
  'ledger',
  'accounting',
] as const;

/** Shows a person, a membership, a payment, or the stock that a sale takes. */
export const business = [
  'contacts',
  'memberships',
  'invoices',
  'purchases',
  'sales-items',
  'drawers',
  'parked-sales',
  ...figures,
] as const satisfies Stale;

export const staleBy = {
  agreements: ['agreements', ...business],
  checkins: ['contacts', ...figures],
  companies: 'everything',
  contacts: business,
  locations: 'everything',
  memberships: business,
  'sales-items': business,
  // A new rule, such as a required second factor, holds for whatever is asked next.
  settings: 'everything',
  users: ['users', 'sessions', 'drawers', 'checkins'],
} as const satisfies Record<string, Stale>;
