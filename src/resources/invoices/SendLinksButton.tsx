import { Button } from '@mui/material';
import { useState } from 'react';
import { outstandingStatuses } from '#domain/invoices/collecting.ts';
import type { InvoiceRow } from '#src/dataProvider/invoices.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { SendLinksDialog } from './SendLinksDialog.tsx';

/** Offers payment links for those of these invoices that are owed. */
export const SendLinksButton = ({ invoices }: { invoices: readonly InvoiceRow[] }) => {
  const { may } = useAccess();
  const [isOpen, setOpen] = useState(false);
  const owed = invoices.filter(({ status }) => outstandingStatuses.some((one) => one === status));
  if (owed.length === 0 || !may('invoices:collect')) return null;
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        Send Links
      </Button>
      {isOpen && <SendLinksDialog invoices={owed} onClose={() => setOpen(false)} />}
    </>
  );
};
