import { reportKinds, reportLayouts } from '#domain/reports/reportLayouts.ts';
import type { CompanyAction, Feature } from '#domain/shared/access.ts';
import { filtered, paths, whoOwes } from '#src/paths.ts';

interface Page {
  readonly label: string;
  /** What else people call it, or look for on it. */
  readonly keywords: string;
  readonly feature: Feature;
  readonly to: string;
  /** Only for admins of the company. */
  readonly action?: CompanyAction;
}

/** What else people call the pages of the menu, or look for on them. */
export const menuKeywords: Partial<Record<Feature, string>> = {
  dashboard: 'home today attention at risk',
  contacts: 'members people customers clients leads prospects',
  memberships: 'plans packs passes prices',
  'sales-items': 'products services inventory prices',
  invoices: 'bills receipts payments sales',
  agreements: 'waivers documents policies contracts signatures',
  checkins: 'visits entries denied',
  pos: 'till register cash sell',
  reports: 'figures numbers charts accounting export',
  users: 'staff team employees roles',
  'access-control': 'entry security',
  settings:
    'options rules notice grace freeze fee retries discounts receipts two-step security privacy emails accounting signing certificate backup',
  company: 'business name website logo',
  location: 'sales tax rate address time zone cash rounding',
};

/** The pages that the menu does not name. */
export const pages: readonly Page[] = [
  ...reportKinds.map((kind) => ({
    label: `Reports: ${reportLayouts[kind].title}`,
    keywords: reportLayouts[kind].keywords,
    feature: 'reports' as const,
    to: `${paths.reports}?tab=${kind}`,
  })),
  {
    label: 'Reports: Last month',
    keywords: 'revenue sales figures',
    feature: 'reports',
    to: `${paths.reports}?tab=overview&period=last_month`,
  },
  { label: 'Ledger', keywords: 'postings journal bookkeeping accounting books', feature: 'reports', to: paths.ledger },
  {
    label: 'Reconciliation',
    keywords: 'stripe payouts fees bank',
    feature: 'reconciliations',
    to: paths.reconciliations.list,
  },
  {
    label: 'Who owes',
    keywords: 'owed debts unpaid overdue outstanding collect due',
    feature: 'invoices',
    to: whoOwes,
  },
  {
    label: 'Low stock',
    keywords: 'inventory reorder items',
    feature: 'sales-items',
    to: filtered(paths.salesItems.list, { stock: 'low' }),
  },
  { label: 'Doors', keywords: 'readers unlock entry', feature: 'access-control', to: paths.accessControl.tab('doors') },
  {
    label: 'Access Hours',
    keywords: 'opening times schedule',
    feature: 'access-control',
    to: paths.accessControl.tab('hours'),
  },
  {
    label: 'Devices',
    keywords: 'kiosk tablet controller pair',
    feature: 'access-control',
    to: paths.accessControl.tab('devices'),
  },
  {
    label: 'Door log',
    keywords: 'entries access history',
    feature: 'access-control',
    to: paths.accessControl.tab('log'),
  },
  {
    label: 'Stripe Integration',
    keywords: 'card payments keys webhook',
    feature: 'company',
    to: paths.company.tab('stripe'),
  },
  {
    label: 'Activity Log',
    keywords: 'history audit changes who',
    feature: 'settings',
    to: paths.settings.activity,
  },
  {
    label: 'API Keys',
    keywords: 'developers integration website',
    feature: 'settings',
    to: paths.settings.apiKeys,
    action: 'api-keys:write',
  },
  {
    label: 'Webhooks',
    keywords: 'developers integration events',
    feature: 'settings',
    to: paths.settings.webhooks,
    action: 'webhooks:write',
  },
  {
    label: 'Export',
    keywords: 'download data backup everything',
    feature: 'settings',
    to: paths.settings.export,
    action: 'companies:export',
  },
];
