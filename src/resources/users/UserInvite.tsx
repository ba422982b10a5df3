import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput, useNotify } from 'react-admin';
import { inviteBody, type InviteBody } from '#domain/users/contract.ts';
import { invitationDays } from '#domain/shared/limits.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { withListState } from '#src/ui/lists/listMemory.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { CreatePage } from '#src/ui/RecordPage.tsx';
import { userActions, type UserRecord } from '#src/dataProvider/users.ts';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import { backToUsers } from './user.tsx';
import { AccessInputs } from './UserInputs.tsx';

export const UserInvite = () => (
  <RequireLocation feature="users" prompt="Select a location to invite a user">
    <InviteUser />
  </RequireLocation>
);

const InviteUser = () => {
  const { id, companyId } = useSelectedLocation();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  return (
    <CreatePage<UserRecord, InviteBody>
      resource="users"
      save={(values, key) => userActions.inviteUser({ ...values, companyId }, key)}
      onSaved={async ({ message }) => {
        await navigate(paths.users.list);
        notify(message ?? 'Invitation sent', { type: 'success' });
      }}
    >
      <PageHeader title="Invite User" back={backToUsers} />
      <FormPage
        resolver={resolver}
        defaultValues={{ ...untouched, locations: [{ locationId: id, accessLevel: 'operator' }] }}
        submitLabel="Send invitation"
        cancelTo={withListState(paths.users.list)}
      >
        <FormSection
          title="Person"
          text={`They get an email with a link to set their password. It works for ${invitationDays} days.`}
        >
          <TextInput source="firstName" label="First Name" isRequired autoComplete="off" />
          <TextInput source="lastName" label="Last Name" isRequired autoComplete="off" />
          <FullWidth>
            <TextInput source="email" label="Email" type="email" isRequired autoComplete="off" />
          </FullWidth>
        </FormSection>
        <AccessInputs companyId={companyId} />
      </FormPage>
    </CreatePage>
  );
};

const resolver = zodResolver(inviteBody);
const untouched = { firstName: '', lastName: '', email: '', role: 'staff' };
