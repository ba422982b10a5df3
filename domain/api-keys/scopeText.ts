import type { Scope } from '#domain/shared/scopes.ts';

interface ScopeGroup {
  label: string;
  /** For the middle of a sentence. */
  noun: string;
  scopes: Partial<Record<Scope, string>>;
}

/** Every scope but `all:read`, by what it is about, in the words of the console. */
export const scopeGroups: readonly ScopeGroup[] = [
  {
    label: 'Contacts',
    noun: 'contacts',
    scopes: {
      'contacts:list': 'List names, email addresses and phone numbers',
      'contacts:read': 'Read everything about them',
      'contacts:write': 'Add and change',
      'contacts:delete': 'Delete those with a membership or an invoice',
      'contacts:restore': 'Restore deleted ones',
      'contacts:code': 'Read, replace and email the code on their card',
      'contact-notes:delete': 'Delete notes of others',
      'contacts:export': 'Download everything about one, with its activity',
      'contacts:erase': 'Have their data erased',
    },
  },
  {
    label: 'Memberships of contacts',
    noun: 'memberships of contacts',
    scopes: {
      'memberships:sell': 'Sell',
      'contact-memberships:change': 'Cancel, freeze and renew within the rules',
      'contact-memberships:manage': 'Change the plan and the access, and override the rules',
    },
  },
  {
    label: 'Membership plans',
    noun: 'plans',
    scopes: { 'memberships:read': 'Read', 'memberships:write': 'Add and change' },
  },
  {
    label: 'Sales items',
    noun: 'sales items',
    scopes: {
      'sales-items:read': 'Read',
      'sales-items:write': 'Add and change, and move stock',
      'sales-items:sell': 'Sell at the point of sale',
      'sales-items:cost': 'Read and change costs',
    },
  },
  {
    label: 'Invoices',
    noun: 'invoices',
    scopes: {
      'invoices:read': 'Read',
      'invoices:collect': 'Take payments and send payment links',
      'invoices:receipt': 'Email receipts',
      'invoices:refund': 'Refund',
      'invoices:dispute': 'Read what answers a dispute, and send it to the bank',
      'invoices:close': 'Void and write off',
    },
  },
  {
    label: 'Cash drawers',
    noun: 'cash drawers',
    scopes: { 'drawers:use': 'Open, use and close', 'drawers:manage': 'Read closed ones' },
  },
  {
    label: 'Check-ins',
    noun: 'check-ins',
    scopes: { 'checkins:read': 'Read', 'checkins:write': 'Check in', 'checkins:undo': 'Undo' },
  },
  {
    label: 'Access Control',
    noun: 'doors and devices',
    scopes: {
      'doors:read': 'Read doors, access hours and who came in',
      'doors:write': 'Add and change doors and access hours',
      'doors:open': 'Open',
      'blocks:read': 'Read who is blocked, and why',
      'blocks:write': 'Block contacts',
      'devices:read': 'Read kiosks and door controllers',
    },
  },
  {
    label: 'Events',
    noun: 'events',
    scopes: {
      'events:read': 'Follow those whose records it may read',
      'webhooks:write': 'Add and change webhooks, which get every event',
    },
  },
  {
    label: 'Agreements',
    noun: 'agreements',
    scopes: {
      'agreements:read': 'Read',
      'agreements:write': 'Add and change',
      'signatures:read': 'Read who signed, and download what was signed',
      'signatures:write': 'Have them signed, and send links to sign',
    },
  },
  {
    label: 'Reports',
    noun: 'reports',
    scopes: {
      'reports:read': 'Read reports, the ledger and the journal',
      'attention:read': 'Read what needs attention',
      'reconciliations:read': 'Read reconciliations',
      'reconciliations:start': 'Start reconciliations',
    },
  },
  {
    label: 'Locations',
    noun: 'locations',
    scopes: {
      'locations:read': 'Read',
      'locations:write': 'Change, with their fees',
      'locations:create': 'Add',
      'locations:delete': 'Delete',
    },
  },
  {
    label: 'Company',
    noun: 'the company',
    scopes: {
      'companies:read': 'Read',
      'settings:read': 'Read the settings',
      'companies:export': 'Export everything, with users, settings and the log',
      'emails:preview': 'Preview emails',
      'checklist:read': 'Read the setup checklist',
      'renewals:activate': 'Activate renewals on hold',
    },
  },
  {
    label: 'Users and activity',
    noun: 'users and activity',
    scopes: {
      'users:read': 'Read users',
      'activity:history': 'Read the history of a record',
      'activity:read': 'Read the activity log of the locations',
      'activity:read-company': 'Read the activity log of the company',
    },
  },
];

const listFormat = new Intl.ListFormat('en-US');
const reading = /:(read|list|history|read-company|preview|export)$/;

/** 'Reads everything. Changes contacts and check-ins.' */
export function scopesInShort(scopes: readonly string[]): string {
  const readsAll = scopes.includes('all:read');
  const own = scopeGroups.map(({ noun, scopes: group }) => ({
    noun,
    held: Object.keys(group).filter((scope) => scopes.includes(scope)),
  }));
  const changed = own.filter(({ held }) => held.some((scope) => !reading.test(scope))).map(({ noun }) => noun);
  const read = own.filter(({ noun, held }) => held.length > 0 && !changed.includes(noun)).map(({ noun }) => noun);
  const reads = readsAll ? 'everything' : listFormat.format(read);
  return [reads && `Reads ${reads}.`, changed.length > 0 && `Changes ${listFormat.format(changed)}.`]
    .filter(Boolean)
    .join(' ');
}
