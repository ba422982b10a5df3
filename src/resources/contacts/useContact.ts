import { useRecordContext } from 'react-admin';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';

/** The contact that this page is about. */
export const useContact = (): ContactRecord => {
  const contact = useRecordContext<ContactRecord>();
  if (!contact) throw new Error('useContact needs a contact around it');
  return contact;
};
