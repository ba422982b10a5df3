import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { recordTypes, type ActivityEntry } from '#domain/activity/contract.ts';
import { recordTypeLabels } from '#domain/activity/text.ts';
import { EntryTime, useDescription } from './EntryText.tsx';
import { SecondLine } from '#src/ui/fields.tsx';
import { FilterSelect } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable } from '#src/ui/lists/RecordTable.tsx';
import { dateTimeWidth, type Column } from '#src/ui/lists/tableStyles.ts';
import { DateBox } from '#src/ui/lists/DateBox.tsx';
import { SaveCsvButton } from '#src/ui/lists/SaveCsvButton.tsx';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useLocationScope, useSelectedLocation, useToday } from '#src/location-scope/useLocationScope.ts';
import { activityActions } from '#src/dataProvider/activity.ts';
import { paths } from '#src/paths.ts';
import { LinkedSentence } from './LinkedSentence.tsx';

export const ActivityList = () => (
  <RequireLocation feature="settings" prompt="Select a location to view the activity log">
    <ListPage
      resource="activity"
      title="Activity Log"
      subtitle="Who changed what, and when"
      back={{ to: paths.settings.home, label: 'Back to Settings' }}
      noun="entries"
      errorText="Couldn’t load the activity log"
      actions={<ActivityExport />}
      columns={columns}
      filters={
        <>
          <PersonFilter />
          <FilterSelect label="Kind" source="recordType" choices={kinds} />
          <DayFilter label="From" source="from" />
          <DayFilter label="To" source="to" />
        </>
      }
    >
      <RecordTable<ActivityEntry> label="Activity log" columns={columns} empty={empty} />
    </ListPage>
  </RequireLocation>
);

const ActivityExport = () => {
  const { companyId } = useSelectedLocation();
  const { filterValues, total } = useListContext();
  return (
    <SaveCsvButton
      read={(signal) => activityActions.activityCsv({ ...filterValues, companyId }, signal)}
      fileName={`activity-${useToday()}.csv`}
      failed="Failed to export the activity log"
      disabled={!total}
    />
  );
};

const PersonFilter = () => {
  const { companyId } = useSelectedLocation();
  const { data: people = [] } = useQuery({
    queryKey: ['activityPeople', companyId],
    queryFn: ({ signal }) => activityActions.activityPeople(companyId, signal),
  });
  const { filterValues } = useListContext();
  const chosen: unknown = filterValues.userId;
  const options = people.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = typeof chosen !== 'string' || options.some(({ value }) => value === chosen);
  // A link may filter by a user before the names have loaded.
  const choices = [
    { value: '', label: 'All People' },
    ...options,
    ...(isKnown ? [] : [{ value: String(chosen), label: 'One person' }]),
  ];
  return <FilterSelect label="Person" source="userId" choices={choices} />;
};

/** The first or the last day of the filter, in the time zone of the company's first location. */
const DayFilter = ({ label, source }: { label: string; source: 'from' | 'to' }) => {
  const { filterValues, setFilters } = useListContext();
  const { from, to } = filterValues as { from?: string; to?: string };
  return (
    <DateBox
      label={label}
      value={filterValues[source] ?? ''}
      bounds={source === 'to' ? { min: from } : { max: to }}
      onChange={(day) => setFilters({ ...filterValues, [source]: day || undefined })}
      sx={{ flex: { xs: '1 1 200px', sm: '0 1 190px' }, minWidth: 160 }}
    />
  );
};

const What = ({ entry }: { entry: ActivityEntry }) => {
  const { sentence, details } = useDescription(entry);
  return (
    <Box component="span" sx={{ display: 'block', flex: 1, minWidth: 0 }}>
      <Box component="span" className="cut" sx={sentenceStyles}>
        <LinkedSentence entry={entry} sentence={sentence} />
      </Box>
      {details.length > 0 && <SecondLine>{details.join(' · ')}</SecondLine>}
      <Typography component="span" variant="body2" color="textSecondary" className="card-only">
        <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between', columnGap: 1 }}>
          <span className="cut">
            {entry.actor.name}
            {entry.locationId && (
              <>
                {' · '}
                <LocationName entry={entry} />
              </>
            )}
          </span>
          <EntryTime at={entry.at} isShort />
        </Box>
      </Typography>
    </Box>
  );
};

/** One line in a table. A card has room for all of it. */
const sentenceStyles = {
  display: 'block',
  fontWeight: 500,
  overflowWrap: 'anywhere',
  '@container (max-width: 559.95px)': { '&&&&': { whiteSpace: 'normal' } },
} as const;

const LocationName = ({ entry: { locationId } }: { entry: ActivityEntry }) => {
  const { locations } = useLocationScope();
  return locationId ? (locations.find(({ id }) => id === locationId)?.name ?? 'Another location') : '—';
};

const columns: readonly Column<ActivityEntry>[] = [
  { label: 'What', share: 3.3, skeleton: 'lines', cell: (entry) => <What entry={entry} /> },
  { label: 'Who', share: 1.15, inCard: 'none', cell: ({ actor }) => actor.name },
  { label: 'Location', share: 1.3, inCard: 'none', cell: (entry) => <LocationName entry={entry} /> },
  { label: 'When', share: 1.25, minWidth: dateTimeWidth, inCard: 'none', cell: ({ at }) => <EntryTime at={at} /> },
];

const kinds = [
  { value: '', label: 'All Kinds' },
  ...recordTypes
    .map((type) => ({ value: type, label: recordTypeLabels[type] }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
];

const empty = {
  title: 'No activity found',
  searching: 'No entries match your filters.',
  otherwise: 'Changes to contacts, plans, invoices and settings will appear here.',
};
