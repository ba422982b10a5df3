import { Box, Button } from '@mui/material';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { shortDate } from '#domain/shared/dateText.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { formatCents, sum, toCents } from '#domain/shared/money.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { pluralize } from '#src/ui/labels.ts';
import type { ListedInvoice } from '#src/dataProvider/invoices.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { whoOwes } from '#src/paths.ts';
import { SendLinksButton } from './SendLinksButton.tsx';

/** '$453.20 outstanding: 9 invoices of 8 people, the oldest of Oct 8, 2026', and the way to them, the oldest first. */
export const OutstandingStrip = () => {
  const { filterValues, sort } = useListContext();
  const { owed = [], text } = useOutstanding();
  const isShown = filterValues['status'] === 'to_collect' && sort.field === 'createdAt' && sort.order === 'ASC';
  return (
    <Box component="section" aria-label="Outstanding" sx={strip}>
      {text && <Box sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>{text}</Box>}
      {text && text !== nothing && !isShown && (
        <Button component={Link} to={whoOwes} size="small" sx={{ mx: -0.625 }}>
          Show oldest first
        </Button>
      )}
      {/* A phone has no room for both buttons. */}
      <Box sx={{ display: { xs: isShown ? 'contents' : 'none', sm: 'contents' } }}>
        <SendLinksButton invoices={owed} />
      </Box>
    </Box>
  );
};

const nothing = 'Nothing is outstanding';

/** Asked for after the list, which does not wait for it. */
const useOutstanding = () => {
  const { id: locationId, timezone } = useSelectedLocation();
  const { isPending } = useListContext();
  const { data: owed, total = 0 } = useRows<ListedInvoice>(
    'invoices',
    {
      pagination: { page: 1, perPage: maxPageSize },
      sort: { field: 'createdAt', order: 'ASC' },
      filter: { locationId, status: 'to_collect' },
    },
    { enabled: !isPending },
  );
  if (!owed) return { text: null };
  const [oldest] = owed;
  if (!oldest) return { owed, text: nothing };
  const count =
    total > owed.length ? `the oldest ${owed.length} of ${pluralize(total, 'invoice')}` : pluralize(total, 'invoice');
  const people = pluralize(new Set(owed.map(({ contactId }) => contactId)).size, 'person', 'people');
  const text = (
    <span>
      <strong className="tabular">
        {formatCents(sum(owed.map(({ due }) => toCents(due))), oldest.currency)} outstanding
      </strong>
      {/* A phone has no room for it beside the button. */}
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {`: ${count} of ${people}, the oldest of ${shortDate(oldest.createdAt, timezone)}`}
      </Box>
    </span>
  );
  return { owed, text };
};

const strip = {
  display: 'flex',
  whiteSpace: 'nowrap',
  '& .MuiButton-root': { flexShrink: 0 },
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 2,
  minHeight: 44,
  px: 2,
  py: { xs: 0, sm: 0.5 },
  borderBottom: 1,
  borderColor: 'divider',
} as const;
