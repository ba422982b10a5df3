import { outstandingStatuses } from '#domain/invoices/collecting.ts';
import type { ListedInvoice } from '#src/dataProvider/invoices.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DialogButton } from '#src/ui/DialogButton.tsx';

/** Offers payment links for those of these invoices that are owed. */
export const SendLinksButton = ({ invoices }: { invoices: readonly ListedInvoice[] }) => {
  const { may } = useAccess();
  const owed = invoices.filter(({ status }) => outstandingStatuses.some((one) => one === status));
  if (owed.length === 0 || !may('invoices:collect')) return null;
  return (
    <DialogButton
      size="small"
      variant="outlined"
      renderDialog={(close) => <SendLinksDialog invoices={owed} onClose={close} />}
    >
      Send links
    </DialogButton>
  );
};

const SendLinksDialog = lazyWithPreload('send links', () => import('./SendLinksDialog.tsx'), 'SendLinksDialog');
