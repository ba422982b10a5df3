import { Box } from '@mui/material';
import { checkinTimeText } from '#domain/shared/dateText.ts';
import { Arrivals, NewBadge } from './Arrivals.tsx';
import { CheckinStatus } from './CheckinStatus.tsx';
import { UndoCheckin } from './UndoCheckin.tsx';
import { useContactPanel } from '#src/resources/contacts/panel/useContactPanel.ts';
import { PersonCell } from '#src/resources/contacts/Person.tsx';
import { FilterSelect, SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { RecordTable, type EmptyList } from '#src/ui/lists/RecordTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import type { CheckinRecord } from '#src/dataProvider/checkins.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';

export const CheckinList = () => (
  <RequireLocation feature="checkins" prompt="Select a location to view check-ins">
    <CheckinPage />
  </RequireLocation>
);

const CheckinPage = () => {
  const { name } = useSelectedLocation();
  const { can } = useAccess();
  const { open } = useContactPanel();
  return (
    <ListPage
      resource="checkins"
      title="Check-ins"
      subtitle={`Track member facility access for ${name}`}
      noun="check-ins"
      errorText="Failed to fetch check-ins"
      search={<SearchBox placeholder="Search check-ins by member name or email..." label="Search check-ins" />}
      filters={<FilterSelect label="Result" source="accessGranted" choices={results} />}
      columns={columns}
    >
      <Arrivals>
        <Box sx={twoLines}>
          <RecordTable<CheckinRecord>
            label="Check-ins"
            columns={columns}
            {...(can('contacts') && { rowTo: toContact, onOpen: ({ contact }) => open(contact.id) })}
            empty={empty}
          />
        </Box>
      </Arrivals>
    </ListPage>
  );
};

const toContact = ({ contact }: CheckinRecord) => paths.contacts.show(contact.id);

const MemberCell = ({ id, contact, reason }: CheckinRecord) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
    <PersonCell person={contact} cardLine={reason} />
    <NewBadge checkinId={id} />
  </Box>
);

const TimeCell = (checkin: CheckinRecord) => {
  const { timezone } = useSelectedLocation();
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone && <UndoCheckin checkin={checkin} />}
      <Box component="span" sx={timeText}>
        {checkinTimeText(checkin.checkinTime, timezone)}
      </Box>
    </>
  );
};

/** On a phone Undo is beside the time, so that the email has the width of the second line. */
const StatusCell = (checkin: CheckinRecord) => (
  <Box sx={statusCell}>
    <CheckinStatus checkin={checkin} />
    {!useIsPhone() && <UndoCheckin checkin={checkin} />}
  </Box>
);

const results = [
  { value: '', label: 'All Results' },
  { value: 'granted', label: 'Access Granted' },
  { value: 'denied', label: 'Access Denied' },
];

const columns: readonly Column<CheckinRecord>[] = [
  {
    label: 'Member',
    sortBy: 'contactFirstName',
    skeleton: 'person',
    cell: MemberCell,
  },
  { label: 'Door', inCard: 'none', cell: ({ doorId }) => doorId },
  {
    label: 'Check-in Time',
    minWidth: 158,
    sortBy: 'checkinTime',
    firstOrder: 'DESC',
    inCard: 'end',
    cell: (checkin) => <TimeCell {...checkin} />,
  },
  {
    label: 'Status',
    share: 1.6,
    sortBy: 'accessGranted',
    skeleton: 'badge',
    inCard: 'end',
    cell: (checkin) => <StatusCell {...checkin} />,
  },
];

const timeText = {
  whiteSpace: 'nowrap',
  '@container (max-width: 559.95px)': { typography: 'body2', color: 'text.secondary' },
} as const;

const statusCell = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
} as const;

/** A card's name ends before the time, and its email before the status. */
const twoLines = {
  '@container (max-width: 559.95px)': {
    '&& .inline tbody td.first.first': { gridColumn: '1 / -1' },
    '& .inline tbody td.end': { gridRow: 1 },
    '& .inline tbody td.end:last-of-type': { gridRow: 2 },
    '& :is(td.first > *, .words, :has(> .words))': { flex: 1 },
    '& .top': { pr: '112px' },
    '& tr:has(button) .top': { pr: '168px' },
    '& :is(.email, .line)': { pr: '84px' },
    '& td.end > .MuiButton-root': { minWidth: 44, px: 0.5 },
  },
} as const;

const empty: EmptyList = {
  title: 'No check-ins found',
  searching: 'No check-ins match your search criteria.',
  otherwise: 'Check-ins will appear here as members access the facility.',
  add: [paths.dashboard, 'Check in a member'],
};
