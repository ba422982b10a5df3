import { Box, Button, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useContact } from '../../useContact.ts';
import { ActivityRow } from './ActivityRow.tsx';
import { useActivity } from './useActivity.ts';

export const Activity = () => {
  const { id } = useContact();
  const { shown, hasMore, isPending, isFetchingMore, failures, showMore } = useActivity(id);
  const { list, focusNext } = useFocusOnNext(shown.length);
  return (
    <Section title="Activity" text="Visits, invoices and memberships">
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {failures.map(({ name, text, retry }) => (
          <ErrorState key={name} text={`${name}: ${text}`} onRetry={retry} />
        ))}
        {isPending && <SkeletonBlock />}
        {!isPending && shown.length === 0 && failures.length === 0 && (
          <Typography color="textSecondary">Nothing yet. Visits, invoices and memberships will appear here.</Typography>
        )}
        {!isPending && shown.length > 0 && (
          <Box component="ol" ref={list} aria-label="Activity" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {shown.map((entry) => (
              <ActivityRow key={entry.id} entry={entry} />
            ))}
          </Box>
        )}
        {!isPending && hasMore && (
          <Button
            variant="outlined"
            loading={isFetchingMore}
            onClick={() => {
              focusNext();
              showMore();
            }}
            sx={{ justifySelf: 'start' }}
          >
            Show more
          </Button>
        )}
      </Box>
    </Section>
  );
};

/** After Show more, the first new entry takes the focus. */
const useFocusOnNext = (count: number) => {
  const list = useRef<HTMLElement>(null);
  const next = useRef<number>(undefined);
  useEffect(() => {
    if (next.current === undefined || count <= next.current) return;
    const row = list.current?.children[next.current];
    next.current = undefined;
    if (row instanceof HTMLElement) row.focus();
  }, [count]);
  return { list, focusNext: () => void (next.current = count) };
};
