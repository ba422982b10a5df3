import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, IconButton, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { LedgerEntry, LedgerPage, LedgerPosting } from '#domain/ledger/contract.ts';
import { accountLabels, entryDetail, invoiceName, postingKindLabels } from '#domain/ledger/text.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { formatMoney, sum } from '#domain/shared/money.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
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

/** Uses the clock of the posting's location. */
const Time = ({ posting: { at, locationId }, isNamed }: { posting: LedgerPosting; isNamed: boolean }) => {
  const { locations } = useLocationScope();
  const { name, timezone } = locations.find(({ id }) => id === locationId) ?? { name: 'Another location' };
  return (
    <>
      <time dateTime={at}>{dateTimeText(at, timezone ?? 'UTC')}</time>
      {isNamed && ` · ${name}`}
    </>
  );
};

const What = ({ posting, isNamed }: { posting: LedgerPosting; isNamed: boolean }) => (
  <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
    <Box component="span" className="cut" sx={{ display: 'block' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {postingKindLabels[posting.kind]}
      </Box>{' '}
      <Typography component="span" variant="body2" color="textSecondary">
        {`by ${posting.actor.name}`}
      </Typography>
    </Box>
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      <Time posting={posting} isNamed={isNamed} />
    </Typography>
  </Box>
);

const About = ({ posting: { contact, drawerId, drawerNumber, ...posting } }: { posting: LedgerPosting }) => (
  <Box
    component="span"
    sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, minWidth: 0, [byFinger]: { rowGap: '20px' } }}
  >
    {contact?.id ? <To to={paths.contacts.show(contact.id)}>{contact.name}</To> : contact?.name}
    {posting.invoiceId && <To to={paths.invoices.show(posting.invoiceId)}>{invoiceName(posting) ?? ''}</To>}
    {drawerId && <To to={paths.drawers.show(drawerId)}>{`Drawer #${drawerNumber ?? ''}`}</To>}
  </Box>
);

const To = ({ to, children }: { to: string; children: string }) => (
  <Link component={RouterLink} to={to} sx={link}>
    {children}
  </Link>
);

const byFinger = '@media (pointer: coarse)';
/** A finger presses a part of the lines around it, too. */
const link = {
  display: 'inline-block',
  position: 'relative',
  lineHeight: '24px',
  overflowWrap: 'anywhere',
  [byFinger]: { '&::after': { content: '""', position: 'absolute', inset: '-10px 0' } },
} as const;

/** A line for each side, which opens to a line for each entry where that says more. */
const Entries = ({ entries }: { entries: readonly LedgerEntry[] }) => {
  const [isOpen, setOpen] = useState(false);
  const sides = [entries.filter(({ debit }) => debit), entries.filter(({ credit }) => credit)].filter(
    (side) => side.length > 0,
  );
  const canFold = sides.some((side) => side.length > 1);
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', pr: canFold ? 0 : '26px' }}>
      <EntryLines lines={canFold && !isOpen ? sides.map(toSum) : sides.flat().map(toLine)} />
      {canFold && (
        <IconButton
          size="small"
          aria-label={isOpen ? 'Fold entries' : `Show ${entries.length} entries`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ mr: '-4px', rotate: isOpen ? '180deg' : 'none' }}
        >
          <ExpandMore fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};

interface EntryLine {
  account: string;
  detail?: string | undefined;
  amount: number;
  side: 'debit' | 'credit';
}

const toLine = (entry: LedgerEntry): EntryLine => ({
  account: accountLabels[entry.account],
  detail: entryDetail(entry),
  amount: entry.debit || entry.credit,
  side: entry.credit ? 'credit' : 'debit',
});

const toSum = (entries: readonly LedgerEntry[]): EntryLine => ({
  account: [...new Set(entries.map(({ account }) => accountLabels[account]))].join(', '),
  amount: sum(entries.map(({ debit, credit }) => debit + credit)),
  side: entries[0]?.credit ? 'credit' : 'debit',
});

const EntryLines = ({ lines }: { lines: readonly EntryLine[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, flex: 1, minWidth: 0 }}>
    {lines.map(({ account, detail, amount, side }, index) => (
      <Box key={index} component="li" sx={entryLine}>
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {account}
          {detail && (
            <Typography component="span" variant="body2" color="textSecondary">
              {` · ${detail}`}
            </Typography>
          )}
        </Box>
        <Box component="span" sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
          {formatMoney(amount)}
        </Box>
        <Typography component="span" variant="body2" color="textSecondary">
          {side}
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
  { label: 'What', inCard: 'line', width: '32%', cell: (posting) => <What posting={posting} isNamed={isEverywhere} /> },
  { label: 'For', inCard: 'line', cell: (posting) => <About posting={posting} /> },
  { label: 'Accounts', inCard: 'line', width: '40%', cell: ({ entries }) => <Entries entries={entries} /> },
];
const columns = buildColumns(true);
const columnsOfOne = buildColumns(false);
