import { authPaths } from './authPaths.ts';

/** Every URL of the console. React-admin's own path builder makes different ones, so links use these. */
export const paths = {
  ...authPaths,
  dashboard: '/dashboard',
  contacts: {
    ...pages('contacts'),
    import: '/contacts/import',
    invoice: (id: Id, invoiceId: Id) => `/contacts/${id}/invoices/${invoiceId}`,
    membership: (id: Id, membershipId: Id) => `/contacts/${id}/memberships/${membershipId}`,
  },
  memberships: pages('memberships'),
  salesItems: pages('sales-items'),
  invoices: { list: '/invoices', show: (id: Id) => `/invoices/${id}` },
  agreements: pages('agreements'),
  checkins: '/checkins',
  pos: '/pos',
  drawers: { list: '/drawers', show: (id: Id) => `/drawers/${id}` },
  reconciliations: { list: '/reconciliations', show: (id: Id) => `/reconciliations/${id}` },
  training: '/training',
  equipment: '/equipment',
  reports: '/reports',
  ledger: '/reports/ledger',
  users: pages('users'),
  account: '/account',
  secondFactor: '/second-factor',
  accessControl: { home: '/access-control', tab: (tab: string) => `/access-control/${tab}` },
  settings: {
    home: '/settings',
    edit: '/settings/edit',
    activity: '/settings/activity',
    apiKeys: '/settings/api',
    export: '/settings/export',
    webhooks: '/settings/webhooks',
    webhook: (id: Id) => `/settings/webhooks/${id}`,
  },
  company: { home: '/company', tab: (tab: string) => `/company/${tab}`, edit: (tab: string) => `/company/${tab}/edit` },
  location: {
    home: '/location',
    add: '/location/add',
    show: (id: Id) => `/location/${id}`,
    edit: (id: Id) => `/location/${id}/edit`,
  },
} as const;

export const filtered = (list: string, filter: Readonly<Record<string, string>>) =>
  `${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** The invoices on which something is owed, the oldest first. */
export const whoOwes = `${filtered(paths.invoices.list, { status: 'to_collect' })}&sort=createdAt&order=ASC`;

/** The postings behind a figure. `scope: 'all'` is every location whose reports one may read. */
export const ledgerPath = (filter: Readonly<Record<string, string | readonly string[] | undefined>>) => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `${paths.ledger}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
};

type Id = string | number;

function pages(slug: string) {
  return {
    list: `/${slug}`,
    add: `/${slug}/add`,
    show: (id: Id) => `/${slug}/${id}`,
    edit: (id: Id) => `/${slug}/${id}/edit`,
  };
}
