import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { MoneyField } from '#src/custom/ui/fields.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';

/** From the subtotal down to what is still due. */
export const FinancialSummary = ({ invoice }: { invoice: InvoiceRecord }) => {
  const money = (amount: number) => <MoneyField amount={amount} currency={invoice.currency} />;
  return (
    <Section title="Financial Summary">
      <Box component="dl" sx={{ m: 0, ml: { xs: 'auto', lg: 0 }, maxWidth: { xs: 360, lg: 'none' }, display: 'grid', gap: 1 }}>
        <Line label="Subtotal" value={money(invoice.subtotal)} />
        <Line label="Tax" value={money(invoice.tax)} />
        <Line label="Total" value={money(invoice.total)} isStrong />
        <Line label="Amount Paid" value={money(invoice.paid)} />
        <Line
          label="Amount Due"
          value={<MoneyField amount={invoice.due} currency={invoice.currency} severity={invoice.due > 0 ? 'error' : 'success'} />}
          isStrong
        />
      </Box>
    </Section>
  );
};

const Line = ({ label, value, isStrong }: { label: string; value: ReactNode; isStrong?: boolean }) => (
  <Box
    sx={{
      display: 'flex',
      justifyContent: 'space-between',
      gap: 2,
      ...(isStrong && { fontWeight: 600, borderTop: 1, borderColor: 'divider', pt: 1 }),
    }}
  >
    <Box component="dt" sx={isStrong ? undefined : { color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0 }}>
      {value}
    </Box>
  </Box>
);
