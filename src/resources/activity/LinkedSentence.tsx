import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { ActivityEntry, RecordType } from '#domain/activity/contract.ts';
import { paths } from '#src/paths.ts';

interface LinkedSentenceProps {
  entry: ActivityEntry;
  sentence: string;
}

/** The sentence with the record's name as a link to its page. */
export const LinkedSentence = ({ entry: { action, record }, sentence }: LinkedSentenceProps) => {
  const to = action.endsWith('.deleted') ? undefined : pages[record.type]?.(record.id);
  const at = sentence.indexOf(record.label);
  if (!to || !record.label || at < 0) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <Link component={RouterLink} to={to}>
        {record.label}
      </Link>
      {sentence.slice(at + record.label.length)}
    </>
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
  'webhook-endpoint': paths.settings.webhook,
  'api-key': () => paths.settings.apiKeys,
  device: () => paths.accessControl.tab('devices'),
};
