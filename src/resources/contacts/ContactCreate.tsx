import { Alert } from '@mui/material';
import { useRef, useState } from 'react';
import { useNotify, useDataProvider } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { imageFailureRedirectMs } from '#src/limits.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { withListState } from '#src/ui/lists/listMemory.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { CreatePage } from '#src/ui/RecordPage.tsx';
import { useTimeout } from '#src/ui/time.ts';
import { contactActions, type ContactRecord } from '#src/dataProvider/contacts.ts';
import { navigationState, withChosenContact } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import { ContactInputs, createResolver, type ContactCreateForm } from './ContactFields.tsx';
import { DuplicateHint } from './DuplicateHint.tsx';
import { PhotoInput } from './PhotoInput.tsx';

export const ContactCreate = () => (
  <RequireLocation feature="contacts" prompt="Select a location to add a contact" offersDashboard>
    <AddContact />
  </RequireLocation>
);

/** Creates the contact, then uploads the picture if one was chosen. A page that requested a contact gets the new one back. */
const AddContact = () => {
  const { id: homeLocationId } = useSelectedLocation();
  const { create } = useDataProvider();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const { returnTo } = navigationState(useLocation().state);
  const isPhotoLost = useRef(false);
  const [withoutPhoto, setWithoutPhoto] = useState<ContactRecord>();

  const save = async ({ photo, tags = [], ...values }: ContactCreateForm, idempotencyKey: string) => {
    const { data } = await create<ContactRecord>('contacts', {
      data: { ...values, ...(tags.length > 0 && { tags }) },
      meta: { idempotencyKey },
    });
    isPhotoLost.current = photo ? await contactActions.uploadContactImage(data.id, photo).then(no, yes) : false;
    return data;
  };
  const leave = (contact: ContactRecord) =>
    returnTo
      ? navigate(returnTo, withChosenContact({ homeLocation: null, ...contact }))
      : navigate(paths.contacts.list);
  const proceed = async (contact: ContactRecord) => {
    if (isPhotoLost.current) return setWithoutPhoto(contact);
    await leave(contact);
    if (!returnTo) notify('Contact added', { type: 'success' });
    return undefined;
  };
  return (
    <CreatePage resource="contacts" save={save} onSaved={proceed}>
      <PageHeader
        title="Add Contact"
        subtitle="A member or a prospect"
        back={returnTo ? { to: returnTo, label: 'Back' } : { to: paths.contacts.list, label: 'Back to Contacts' }}
      />
      {withoutPhoto && <PhotoMissing onLeave={() => void leave(withoutPhoto)} />}
      <div hidden={withoutPhoto !== undefined}>
        <FormPage
          resolver={createResolver}
          defaultValues={{ homeLocationId, tags: [] }}
          submitLabel="Add Contact"
          cancelTo={returnTo ?? withListState(paths.contacts.list)}
        >
          <FormSection title="Profile Photo">
            <FullWidth>
              <PhotoInput />
            </FullWidth>
          </FormSection>
          <ContactInputs hint={<DuplicateHint />} />
        </FormPage>
      </div>
    </CreatePage>
  );
};

const yes = () => true;
const no = () => false;

/** The contact was created, but its picture was not saved. After 2 seconds it opens the list, or the page that requested a contact. */
const PhotoMissing = ({ onLeave }: { onLeave: () => void }) => {
  useTimeout(onLeave, imageFailureRedirectMs);
  return (
    <Alert severity="warning">
      The contact was created, but the image could not be uploaded. The image can be added later from the contact’s
      page.
    </Alert>
  );
};
