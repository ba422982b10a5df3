import Alert from '@mui/material/Alert';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router-dom';
import { imageFailureRedirectMs } from '#domain/rules/limits.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { returnPathIn, withChosenContact } from '#src/custom/ui/contactReturn.ts';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { FormSection, FullWidth } from '#src/custom/forms/FormSection.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { withListState } from '#src/custom/lists/listMemory.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { paths } from '#src/paths.ts';
import { createResolver, type ContactCreateForm } from './contactForm.ts';
import { ContactInputs } from './ContactInputs.tsx';
import { DuplicateHint } from './DuplicateHint.tsx';
import { PhotoInput } from './photo/PhotoInput.tsx';

export const ContactCreate = () => (
  <RequireLocation feature="contacts" prompt="Select a location to add a contact" offersDashboard>
    <AddContact />
  </RequireLocation>
);

const AddContact = () => {
  const { id: homeLocationId } = useSelectedLocation();
  const navigate = useNavigate();
  const { save, leave, withoutPhoto, backTo } = useAddContact();
  const isPhotoMissing = withoutPhoto !== undefined;
  return (
    <>
      <PageHeader title="Add Contact" subtitle="A member or a prospect" back={backTo ? { to: backTo, label: 'Back' } : { to: paths.contacts.list, label: 'Back to Contacts' }} />
      {withoutPhoto && <PhotoMissing onLeave={() => leave(withoutPhoto)} />}
      <div hidden={isPhotoMissing}>
        <FormPage
          resolver={createResolver}
          defaultValues={{ homeLocationId }}
          onSubmit={(values: FieldValues) => save(values as ContactCreateForm)}
          submitLabel="Create Contact"
          onCancel={() => void navigate(backTo ?? withListState(paths.contacts.list))}
        >
          <FormSection title="Profile Photo">
            <FullWidth>
              <PhotoInput />
            </FullWidth>
          </FormSection>
          <ContactInputs hint={<DuplicateHint />} />
          <FormError />
        </FormPage>
      </div>
    </>
  );
};

/** The contact is there, its picture is not; the list, or the page that asked for a contact, follows in 2 seconds. */
const PhotoMissing = ({ onLeave }: { onLeave: () => void }) => {
  const leave = useRef(onLeave);
  useEffect(() => {
    const timer = setTimeout(() => leave.current(), imageFailureRedirectMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Alert severity="warning">
      The contact was created, but the image could not be uploaded. The image can be added later from the contact’s page.
    </Alert>
  );
};

/** Creates the contact, then uploads the picture if one was chosen. Who asked for a contact gets this one back. */
const useAddContact = () => {
  const { create, uploadContactImage } = useConsoleData();
  const navigate = useNavigate();
  const backTo = returnPathIn(useLocation().state);
  const [withoutPhoto, setWithoutPhoto] = useState<ContactRecord>();
  const leave = (contact: ContactRecord, options: NavigateOptions = {}) =>
    void (backTo ? navigate(backTo, withChosenContact({ homeLocation: null, ...contact })) : navigate(paths.contacts.list, options));
  const save = async ({ photo, ...data }: ContactCreateForm) => {
    try {
      const { data: contact } = await create<ContactRecord>('contacts', { data });
      const isComplete = !photo || (await uploadContactImage(contact.id, photo).then(yes, no));
      if (isComplete) leave(contact, withSuccess('Contact created successfully'));
      else setWithoutPhoto(contact);
      return undefined;
    } catch (error) {
      return formErrors(error, 'Failed to create contact');
    }
  };
  return { save, leave, withoutPhoto, backTo };
};

const yes = () => true;
const no = () => false;
