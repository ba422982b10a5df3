import { Box, Button } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { MessageResponse } from '#domain/shared/contract.ts';
import type { Session } from '#domain/users/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { DateField } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';

interface SessionsSectionProps {
  text: string;
  queryKey: readonly string[];
  read: (signal: AbortSignal) => Promise<Session[]>;
  endOne: (sessionId: string) => Promise<MessageResponse>;
  endAll: () => Promise<MessageResponse>;
}

export const SessionsSection = ({ text, queryKey, read, endOne, endAll }: SessionsSectionProps) => {
  const query = useQuery({ queryKey: ['sessions', ...queryKey], queryFn: ({ signal }) => read(signal) });
  const notify = useNotify();
  const {
    mutate: end,
    isPending,
    variables,
  } = useMutation({
    mutationFn: (what: string) => (what === everything ? endAll() : endOne(what)),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to sign out'), { type: 'error' }),
  });
  const ending = isPending ? variables : undefined;
  const others = query.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Section
      title="Sessions"
      text={text}
      isFlush
      actions={
        others.length > 1 && (
          <Button variant="outlined" loading={ending === everything} onClick={() => end(everything)}>
            {others.length === query.data?.length ? 'Sign out all' : 'Sign out all others'}
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        fallback="Couldn’t load sessions"
        loading={<SkeletonBlock />}
        isEmpty={(sessions) => sessions.length === 0}
        empty={<NotSignedIn />}
      >
        {(sessions) => (
          <StaticTable<Session> label="Sessions" rows={sessions} columns={[...columns, endColumn(ending, end)]} />
        )}
      </QueryState>
    </Section>
  );
};

const everything = 'all';

const EndSession = ({ session, isBusy, onEnd }: { session: Session; isBusy: boolean; onEnd: () => void }) =>
  session.isCurrent ? null : (
    <Button size="small" color="inherit" loading={isBusy} onClick={onEnd} aria-label={`Sign out ${session.device}`}>
      Sign Out
    </Button>
  );

const endColumn = (ending: string | undefined, end: (id: string) => void): Column<Session> => ({
  label: 'Action',
  align: 'right',
  inCard: 'end',
  cell: (session) => <EndSession session={session} isBusy={ending === session.id} onEnd={() => end(session.id)} />,
});

const NotSignedIn = () => <Box sx={{ px: 2, pb: 2, color: 'text.secondary' }}>Not signed in anywhere.</Box>;

const columns: readonly Column<Session>[] = [
  {
    label: 'Device',
    cell: ({ device, isCurrent }) => (
      <span>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {device}
        </Box>
        {isCurrent && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            (this device)
          </Box>
        )}
      </span>
    ),
  },
  {
    label: 'Signed In',
    inCard: 'none',
    cell: ({ createdAt }) => <DateField value={createdAt} format={dateTimeText} />,
  },
  { label: 'Last Seen', cell: ({ lastSeenAt }) => <DateField value={lastSeenAt} format={dateTimeText} /> },
];
