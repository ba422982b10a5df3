import { Button } from '@mui/material';
import { useRef, useState } from 'react';
import { EditBase, useNotify } from 'react-admin';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { isEditConflict } from '#src/dataProvider/editConflict.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import { ContactInputs, editResolver } from '../ContactFields.tsx';
import { useContact } from '../useContact.ts';

/**
 * The inline form. It keeps the contact as it was when the form was opened, whatever is refetched meanwhile. After somebody
 * else's change, the user can decide to overwrite it: then the form is sent without `updatedAt`.
 */
export const ContactEdit = ({ onClose }: { onClose: () => void }) => {
  const latest = useContact();
  const [contact] = useState(latest);
  const [hasConflict, setHasConflict] = useState(false);
  const isForced = useRef(false);
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const transform = (values: Partial<ContactRecord>) => {
    const data = isForced.current ? { ...values, updatedAt: undefined } : values;
    isForced.current = false;
    return data;
  };
  const onSuccess = async () => {
    onClose();
    await navigate(paths.contacts.show(contact.id), { replace: true });
    notify('Contact updated', { type: 'success' });
  };
  return (
    <EditBase<ContactRecord>
      resource="contacts"
      id={contact.id}
      mutationMode="pessimistic"
      disableAuthentication
      queryOptions={pageReadsIt}
      transform={transform}
      mutationOptions={{ onSuccess, onError: (error) => setHasConflict(isEditConflict(error)) }}
    >
      <FormPage
        record={contact}
        resolver={editResolver}
        submitLabel="Save changes"
        onCancel={onClose}
        errorAction={
          hasConflict && (
            <Button type="submit" color="inherit" size="small" onClick={() => void (isForced.current = true)}>
              Save anyway
            </Button>
          )
        }
      >
        <ContactInputs autoFocus />
      </FormPage>
    </EditBase>
  );
};

const pageReadsIt = { refetchOnMount: false, onError: () => undefined };
