import type { Action } from '#domain/shared/access.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { useLocationScope, useMayAt } from '#src/location-scope/useLocationScope.ts';

/** An invoice of an archived location belongs to the company as a whole. */
export const useMayForInvoice = ({ locationId, company }: InvoiceRecord, action: Action): boolean => {
  const { locations } = useLocationScope();
  const isOpen = locations.some(({ id }) => id === locationId);
  return useMayAt({ locationId: isOpen ? locationId : null, companyId: company?.id }, action);
};
