import { account } from './modules/account/index.ts';
import { accounting } from './modules/accounting/index.ts';
import { activity } from './modules/activity/index.ts';
import { agreements } from './modules/agreements/index.ts';
import { apiKeys } from './modules/api-keys/index.ts';
import { attention } from './modules/attention/index.ts';
import { auth } from './modules/auth/index.ts';
import { backups } from './modules/backups/index.ts';
import { checkins } from './modules/checkins/index.ts';
import { companies } from './modules/companies/index.ts';
import { contactImport } from './modules/contact-import/index.ts';
import { contactMemberships } from './modules/contact-memberships/index.ts';
import { contacts } from './modules/contacts/index.ts';
import { disputes } from './modules/disputes/index.ts';
import { doors } from './modules/doors/index.ts';
import { devices } from './modules/devices/index.ts';
import { drawers } from './modules/drawers/index.ts';
import { emailQueue } from './modules/email-queue/index.ts';
import { events } from './modules/events/index.ts';
import { companyExport } from './modules/company-export/index.ts';
import { households } from './modules/households/index.ts';
import { invoices } from './modules/invoices/index.ts';
import { ledger } from './modules/ledger/index.ts';
import { locations } from './modules/locations/index.ts';
import { memberEmails } from './modules/member-emails/index.ts';
import { memberships } from './modules/memberships/index.ts';
import { personalData } from './modules/personal-data/index.ts';
import { pos } from './modules/pos/index.ts';
import { reconciliations } from './modules/reconciliations/index.ts';
import { reports } from './modules/reports/index.ts';
import { savedCards } from './modules/saved-cards/index.ts';
import { salesItems } from './modules/sales-items/index.ts';
import { settings } from './modules/settings/index.ts';
import { setup } from './modules/setup/index.ts';
import { signUps } from './modules/sign-ups/index.ts';
import { signatures } from './modules/signatures/index.ts';
import { stripe } from './modules/stripe/index.ts';
import { stripeWebhook } from './modules/stripe-webhook/index.ts';
import { users } from './modules/users/index.ts';
import { webhooks } from './modules/webhooks/index.ts';
import type { Module } from './platform/module.ts';

/**
 * The modules, from the lowest up. A module imports only those before it, and only through their `index.ts`. `npm run lint`
 * reads the order from this list.
 */
export const modules = {
  events,
  activity,
  settings,
  ledger,
  backups,
  companies,
  locations,
  auth,
  devices,
  'api-keys': apiKeys,
  agreements,
  'sales-items': salesItems,
  memberships,
  users,
  account,
  setup,
  stripe,
  'email-queue': emailQueue,
  invoices,
  drawers,
  'contact-memberships': contactMemberships,
  households,
  contacts,
  'saved-cards': savedCards,
  'sign-ups': signUps,
  'personal-data': personalData,
  'contact-import': contactImport,
  signatures,
  'member-emails': memberEmails,
  doors,
  checkins,
  pos,
  webhooks,
  disputes,
  'company-export': companyExport,
  attention,
  'stripe-webhook': stripeWebhook,
  reconciliations,
  reports,
  accounting,
} satisfies Record<string, Module>;

export const allModules: readonly Module[] = Object.values(modules);
