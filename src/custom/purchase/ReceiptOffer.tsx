import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import type { Invoice } from '#domain/invoices/contract.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { EmailReceipt } from '#src/resources/invoices/payments/EmailReceipt.tsx';
import { ReceiptPrint, type LastSale } from '#src/resources/invoices/payments/Receipt.tsx';
import { fullName } from '#domain/shared/fullName.ts';
import type { Paying } from './usePayer.ts';

export type PaidBy = Pick<LastSale, 'method' | 'otherMethod' | 'receivedCents'> & Pick<Paying, 'payer'>;

export const ReceiptOffer = ({ invoice, paidBy }: { invoice: Invoice; paidBy: PaidBy }) => {
  const [isPrinting, setPrinting] = useState(false);
  const { payer, ...how } = paidBy;
  // A household names its payer without an email.
  const { data } = useGetOne<ContactRecord>('contacts', { id: payer.id }, { enabled: payer.email === undefined });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center', pb: 2 }}>
      <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => setPrinting(true)}>
        Print receipt
      </Button>
      <EmailReceipt invoiceId={invoice.id} email={payer.email ?? data?.email ?? ''} variant="outlined" />
      {isPrinting && (
        <ReceiptPrint sale={{ invoice, customer: fullName(payer), ...how }} onDone={() => setPrinting(false)} />
      )}
    </Box>
  );
};
