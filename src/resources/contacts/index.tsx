import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { RouteError } from '#src/custom/layout/RouteError.tsx';
import { PlaceholderPage } from '#src/custom/layout/PlaceholderPage.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';

export const contacts = (
  <Resource name="contacts" recordRepresentation={(contact: ContactRecord) => `${contact.firstName} ${contact.lastName}`}>
    <Route index element={<PlaceholderPage feature="contacts" />} />
    <Route path="add" element={<PlaceholderPage feature="contacts" />} />
    <Route path=":id" element={<PlaceholderPage feature="contacts" />} />
    <Route path=":id/invoices/:invoiceId" element={<PlaceholderPage feature="contacts" />} />
    <Route path=":id/memberships/:membershipId" element={<PlaceholderPage feature="contacts" />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
