import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { LedgerEntry, LedgerPage, LedgerPosting } from '#domain/ledger/contract.ts';
import { accountLabels, entryDetail, postingKindLabels } from '#domain/ledger/text.ts';
import { invoiceNumber } from '#domain/invoices/printedInvoice.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { NameAndDescription } from '#src/ui/fields.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';

interface LedgerTableProps extends Pick<LedgerPage, 'postings' | 'totals'> {
  isEverywhere: boolean;
}

export const LedgerTable = ({ postings, totals, isEverywhere }: LedgerTableProps) => (
  <>
    <StaticTable label="Postings" columns={isEverywhere ? columns : columnsOfOne} rows={postings} />
    <Box component="dl" aria-label="Totals" sx={totalsRow}>
      {(['debit', 'credit'] as const).map((side) => (
        <Box key={side} sx={{ display: 'flex', gap: 1.5 }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {side === 'debit' ? 'Total debit' : 'Total credit'}
          </Box>
          <Box component="dd" className="tabular" sx={{ m: 0, fontWeight: 600 }}>
            {formatMoney(totals[side])}
          </Box>
        </Box>
      ))}
    </Box>
  </>
);

const totalsRow = {
  m: 0,
  px: 2,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: { xs: 'space-between', sm: 'flex-end' },
  columnGap: 4,
  rowGap: 0.5,
  fontSize: '0.875rem',
} as const;

/** By the clock of its location. */
const Time = ({ posting: { at, locationId }, isNamed }: { posting: LedgerPosting; isNamed: boolean }) => {
  const { locations } = useLocationScope();
  const { name, timezone } = locations.find(({ id }) => id === locationId) ?? { name: 'Another location' };
  return (
    <Box component="span" sx={{ minWidth: 0 }}>
      <time dateTime={at}>{dateTimeText(at, timezone ?? 'UTC')}</time>
      {isNamed && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          {name}
        </Typography>
      )}
    </Box>
  );
};

const About = ({ posting: { invoiceId, contact, drawerId, drawerNumber } }: { posting: LedgerPosting }) => (
  <Box component="span" sx={{ display: 'grid', justifyItems: 'start', minWidth: 0 }}>
    {contact?.id ? <To to={paths.contacts.show(contact.id)}>{contact.name}</To> : contact?.name}
    {invoiceId && <To to={paths.invoices.show(invoiceId)}>{`Invoice #${invoiceNumber(invoiceId)}`}</To>}
    {drawerId && <To to={paths.drawers.show(drawerId)}>{`Drawer #${drawerNumber ?? ''}`}</To>}
  </Box>
);

const To = ({ to, children }: { to: string; children: string }) => (
  <Link component={RouterLink} to={to} sx={{ overflowWrap: 'anywhere', lineHeight: '24px', display: 'inline-block' }}>
    {children}
  </Link>
);

const Entries = ({ entries }: { entries: readonly LedgerEntry[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, flex: 1, minWidth: 0, display: 'grid', gap: 0.25 }}>
    {entries.map((entry, index) => (
      <Box key={index} component="li" sx={entryLine}>
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {accountLabels[entry.account]}
          {entryDetail(entry) && (
            <Typography component="span" variant="body2" color="textSecondary">
              {` · ${entryDetail(entry)}`}
            </Typography>
          )}
        </Box>
        <Box component="span" sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
          {formatMoney(entry.debit || entry.credit)}
        </Box>
        <Typography component="span" variant="body2" color="textSecondary">
          {entry.credit ? 'credit' : 'debit'}
        </Typography>
      </Box>
    ))}
  </Box>
);

const entryLine = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto 2.75em',
  columnGap: 1,
  alignItems: 'baseline',
  textAlign: 'left',
} as const;

const buildColumns = (isEverywhere: boolean): readonly Column<LedgerPosting>[] => [
  {
    label: 'What',
    cell: ({ kind, actor }) => <NameAndDescription name={postingKindLabels[kind]} description={`by ${actor.name}`} />,
  },
  { label: 'Time', inCard: 'line', cell: (posting) => <Time posting={posting} isNamed={isEverywhere} /> },
  { label: 'For', inCard: 'line', cell: (posting) => <About posting={posting} /> },
  { label: 'Accounts', inCard: 'line', width: '42%', cell: ({ entries }) => <Entries entries={entries} /> },
];
const columns = buildColumns(true);
const columnsOfOne = buildColumns(false);
