import { Button } from '@mui/material';
import { useState } from 'react';
import { shortDate } from '#domain/shared/dateText.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { formatCents, formatMoney, sum, toCents } from '#domain/shared/money.ts';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ActionMenu } from '#src/ui/ActionMenu.tsx';
import { invoiceRowLabel } from '#src/ui/labels.ts';
import type { ListedInvoice } from '#src/dataProvider/invoices.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { TakePayment } from './TakePayment.tsx';

interface CollectButtonProps {
  contactId: string;
  /** Opens the payment of the oldest invoice at once. */
  startsOpen?: boolean;
}

/** 'Collect $11.03', in red. Of several invoices one is chosen first; the oldest is on top. */
export const CollectButton = ({ contactId, startsOpen = false }: CollectButtonProps) => {
  const { timezone } = useSelectedLocation();
  const { data: owed = [] } = useOwed(contactId);
  const [oldest] = owed;
  const [chosen, setChosen] = useState<string | null>();
  const isAsked = chosen === undefined && startsOpen;
  const takenId = isAsked ? oldest?.id : chosen;
  const label = `Collect ${formatCents(sum(owed.map(({ due }) => toCents(due))), oldest?.currency)}`;
  return (
    <>
      {oldest && owed.length === 1 && (
        <Button variant="outlined" color="error" onClick={() => setChosen(oldest.id)}>
          {label}
        </Button>
      )}
      {owed.length > 1 && (
        <ActionMenu
          label={label}
          text={label}
          color="error"
          actions={owed.map((invoice) => ({
            key: invoice.id,
            label: `${formatMoney(invoice.due, invoice.currency)} of ${shortDate(invoice.createdAt, timezone)}: ${invoiceRowLabel(invoice)}`,
            onSelect: () => setChosen(invoice.id),
          }))}
        />
      )}
      {takenId && <TakePayment invoiceId={takenId} onClose={() => setChosen(null)} />}
    </>
  );
};

/** What the contact owes, the oldest first. Not asked for by who may not collect. */
export const useOwed = (contactId: string) => {
  const { may } = useAccess();
  return useRows<ListedInvoice>('invoices', outstandingQuery(contactId), { enabled: may('invoices:collect') });
};

const outstandingQuery = (contactId: string) => ({
  pagination: { page: 1, perPage: maxPageSize },
  sort: { field: 'createdAt', order: 'ASC' } as const,
  filter: { contactId, status: 'to_collect' },
});
