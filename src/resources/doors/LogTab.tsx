import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Box, Button, FormControlLabel, Link as MuiLink, Paper, Switch, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { reasonTexts } from '#domain/checkins/reasons.ts';
import type { DoorLogEntry } from '#domain/doors/logContract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import { SelectBox } from '#src/ui/lists/SelectBox.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { useDoors } from './useDoors.ts';

const step = 25;

/** Only devices of the selected location, the newest entry first. */
export const LogTab = () => {
  const { id: locationId } = useSelectedLocation();
  const [doorId, setDoorId] = useState('');
  const [conflicts, setConflicts] = useState(false);
  const [limit, setLimit] = useState(step);
  const { data: doors = [] } = useDoors(locationId);
  const query = useQuery({
    queryKey: ['door-log', locationId, doorId, conflicts, limit],
    queryFn: ({ signal }) => doorActions.log({ locationId, doorId, conflicts, limit }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  return (
    <Paper component="section" variant="outlined" aria-label="Log" sx={{ overflow: 'hidden' }}>
      <Box sx={bar}>
        <SelectBox
          label="Door"
          value={doorId}
          choices={[{ value: '', label: 'All doors' }, ...doors.map(({ name }) => ({ value: name, label: name }))]}
          onChange={setDoorId}
          sx={{ flex: '1 1 0', minWidth: 0, maxWidth: { sm: 240 } }}
        />
        <FormControlLabel
          label="Conflicts only"
          control={<Switch checked={conflicts} onChange={(_event, isOn) => setConflicts(isOn)} />}
        />
      </Box>
      <QueryState
        query={query}
        fallback="Couldn’t load the log"
        loading={
          <Box sx={{ p: 2 }}>
            <SkeletonBlock />
          </Box>
        }
        isEmpty={({ entries }) => entries.length === 0}
        empty={
          <EmptyState
            heading="h2"
            icon={<HistoryOutlined />}
            title={conflicts ? 'No conflicts' : 'Nothing yet'}
            text={
              conflicts
                ? 'No door let anybody in whom Spotter would have refused.'
                : 'Check-ins at doors and kiosks appear here.'
            }
          />
        }
      >
        {({ entries, pagination }) => (
          <>
            <StaticTable<DoorLogEntry> label="Log" rows={entries} columns={columns} />
            {pagination.hasNext && (
              <Box sx={{ p: 1.5, textAlign: 'center' }}>
                <Button loading={query.isPlaceholderData} onClick={() => setLimit(limit + step)}>
                  Show more
                </Button>
              </Box>
            )}
          </>
        )}
      </QueryState>
    </Paper>
  );
};

const bar = { display: 'flex', alignItems: 'center', gap: 2, p: 1, borderBottom: 1, borderColor: 'divider' } as const;

const Who = ({ contact }: DoorLogEntry) =>
  contact ? (
    <MuiLink component={Link} to={paths.contacts.show(contact.id)} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
      {fullName(contact)}
    </MuiLink>
  ) : (
    <Typography component="span" color="textSecondary">
      Unknown code
    </Typography>
  );

const Result = ({ type, accessGranted, reasonCode, isOffline, conflict }: DoorLogEntry) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
    <StatusBadge
      severity={accessGranted ? (type === 'exit' ? 'neutral' : 'success') : 'error'}
      label={type === 'exit' ? 'Exit' : accessGranted ? 'Allowed' : 'Denied'}
    />
    {isOffline && <StatusBadge severity="neutral" label="Offline" />}
    {conflict && <StatusBadge severity="warning" label="Conflict" />}
    {(reasonCode ?? conflict) && (
      <Typography component="span" variant="body2" color="textSecondary">
        {reasonTexts[conflict ?? reasonCode ?? 'unknown_code']}
      </Typography>
    )}
  </Box>
);

const columns: readonly Column<DoorLogEntry>[] = [
  { label: 'Member', cell: (entry) => <Who {...entry} /> },
  { label: 'Time', inCard: 'end', cell: ({ at }) => <DateField value={at} format={dateTimeText} /> },
  { label: 'Door', inCard: 'bare', cell: ({ doorId }) => doorId },
  { label: 'Device', inCard: 'none', cell: ({ device }) => device?.name ?? 'Front desk' },
  { label: 'Result', inCard: 'line', cell: (entry) => <Result {...entry} /> },
];
