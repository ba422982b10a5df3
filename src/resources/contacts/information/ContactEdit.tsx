import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { HttpError, useUpdate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { paths } from '#src/paths.ts';
import { editResolver } from '../contactForm.ts';
import { ContactInputs } from '../ContactInputs.tsx';
import { useContact } from '../useContact.ts';

/** The inline form. It keeps to the contact as it was when the form was opened, whatever is loaded anew meanwhile. */
export const ContactEdit = ({ onClose }: { onClose: () => void }) => {
  const latest = useContact();
  const [contact] = useState(latest);
  const { save, isStale, force } = useSaveContact(contact, onClose);
  return (
    <FormPage
      record={contact}
      resolver={editResolver}
      onSubmit={(values: FieldValues) => save(values)}
      submitLabel="Save Changes"
      onCancel={onClose}
    >
      <ContactInputs autoFocus />
      <FormError
        action={
          isStale && (
            <Button type="submit" color="inherit" size="small" onClick={force}>
              Save Anyway
            </Button>
          )
        }
      />
    </FormPage>
  );
};

/** After somebody else's change, what was typed here wins if the user says so: then it is sent without `updatedAt`. */
const useSaveContact = (contact: ContactRecord, onClose: () => void) => {
  const [update] = useUpdate<ContactRecord, Error>();
  const [isStale, setStale] = useState(false);
  const isForced = useRef(false);
  const navigate = useNavigate();
  const save = async (values: FieldValues) => {
    const data = isForced.current ? { ...values, updatedAt: undefined } : values;
    isForced.current = false;
    try {
      await update('contacts', { id: contact.id, data, previousData: contact }, { mutationMode: 'pessimistic', returnPromise: true });
      onClose();
      void navigate(paths.contacts.show(contact.id), { replace: true, ...withSuccess('Contact updated successfully') });
      return undefined;
    } catch (error) {
      setStale(error instanceof HttpError && error.status === 409 && !error.body?.errors);
      return formErrors(error, 'Failed to update contact');
    }
  };
  return { save, isStale, force: () => void (isForced.current = true) };
};
