import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { PersonCell } from '#src/resources/contacts/Person.tsx';
import { FilterSelect, SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable, type EmptyList } from '#src/ui/lists/RecordTable.tsx';
import { dateTimeWidth, type Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { DateField } from '#src/ui/fields.tsx';
import type { ListedUser } from '#src/dataProvider/users.ts';
import { paths } from '#src/paths.ts';
import { accessText, secondFactorText, statusChoices, UserStatusBadge } from './user.tsx';

export const UserList = () => (
  <RequireLocation feature="users" prompt="Select a location to view Users">
    <ListPage
      resource="users"
      title="Users"
      subtitle="Who can sign in, and what they can do"
      noun="users"
      errorText="Couldn’t load users"
      actions={
        <Button component={Link} to={paths.users.add} variant="contained" startIcon={<PersonAddOutlined />}>
          Invite User
        </Button>
      }
      search={<SearchBox placeholder="Name or email" label="Search users" />}
      filters={<FilterSelect label="Status" source="status" choices={statusChoices} />}
      columns={columns}
    >
      <RecordTable<ListedUser> label="Users" columns={columns} rowTo={({ id }) => paths.users.show(id)} empty={empty} />
    </ListPage>
  </RequireLocation>
);

const columns: readonly Column<ListedUser>[] = [
  {
    label: 'User',
    share: 2.3,
    sortBy: 'name',
    skeleton: 'person',
    cell: (user) => <PersonCell person={user} cardLine={accessText(user)} />,
  },
  { label: 'Access', share: 2.2, inCard: 'none', cell: accessText },
  {
    label: 'Status',
    share: 1.05,
    skeleton: 'badge',
    inCard: 'end',
    cell: ({ status }) =>
      status === 'active' ? <span className="nothing">Active</span> : <UserStatusBadge status={status} />,
  },
  {
    label: 'Two-step verification',
    inCard: 'none',
    share: 1.45,
    from: 880,
    cell: ({ hasSecondFactor }) => secondFactorText(hasSecondFactor),
  },
  {
    label: 'Last Seen',
    inCard: 'none',
    share: 1.75,
    minWidth: dateTimeWidth,
    sortBy: 'lastSeenAt',
    firstOrder: 'DESC',
    cell: ({ lastSeenAt }) => (lastSeenAt ? <DateField value={lastSeenAt} format={dateTimeText} /> : 'Never'),
  },
];

const empty: EmptyList = {
  title: 'No users found',
  searching: 'No users match your search criteria.',
  otherwise: 'Invite your first user to get started.',
  add: [paths.users.add, 'Invite somebody'],
};
