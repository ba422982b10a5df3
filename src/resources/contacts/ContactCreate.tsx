import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { imageFailureRedirectMs } from '#domain/rules/limits.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { FormError } from '#src/custom/ui/FormError.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { FormSection } from '#src/custom/ui/FormSection.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { Wide } from '#src/custom/ui/Wide.tsx';
import { withListState } from '#src/custom/ui/listMemory.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { paths } from '#src/paths.ts';
import { createResolver, type ContactCreateForm } from './contactForm.ts';
import { ContactInputs } from './ContactInputs.tsx';
import { DuplicateHint } from './DuplicateHint.tsx';
import { PhotoInput } from './photo/PhotoInput.tsx';

/** Spec §2, Add contact. */
export const ContactCreate = () => (
  <RequireLocation feature="contacts" prompt="Select a location to add a contact" offersDashboard>
    <AddContact />
  </RequireLocation>
);

const AddContact = () => {
  const { id: homeLocationId } = useSelectedLocation();
  const navigate = useNavigate();
  const { save, isPhotoMissing } = useAddContact();
  return (
    <>
      <PageHeader title="Add Contact" subtitle="A member or a prospect" back={{ to: paths.contacts.list, label: 'Back to Contacts' }} />
      {isPhotoMissing && <PhotoMissing />}
      <div hidden={isPhotoMissing}>
        <FormPage
          resolver={createResolver}
          defaultValues={{ homeLocationId }}
          onSubmit={(values: FieldValues) => save(values as ContactCreateForm)}
          submitLabel="Create Contact"
          onCancel={() => void navigate(withListState(paths.contacts.list))}
        >
          <FormSection title="Profile Photo">
            <Wide>
              <PhotoInput />
            </Wide>
          </FormSection>
          <ContactInputs hint={<DuplicateHint />} />
          <FormError />
        </FormPage>
      </div>
    </>
  );
};

/** Spec §4: the contact is there, its picture is not; the list follows in 2 seconds. */
const PhotoMissing = () => {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.contacts.list), imageFailureRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Alert severity="warning">
      The contact was created, but the image could not be uploaded. The image can be added later from the contact’s page.
    </Alert>
  );
};

/** Creates the contact, then uploads the picture if one was chosen. */
const useAddContact = () => {
  const { create, uploadContactImage } = useConsoleData();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isPhotoMissing, setPhotoMissing] = useState(false);
  const save = async ({ photo, ...data }: ContactCreateForm) => {
    try {
      const { data: contact } = await create<ContactRecord>('contacts', { data });
      const isComplete = !photo || (await uploadContactImage(contact.id, photo).then(yes, no));
      void queryClient.invalidateQueries({ queryKey: ['contacts'] });
      if (isComplete) void navigate(paths.contacts.list, withSuccess('Contact created successfully'));
      else setPhotoMissing(true);
      return undefined;
    } catch (error) {
      return formErrors(error, 'Failed to create contact');
    }
  };
  return { save, isPhotoMissing };
};

const yes = () => true;
const no = () => false;
