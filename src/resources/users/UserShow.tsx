import { Box } from '@mui/material';
import { levelLabels } from '#domain/shared/access.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { PersonAvatar } from '#src/resources/contacts/Person.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { SessionsSection } from './SessionsSection.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { EditButton } from '#src/ui/EditButton.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { History } from '#src/resources/activity/History.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { userActions, type UserRecord } from '#src/dataProvider/users.ts';
import { paths } from '#src/paths.ts';
import {
  backToUsers,
  companyAdminLabel,
  mayChange,
  secondFactorText,
  userPageProps,
  UserStatusBadge,
  getViewer,
} from './user.tsx';
import { UserActions } from './UserActions.tsx';

export const UserShow = () => (
  <RequireLocation feature="users" prompt="Select a location to view a user">
    <UserPage />
  </RequireLocation>
);

const UserPage = () => {
  const { companyId } = useSelectedLocation();
  return (
    <ShowPage<UserRecord>
      {...userPageProps(companyId)}
      renderHeader={(user) => <Header user={user} companyId={companyId} />}
    >
      {(user) => (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Overview user={user} />
          {user.role === 'staff' && <Access user={user} />}
          <Sessions user={user} companyId={companyId} />
          {/* It names every location of the user, so a location's admin may not read it. */}
          {mayInCompany(companyId, 'activity:read-company') && (
            <History recordType="user" recordId={user.id} at={{ locationId: null, companyId }} />
          )}
        </Box>
      )}
    </ShowPage>
  );
};

const Header = ({ user, companyId }: { user: UserRecord | undefined; companyId: string }) => {
  const viewer = getViewer(companyId);
  return (
    <PageHeader
      title={user ? fullName(user) : 'User'}
      subtitle={user?.email}
      back={backToUsers}
      picture={user && <PersonAvatar person={user} size={48} />}
      mark={user && <UserStatusBadge status={user.status} />}
      actions={
        user &&
        mayChange(viewer, user) && (
          <>
            <UserActions user={user} companyId={companyId} viewer={viewer} />
            <EditButton to={paths.users.edit(user.id)} />
          </>
        )
      }
    />
  );
};

const Overview = ({ user }: { user: UserRecord }) => {
  const { role, invitedAt, lastSeenAt, hasSecondFactor } = user;
  return (
    <Section title="User Information" isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Role', value: role === 'admin' ? `${companyAdminLabel}, with every location` : 'Staff' },
          { label: 'Two-step verification', value: secondFactorText(hasSecondFactor) },
          { label: 'Last Seen', value: lastSeenAt ? <DateField value={lastSeenAt} format={dateTimeText} /> : 'Never' },
          { label: 'Invited', value: invitedAt && <DateField value={invitedAt} format={dateTimeText} /> },
        ]}
      />
    </Section>
  );
};

const Access = ({ user }: { user: UserRecord }) => (
  <Section title="Access" isFlush>
    {user.locations.length > 0 ? (
      <StaticTable<GrantRow>
        label="Access"
        columns={accessColumns}
        rows={user.locations.map((grant) => ({ ...grant, id: grant.location.id }))}
      />
    ) : (
      <Box sx={{ px: 2, pb: 2, color: 'text.secondary' }}>No access to any location.</Box>
    )}
  </Section>
);

type GrantRow = UserRecord['locations'][number] & { id: string };

const accessColumns: readonly Column<GrantRow>[] = [
  {
    label: 'Location',
    cell: ({ location }) => (
      <Box component="span" sx={{ fontWeight: 600 }}>
        {location.name}
      </Box>
    ),
  },
  { label: 'Level', inCard: 'end', cell: ({ accessLevel }) => levelLabels[accessLevel] },
];

/** Shown to company admins, but not while the user works for another company too or has not accepted the invitation. */
const Sessions = ({ user, companyId }: { user: UserRecord; companyId: string }) => {
  const viewer = getViewer(companyId);
  if (!viewer.isCompanyAdmin || user.status === 'invited') return null;
  if (user.worksElsewhere && user.id !== viewer.id) {
    return (
      <Section title="Sessions">
        <Box sx={{ color: 'text.secondary' }}>
          This person also works for another company. Only they can see and end their sessions.
        </Box>
      </Section>
    );
  }
  const who = { id: user.id, companyId };
  return (
    <SessionsSection
      text="Where this person is signed in."
      queryKey={[companyId, user.id]}
      read={(signal) => userActions.userSessions(who, signal)}
      endOne={(sessionId) => userActions.endUserSession(who, sessionId)}
      endAll={() => userActions.endUserSessions(who)}
    />
  );
};
