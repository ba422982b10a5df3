import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import type { ActivityEntry } from '#domain/activity/contract.ts';
import { defaultPageSize } from '#domain/shared/limits.ts';
import { PageButtons } from '#src/ui/lists/Pagination.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { useRows } from '#src/dataProvider/rows.tsx';
import { Details, EntryTime, useDescription } from './EntryText.tsx';
import type { HistoryProps } from './History.tsx';

export const HistoryEntries = (filter: HistoryProps) => {
  const [page, setPage] = useState(1);
  const query = useRows<ActivityEntry>('activity', { filter, pagination: { page, perPage: defaultPageSize } });
  return (
    <Box aria-busy={query.isFetching} sx={{ borderTop: 1, borderColor: 'divider' }}>
      <QueryState
        query={query}
        fallback="Couldn’t load the history"
        isEmpty={(entries) => entries.length === 0}
        empty={
          <Typography sx={{ px: 2, py: 2 }} color="textSecondary">
            No changes recorded yet. New changes will appear here.
          </Typography>
        }
        loading={
          <Typography sx={{ px: 2, py: 2 }} color="textSecondary" role="status">
            Loading history…
          </Typography>
        }
      >
        {(entries) => (
          <Box component="ol" aria-label="History" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Box>
        )}
      </QueryState>
      <PageButtons page={page} perPage={defaultPageSize} total={query.total ?? 0} noun="entries" onPage={setPage} />
    </Box>
  );
};

const Entry = ({ entry }: { entry: ActivityEntry }) => {
  const { sentence, details } = useDescription(entry);
  return (
    <Box component="li" sx={{ px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
        <Typography variant="body2" sx={{ flex: '1 1 320px', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {sentence}
        </Typography>
        <Typography variant="body2" color="textSecondary" component="span">
          {entry.actor.name} · <EntryTime at={entry.at} />
        </Typography>
      </Box>
      <Details texts={details} />
    </Box>
  );
};
