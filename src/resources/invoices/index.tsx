import { Resource } from 'react-admin';
import { Route } from 'react-router-dom';
import { shortInvoiceId } from '#domain/invoices/printedInvoice.ts';
import { RouteError } from '#src/ui/PageBoundary.tsx';
import type { ListedInvoice } from '#src/dataProvider/invoices.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';

const InvoiceList = lazyWithPreload('invoices', () => import('./InvoiceList.tsx'), 'InvoiceList');
const InvoiceShow = lazyWithPreload('invoices', () => import('./InvoiceShow.tsx'), 'InvoiceShow');

export const invoices = (
  <Resource name="invoices" recordRepresentation={({ id }: ListedInvoice) => `Invoice #${shortInvoiceId(id)}`}>
    <Route index element={<InvoiceList />} />
    <Route path=":id" element={<InvoiceShow />} />
    <Route path="*" element={<RouteError />} />
  </Resource>
);
