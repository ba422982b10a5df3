import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { ActivityEntry, RecordType } from '#domain/activity/contract.ts';
import { paths } from '#src/paths.ts';

export const RecordName = ({ entry: { action, record } }: { entry: ActivityEntry }) => {
  const to = action.endsWith('.deleted') ? undefined : pages[record.type]?.(record.id);
  return to ? (
    <Link component={RouterLink} to={to}>
      {record.label}
    </Link>
  ) : (
    record.label
  );
};

const pages: Partial<Record<RecordType, (id: string) => string>> = {
  contact: paths.contacts.show,
  membership: paths.memberships.show,
  'sales-item': paths.salesItems.show,
  agreement: paths.agreements.show,
  invoice: paths.invoices.show,
  drawer: paths.drawers.show,
  reconciliation: paths.reconciliations.show,
  location: paths.location.show,
  company: () => paths.company.tab('info'),
};
