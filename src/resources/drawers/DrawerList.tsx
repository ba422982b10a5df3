import type { ListedDrawer } from '#domain/drawers/contract.ts';
import { differenceText, drawerStatuses, drawerStatusLabels } from '#domain/drawers/cashDrawer.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { differenceSeverity, drawerSeverities } from './drawerText.ts';
import { FilterSelect } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable } from '#src/ui/lists/RecordTable.tsx';
import { dateTimeWidth, moneyWidth, type Column } from '#src/ui/lists/tableStyles.ts';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { withDrawerTask } from '#src/navigationState.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { DateField, MoneyField, NameAndDescription } from '#src/ui/fields.tsx';
import { ListStatus, StatusBadge } from '#src/ui/StatusBadge.tsx';
import { paths } from '#src/paths.ts';

export const DrawerList = () => (
  <RequireLocation feature="drawers" prompt="Select a location to view its cash drawers">
    <ListPage
      resource="drawers"
      title="Cash Drawers"
      subtitle="What was expected in the drawer each day, and what was counted"
      back={{ to: paths.pos, label: 'Back to Point of Sale' }}
      noun="drawers"
      errorText="Couldn’t load cash drawers"
      columns={columns}
      filters={<FilterSelect label="Status" source="status" choices={statusChoices} />}
    >
      <RecordTable<ListedDrawer>
        label="Cash drawers"
        columns={columns}
        rowTo={({ id }) => paths.drawers.show(id)}
        empty={empty}
      />
    </ListPage>
  </RequireLocation>
);

const OpenDrawer = () => {
  const { may } = useAccess();
  if (!may('drawers:use')) return null;
  return (
    <Button component={Link} to={paths.pos} {...withDrawerTask('open')} variant="outlined">
      Open the first one
    </Button>
  );
};

const statusChoices = [
  { value: '', label: 'All Statuses' },
  ...drawerStatuses.map((value) => ({ value, label: drawerStatusLabels[value] })),
];

const columns: readonly Column<ListedDrawer>[] = [
  { label: 'Drawer', share: 1.1, cell: ({ number }) => <NameAndDescription name={`Drawer #${number}`} /> },
  {
    label: 'Opened',
    share: 1.5,
    minWidth: dateTimeWidth,
    inCard: 'bare',
    cell: ({ openedAt }) => <DateField value={openedAt} format={dateTimeText} />,
  },
  { label: 'Opened By', share: 1.2, from: 1100, inCard: 'none', cell: ({ openedBy }) => openedBy.name },
  {
    label: 'Status',
    inCard: 'end',
    // In a card, what a closed drawer was over or short says that it is closed.
    cell: ({ status }) =>
      status === 'closed' ? (
        <span className="nothing">Closed</span>
      ) : (
        <StatusBadge severity={drawerSeverities[status]} label={drawerStatusLabels[status]} />
      ),
    skeleton: 'badge',
  },
  {
    label: 'Expected',
    minWidth: moneyWidth,
    align: 'right',
    inCard: 'none',
    cell: ({ expected }) => <MoneyField amount={expected} />,
  },
  {
    label: 'Counted',
    minWidth: moneyWidth,
    align: 'right',
    inCard: 'none',
    cell: ({ counted }) => (counted === null ? '—' : <MoneyField amount={counted} />),
  },
  {
    label: 'Over or Short',
    share: 1.2,
    // An amount with its badge and a word.
    minWidth: moneyWidth + 60,
    align: 'right',
    inCard: 'end',
    cell: ({ difference }) => <Difference difference={difference} />,
  },
];

const Difference = ({ difference }: Pick<ListedDrawer, 'difference'>) =>
  difference === null ? (
    <span className="nothing">—</span>
  ) : (
    <ListStatus severity={differenceSeverity(difference)} label={differenceText(difference)} />
  );

const empty = {
  title: 'No cash drawers yet',
  searching: 'No cash drawer has this status.',
  otherwise: 'Open a drawer at the point of sale to count its cash at the end of the day.',
  action: <OpenDrawer />,
};
