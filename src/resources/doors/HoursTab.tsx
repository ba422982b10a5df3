import Add from '@mui/icons-material/Add';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { Box, Button, Link as MuiLink, Typography } from '@mui/material';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AccessHoursRecord } from '#domain/doors/accessHoursContract.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { doorActions } from '#src/dataProvider/doors.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { useRows } from '#src/dataProvider/rows.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { ActionMenu, type MenuAction } from '#src/ui/ActionMenu.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { useRemove } from './useRemove.tsx';
import { timesText, weekdaysText } from '#domain/doors/hoursText.ts';

const HoursDialog = lazyWithPreload('access-control', () => import('./HoursDialog.tsx'), 'HoursDialog');

/** Plans let in by the hours of the week, and so many times a day. */
export const HoursTab = () => {
  const { id: locationId } = useSelectedLocation();
  const plans = useRows<ListedMembership>('memberships', {
    filter: { locationId },
    pagination: { page: 1, perPage: maxPageSize },
    sort: { field: 'name', order: 'ASC' },
  });
  const hours = useQuery({
    queryKey: ['access-hours', locationId],
    queryFn: ({ signal }) => doorActions.hours(locationId, signal),
  });
  // What stands below would be moved by both.
  const isKnown = useHasBeen(!hours.isPending && !plans.isPending);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <Hours query={hours} plans={plans.data ?? []} />
      {isKnown && (
        <>
          <DailyLimits plans={plans.data ?? []} />
          <PassSharing />
        </>
      )}
    </Box>
  );
};

interface HoursProps {
  query: UseQueryResult<AccessHoursRecord[]>;
  plans: readonly ListedMembership[];
}

const Hours = ({ query, plans }: HoursProps) => {
  const [edited, setEdited] = useState<AccessHoursRecord | 'new'>();
  const { remove, removing, dialog } = useRemove(doorActions.removeHours, 'Couldn’t delete the hours');
  const close = () => setEdited(undefined);
  const actionsFor = (hours: AccessHoursRecord) => [
    { label: 'Edit', onSelect: () => setEdited(hours) },
    {
      label: 'Delete',
      isDangerous: true,
      isPending: removing === hours.id,
      onSelect: () => void remove(hours.id, question),
    },
  ];
  return (
    <Section
      title="Access Hours"
      text="A plan with hours lets members in during these only, by the clock of the location. A plan without any lets them in at all times."
      actions={
        <Button variant="contained" startIcon={<Add />} onClick={() => setEdited('new')}>
          Add hours
        </Button>
      }
      isFlush
    >
      <QueryState
        query={query}
        fallback="Couldn’t load access hours"
        isEmpty={(hours) => hours.length === 0}
        empty={
          <EmptyState
            heading="h2"
            icon={<ScheduleOutlined />}
            title="No access hours yet"
            text="Every plan lets members in at all times. Add hours for a plan such as ‘Off-peak’."
          />
        }
      >
        {(hours) => (
          <StaticTable<AccessHoursRecord>
            label="Access hours"
            rows={hours}
            columns={[...columns, menuColumn(actionsFor)]}
          />
        )}
      </QueryState>
      {edited && (
        <LazyPart onClose={close}>
          <HoursDialog plans={plans} hours={edited === 'new' ? undefined : edited} onClose={close} />
        </LazyPart>
      )}
      {dialog}
    </Section>
  );
};

const question = {
  title: 'Delete these hours?',
  text: 'The plan lets members in during its other hours. Without any it lets them in at all times.',
  confirmLabel: 'Delete',
} as const;

const menuColumn = (actionsFor: (hours: AccessHoursRecord) => readonly MenuAction[]): Column<AccessHoursRecord> => ({
  label: 'Actions',
  align: 'right',
  inCard: 'end',
  cell: (hours) => (
    <ActionMenu label={`Actions for the hours of ${hours.membershipName}`} actions={actionsFor(hours)} />
  ),
});

const columns: readonly Column<AccessHoursRecord>[] = [
  {
    label: 'Plan',
    cell: ({ membershipId, membershipName }) => <PlanLink id={membershipId} name={membershipName} />,
  },
  { label: 'Weekdays', inCard: 'line', cell: ({ weekdays }) => weekdaysText(weekdays) },
  { label: 'Hours', inCard: 'line', cell: (hours) => <span style={{ whiteSpace: 'nowrap' }}>{timesText(hours)}</span> },
];

const PlanLink = ({ id, name }: { id: string; name: string }) => (
  <MuiLink component={Link} to={paths.memberships.show(id)} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
    {name}
  </MuiLink>
);

const DailyLimits = ({ plans }: { plans: readonly ListedMembership[] }) => {
  const limited = plans.filter(({ visitsPerDay }) => visitsPerDay !== null);
  return (
    <Section title="Visits per Day" text="A plan’s own page says how many times a day it lets a member in." isFlush>
      {limited.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2.5 }}>
          No plan has a limit.
        </Typography>
      ) : (
        <StaticTable<ListedMembership> label="Visits per day" rows={limited} columns={limitColumns} />
      )}
    </Section>
  );
};

const PassSharing = () => (
  <Section title="Pass Sharing" text="What a door does when a card comes in again without having gone out.">
    <MuiLink component={Link} to={paths.settings.home}>
      Check-in settings
    </MuiLink>
  </Section>
);

const limitColumns: readonly Column<ListedMembership>[] = [
  { label: 'Plan', cell: ({ id, name }) => <PlanLink id={id} name={name} /> },
  { label: 'Visits per Day', align: 'right', cell: ({ visitsPerDay }) => visitsPerDay },
];
