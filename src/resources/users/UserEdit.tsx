import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from 'react-admin';
import { useParams } from 'react-router-dom';
import { userUpdateBody } from '#domain/users/contract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { FormSection } from '#src/ui/forms/FormSection.tsx';
import { CannotChange, RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { EditPage } from '#src/ui/RecordPage.tsx';
import { toGrants, type UserRecord } from '#src/dataProvider/users.ts';
import { paths } from '#src/paths.ts';
import { mayChange, userPageProps, getViewer } from './user.tsx';
import { AccessInputs } from './UserInputs.tsx';

export const UserEdit = () => (
  <RequireLocation feature="users" prompt="Select a location to edit a user">
    <EditUser />
  </RequireLocation>
);

const EditUser = () => {
  const { companyId } = useSelectedLocation();
  const { id = '' } = useParams();
  const show = paths.users.show(id);
  return (
    <EditPage<UserRecord>
      {...userPageProps(companyId)}
      renderHeader={(user) => (
        <PageHeader title="Edit User" subtitle={user && fullName(user)} back={{ to: show, label: 'Back to User' }} />
      )}
      showPath={paths.users.show}
      saved="User updated"
    >
      {(user) =>
        mayChange(getViewer(companyId), user) ? (
          <FormPage record={toForm(user)} resolver={resolver} submitLabel="Save changes" cancelTo={show}>
            <NameInputs user={user} companyId={companyId} />
            <AccessInputs companyId={companyId} text="Changes take effect with the person’s next request." />
          </FormPage>
        ) : (
          <CannotChange text="Only a company admin can change this person’s access." />
        )
      }
    </EditPage>
  );
};

/** Company admins may change a name, but not once the user works for another company too. */
const NameInputs = ({ user, companyId }: { user: UserRecord; companyId: string }) => {
  const isFixed = !getViewer(companyId).isCompanyAdmin || user.worksElsewhere;
  const fixed = { slotProps: { htmlInput: { readOnly: isFixed } } };
  const text = user.worksElsewhere
    ? 'This person also works for another company. Only they can change their name, under Your account.'
    : 'Only a company admin can change it.';
  return (
    <FormSection title="Name" text={isFixed && text}>
      <TextInput source="firstName" label="First Name" isRequired autoComplete="off" {...fixed} />
      <TextInput source="lastName" label="Last Name" isRequired autoComplete="off" {...fixed} />
    </FormSection>
  );
};

const toForm = ({ locations, ...user }: UserRecord) => ({ ...user, locations: toGrants(locations) });

/** An admin has no levels: those that were chosen before would not be what is stored. */
const resolver = zodResolver(
  userUpdateBody
    .omit({ updatedAt: true })
    .transform((user) => (user.role === 'admin' ? { ...user, locations: [] } : user)),
);
