import { Resource } from 'react-admin';
import { fullName } from '#domain/shared/fullName.ts';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const ContactList = lazyWithPreload('contacts', () => import('./ContactList.tsx'), 'ContactList');
const ContactCreate = lazyWithPreload('contacts', () => import('./ContactCreate.tsx'), 'ContactCreate');
const ContactImport = lazyWithPreload('contacts', () => import('./import/ContactImport.tsx'), 'ContactImport');
const ContactShow = lazyWithPreload('contacts', () => import('./ContactShow.tsx'), 'ContactShow');

export const contacts = (
  <Resource name="contacts" recordRepresentation={(contact: ContactRecord) => fullName(contact)}>
    <Route index element={<ContactList />} />
    <Route path="add" element={<ContactCreate />} />
    <Route path="import" element={<ContactImport />} />
    <Route path=":id" element={<ContactShow />} />
    <Route path=":id/invoices/:invoiceId" element={<ContactShow />} />
    <Route path=":id/memberships/:contactMembershipId" element={<ContactShow />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
