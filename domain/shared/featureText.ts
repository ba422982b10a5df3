import { levelLabels, type Feature, type Level } from './access.ts';

export const featureLabels: Record<Feature, string> = {
  dashboard: 'Dashboard',
  checkins: 'Check-ins',
  company: 'Company',
  users: 'Users',
  'access-control': 'Access Control',
  settings: 'Settings',
  location: 'Location',
  agreements: 'Agreements',
  reports: 'Reports',
  contacts: 'Contacts',
  memberships: 'Memberships',
  invoices: 'Invoices',
  'sales-items': 'Sales Items',
  pos: 'Point of Sale',
  drawers: 'Cash Drawers',
  reconciliations: 'Reconciliation',
  training: 'Training',
  equipment: 'Equipment',
};

/** The tooltip of a locked menu entry: 'Operator access level cannot access Reports'. */
export const lockedReason = (level: Level, feature: Feature): string =>
  `${levelLabels[level]} access level cannot access ${featureLabels[feature]}`;
