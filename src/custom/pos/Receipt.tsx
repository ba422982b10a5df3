import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { dateTimeText } from '#domain/rules/dateText.ts';
import { lineItemsOf } from '#domain/rules/invoiceDescription.ts';
import { formatCents, formatMoney, toCents } from '#domain/rules/money.ts';
import { displayPhone } from '#domain/rules/phone.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import type { LastSale } from './tillState.ts';

/** What the customer takes home: who sold what, for how much, and how it was paid. */
export const Receipt = ({ sale: { invoice, customer, method, receivedCents } }: { sale: LastSale }) => {
  const { name, company, address, city, state, zipCode, phone, timezone } = useSelectedLocation();
  const place = [[address, city].filter(Boolean).join(', '), [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const sums: readonly (readonly [string, string])[] = [
    ['Subtotal', formatMoney(invoice.subtotal)],
    ...(invoice.tax > 0 ? [['Tax', formatMoney(invoice.tax)] as const] : []),
    ['Total', formatMoney(invoice.total)],
    [method === 'cash' ? 'Paid in cash' : 'Paid by card', formatMoney(invoice.total)],
    ...(receivedCents !== null ? [['Received', formatCents(receivedCents)] as const, ['Change', formatCents(receivedCents - toCents(invoice.total))] as const] : []),
  ];
  return (
    <article aria-label="Receipt">
      <Box sx={{ textAlign: 'center' }}>
        <strong>{company.name}</strong>
        <div>{name}</div>
        <div>{place}</div>
        {phone && <div>{displayPhone(phone)}</div>}
      </Box>
      <p>
        {dateTimeText(invoice.createdAt, timezone)}
        <br />
        Invoice #{invoice.id.slice(-8).toUpperCase()}
        <br />
        {customer}
      </p>
      <Box component="dl" sx={twoColumns}>
        {lineItemsOf(invoice).map((line, index) => (
          <Fragment key={index}>
            <dt>
              {line.quantity} × {line.name}
            </dt>
            <dd>{formatMoney(line.total)}</dd>
          </Fragment>
        ))}
      </Box>
      <Box component="dl" sx={{ ...twoColumns, borderTop: '1px dashed #000', pt: '4px' }}>
        {sums.map(([label, amount]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </Fragment>
        ))}
      </Box>
    </article>
  );
};

const twoColumns = { display: 'grid', gridTemplateColumns: '1fr auto', columnGap: '8px', m: 0, mb: '6px', '& dd': { m: 0, textAlign: 'right', whiteSpace: 'nowrap' } } as const;
