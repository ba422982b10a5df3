import { combineDataProviders, HttpError, type DataProvider } from 'react-admin';
import { activityResource } from './activity.ts';
import { agreementsResource } from './agreements.ts';
import { checkinsResource } from './checkins.ts';
import { companyResource } from './company.ts';
import { contactsResource } from './contacts.ts';
import { drawersResource } from './drawers.ts';
import { invoicesResource } from './invoices.ts';
import { locationResource } from './location.ts';
import { membershipsResource } from './memberships.ts';
import { reconciliationsResource } from './reconciliations.ts';
import { settingsResource } from './settings.ts';
import { salesItemsResource } from './sales-items.ts';
import { usersResource } from './users.ts';
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
};

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
