import { combineDataProviders, HttpError, useDataProvider, type DataProvider } from 'react-admin';
import { accountActions } from './account.ts';
import { activityActions, activityResource } from './activity.ts';
import { agreementActions, agreementsResource } from './agreements.ts';
import { checkinActions, checkinsResource } from './checkins.ts';
import { companyResource, companyStripeActions } from './company.ts';
import { contactActions, contactsResource } from './contacts.ts';
import { contactMembershipActions } from './contacts-memberships.ts';
import { drawerActions, drawersResource } from './drawers.ts';
import { invoiceActions, invoicesResource } from './invoices.ts';
import { locationActions, locationResource } from './location.ts';
import { membershipActions, membershipPurchaseActions, membershipsResource } from './memberships.ts';
import { reconciliationsResource } from './reconciliations.ts';
import { settingsActions, settingsResource } from './settings.ts';
import { posActions, purchaseActions, salesItemsResource } from './sales-items.ts';
import { userActions, usersResource } from './users.ts';
import { webhooksResource } from './webhooks.ts';

const resources = new Map(
  Object.entries({
    activity: activityResource,
    agreements: agreementsResource,
    checkins: checkinsResource,
    company: companyResource,
    contacts: contactsResource,
    drawers: drawersResource,
    invoices: invoicesResource,
    location: locationResource,
    memberships: membershipsResource,
    reconciliations: reconciliationsResource,
    'sales-items': salesItemsResource,
    settings: settingsResource,
    users: usersResource,
    'webhook-endpoints': webhooksResource,
    // The resource names that react-admin derives from `locationId` and `companyId`.
    locations: locationResource,
    companies: companyResource,
  }),
);

export const dataProvider = {
  ...combineDataProviders((name) => resources.get(name) ?? unknownResource(name)),
  supportAbortSignal: true,
  ...accountActions,
  ...activityActions,
  ...agreementActions,
  ...checkinActions,
  ...membershipActions,
  ...contactActions,
  ...contactMembershipActions,
  ...drawerActions,
  ...invoiceActions,
  ...locationActions,
  ...settingsActions,
  ...posActions,
  ...purchaseActions,
  ...companyStripeActions,
  ...userActions,
  ...membershipPurchaseActions,
};

export type AppDataProvider = typeof dataProvider;

/** React-admin's `useDataProvider`, which knows the named actions too. */
export const useAppDataProvider = () => useDataProvider<AppDataProvider>();

function unknownResource(name: string): DataProvider {
  const refuse = () => Promise.reject(new HttpError(`There is no resource ${name}`, 404));
  return {
    getList: refuse,
    getOne: refuse,
    getMany: refuse,
    getManyReference: refuse,
    create: refuse,
    update: refuse,
    updateMany: refuse,
    delete: refuse,
    deleteMany: refuse,
  };
}
