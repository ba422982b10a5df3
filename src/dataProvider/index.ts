import { combineDataProviders, type DataProvider } from 'react-admin';
import { agreementActions, agreementsAdapter } from './agreements.ts';
import { checkinLiveActions } from './checkins-live.ts';
import { checkinActions, checkinsAdapter } from './checkins.ts';
import { companyAdapter } from './company.ts';
import { companyStripeActions } from './company-stripe.ts';
import { contactActions, contactsAdapter } from './contacts.ts';
import { invoicesAdapter } from './invoices.ts';
import { locationActions, locationAdapter } from './location.ts';
import { membershipPurchaseActions } from './memberships-purchase.ts';
import { membershipActions, membershipsAdapter } from './memberships.ts';
import { posActions } from './pos.ts';
import { purchaseActions } from './purchases.ts';
import { salesItemsAdapter } from './sales-items.ts';
import type { ResourceAdapter } from './adapter.ts';

const adapters: Record<string, ResourceAdapter> = {
  agreements: agreementsAdapter,
  checkins: checkinsAdapter,
  company: companyAdapter,
  contacts: contactsAdapter,
  invoices: invoicesAdapter,
  location: locationAdapter,
  memberships: membershipsAdapter,
  'sales-items': salesItemsAdapter,
};

/** React-admin's verbs for every resource, and beside them the calls of the API that are not verbs. */
export const dataProvider = {
  ...combineDataProviders((resource) => (adapters[resource] ?? unknown(resource)) as DataProvider),
  supportAbortSignal: true,
  ...agreementActions,
  ...checkinActions,
  ...checkinLiveActions,
  ...membershipActions,
  ...contactActions,
  ...locationActions,
  ...posActions,
  ...purchaseActions,
  ...companyStripeActions,
  ...membershipPurchaseActions,
};

export type ConsoleDataProvider = typeof dataProvider;

const unknown = (resource: string): never => {
  throw new Error(`No adapter for the resource ${resource}`);
};
