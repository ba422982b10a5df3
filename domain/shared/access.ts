export const levels = ['admin', 'manager', 'operator', 'point_of_sale'] as const;
export type Level = (typeof levels)[number];

export const levelLabels: Record<Level, string> = {
  admin: 'Admin',
  manager: 'Manager',
  operator: 'Operator',
  point_of_sale: 'POS',
};

export const roles = ['admin', 'staff'] as const;
/** A user's role in a company. `staff` has only direct grants at some of its locations. */
export type Role = (typeof roles)[number];

/** An admin of a company is one at each of its locations, archived ones too. */
export const administeredCompanies = (companies: readonly { readonly id: string; readonly role: Role }[]): string[] =>
  companies.filter(({ role }) => role === 'admin').map(({ id }) => id);

const admins: readonly Level[] = ['admin'];
const managers: readonly Level[] = ['admin', 'manager'];
const deskStaff: readonly Level[] = ['admin', 'manager', 'operator'];
const sellers: readonly Level[] = ['admin', 'manager', 'point_of_sale'];

/** Training and Equipment are open to every level. */
const features = {
  dashboard: levels,
  checkins: levels,
  company: admins,
  users: admins,
  'access-control': admins,
  settings: admins,
  location: managers,
  agreements: managers,
  reports: managers,
  contacts: deskStaff,
  memberships: deskStaff,
  invoices: deskStaff,
  'sales-items': sellers,
  pos: sellers,
  drawers: managers,
  reconciliations: managers,
  training: levels,
  equipment: levels,
} satisfies Record<string, readonly Level[]>;

export type Feature = keyof typeof features;

export const isFeature = (name: string): name is Feature => Object.hasOwn(features, name);

const has = (allowed: readonly Level[], level: Level) => allowed.includes(level);

export const can = (level: Level, feature: Feature): boolean => has(features[feature], level);

/** Actions that are not listed are denied to everyone. */
const actions = {
  'contacts:list': levels,
  'contacts:read': deskStaff,
  'contacts:write': deskStaff,
  /** Delete a contact that has ever had a membership or an invoice. */
  'contacts:delete': managers,
  /** Read, replace and email the code on a contact's card. */
  'contacts:code': deskStaff,
  'contacts:restore': admins,
  /** Delete a note that somebody else wrote. */
  'contact-notes:delete': managers,
  /** Cancel at the period's end, freeze within the limits, turn renewal on or off. */
  'contact-memberships:change': deskStaff,
  /** Cancel in any other way, exceed the limits, change the plan, turn access on or off. */
  'contact-memberships:manage': managers,
  'memberships:read': deskStaff,
  'memberships:write': deskStaff,
  'memberships:sell': deskStaff,
  'sales-items:read': levels,
  'sales-items:write': sellers,
  'sales-items:sell': sellers,
  /** Read and change what an item costs the gym. */
  'sales-items:cost': managers,
  'invoices:read': deskStaff,
  /** Email a receipt; levels that cannot read invoices, only of their own sales. */
  'invoices:receipt': levels,
  /** Take a payment, charge a saved card, send a payment link. */
  'invoices:collect': deskStaff,
  /** Void, write off. */
  'invoices:close': managers,
  'invoices:refund': managers,
  /** Read what answers a dispute, and send it to the bank. */
  'invoices:dispute': managers,
  /** Open a cash drawer, read the open one, move cash, count and close. */
  'drawers:use': sellers,
  /** Read closed drawers, and count one that was left open past midnight. */
  'drawers:manage': managers,
  'attention:read': deskStaff,
  'reconciliations:read': managers,
  'agreements:read': deskStaff,
  'agreements:write': managers,
  'signatures:read': deskStaff,
  /** Have an agreement signed at the desk or by a link, upload one on paper. */
  'signatures:write': deskStaff,
  'checkins:read': levels,
  'checkins:write': levels,
  'checkins:undo': managers,
  /** Doors, access hours and the log of the doors. */
  'doors:read': admins,
  'doors:write': admins,
  'doors:open': deskStaff,
  /** A block says why a contact may not come in, and until when. */
  'blocks:read': admins,
  'blocks:write': admins,
  'locations:read': levels,
  'locations:write': managers,
  'companies:read': levels,
  'reports:read': managers,
  'settings:read': levels,
  'emails:preview': admins,
  /** Kiosks and door controllers. */
  'devices:read': admins,
  'devices:write': admins,
  'users:read': admins,
  'users:write': admins,
  /** Only events of records that the level may read. */
  'events:read': deskStaff,
  'activity:history': managers,
  'activity:read': admins,
} satisfies Record<string, readonly Level[]>;

export type Action = keyof typeof actions;
export const allActions = Object.keys(actions) as Action[];

export const may = (level: Level, action: Action): boolean => has(actions[action] ?? [], level);

/** Actions for company admins only. The admin level at a location is not enough. */
export const companyActions = [
  'companies:write',
  'stripe:write',
  'settings:write',
  'checklist:read',
  'activity:read-company',
  'renewals:activate',
  'reconciliations:start',
  'webhooks:write',
  'locations:create',
  'locations:delete',
  'users:disable',
  'users:sessions',
  'api-keys:write',
  /** Download everything that is kept about a contact. */
  'contacts:export',
  'contacts:erase',
  /** Download everything that a company has. */
  'companies:export',
] as const;
export type CompanyAction = (typeof companyActions)[number];

const companyAllowed: Record<CompanyAction, readonly Role[]> = {
  'companies:write': ['admin'],
  'stripe:write': ['admin'],
  'settings:write': ['admin'],
  'checklist:read': ['admin'],
  'activity:read-company': ['admin'],
  'renewals:activate': ['admin'],
  'reconciliations:start': ['admin'],
  'webhooks:write': ['admin'],
  'locations:create': ['admin'],
  'locations:delete': ['admin'],
  'users:disable': ['admin'],
  'users:sessions': ['admin'],
  'api-keys:write': ['admin'],
  'contacts:export': ['admin'],
  'contacts:erase': ['admin'],
  'companies:export': ['admin'],
};

export const mayAsCompany = (role: Role, action: CompanyAction): boolean =>
  (companyAllowed[action] ?? []).includes(role);

/** The highest of several levels, for example of a grant and a company role; null for none. */
export const highest = (granted: readonly Level[]): Level | null =>
  levels.find((level) => granted.includes(level)) ?? null;
