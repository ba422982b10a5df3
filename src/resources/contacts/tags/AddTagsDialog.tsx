import { zodResolver } from '@hookform/resolvers/zod';
import { useDataProvider, useListContext, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { contactTagsForm } from '#domain/contacts/contract.ts';
import { uniqueTags } from '#domain/contacts/tags.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { TagsInput } from './TagsInput.tsx';

interface AddTagsDialogProps {
  contacts: readonly ListedContact[];
  onClose: () => void;
}

/** Adds tags to the selected contacts. Tags that they have stay. */
export const AddTagsDialog = ({ contacts, onClose }: AddTagsDialogProps) => {
  const { onUnselectItems } = useListContext();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const save = async ({ tags: added }: FieldValues) => {
    for (const contact of contacts) {
      const { id, tags = [], updatedAt } = contact;
      const data = { tags: uniqueTags([...tags, ...added]), updatedAt };
      await dataProvider.update('contacts', { id, data, previousData: contact });
    }
    notify(`Tags added to ${pluralize(contacts.length, 'contact')}`, { type: 'success' });
    onUnselectItems();
  };
  return (
    <FormDialog
      title={`Add tags to ${pluralize(contacts.length, 'Contact')}`}
      draftOf="tags of several contacts"
      resolver={zodResolver(contactTagsForm)}
      defaultValues={{ tags: [] }}
      onSubmit={save}
      failed="The tags were not added to all of them"
      submitLabel="Add tags"
      onClose={onClose}
    >
      <TagsInput />
      <FormError />
    </FormDialog>
  );
};
