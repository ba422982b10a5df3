import { zodResolver } from '@hookform/resolvers/zod';
import { useDataProvider, useListContext, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { contactTagsForm } from '#domain/contacts/contract.ts';
import { uniqueTags } from '#domain/contacts/tags.ts';
import { fullName } from '#domain/shared/fullName.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { FormDialog } from '#src/ui/forms/FormDialog.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { TagsInput } from './TagsInput.tsx';

interface AddTagsDialogProps {
  contacts: readonly ListedContact[];
  onClose: () => void;
}

/** Adds tags to the selected contacts, one by one. Tags that they have stay. Who did not get them stays selected, with the reason. */
export const AddTagsDialog = ({ contacts, onClose }: AddTagsDialogProps) => {
  const { onSelect } = useListContext();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const save = async ({ tags: added }: FieldValues) => {
    const refused: [ListedContact, string][] = [];
    for (const contact of contacts) {
      const { id, tags = [], updatedAt } = contact;
      const data = { tags: uniqueTags([...tags, ...added]), updatedAt };
      await dataProvider
        .update('contacts', { id, data, previousData: contact })
        .catch((error: unknown) => refused.push([contact, messageFrom(error, notAdded)]));
    }
    onSelect(refused.map(([{ id }]) => id));
    const count = contacts.length - refused.length;
    if (count > 0) notify(`Tags added to ${pluralize(count, 'contact')}`, { type: 'success' });
    if (refused.length > 0) throw new Error(toSentences(refused));
  };
  return (
    <FormDialog
      title={`Add tags to ${pluralize(contacts.length, 'Contact')}`}
      draftOf="tags of several contacts"
      resolver={zodResolver(contactTagsForm)}
      defaultValues={{ tags: [] }}
      onSubmit={save}
      failed={notAdded}
      submitLabel="Add tags"
      onClose={onClose}
    >
      <TagsInput />
      <FormError />
    </FormDialog>
  );
};

const notAdded = 'The tags were not added';
const mostNamed = 3;

const toSentences = (refused: readonly [ListedContact, string][]) => {
  const others = refused.length - mostNamed;
  return [
    ...refused.slice(0, mostNamed).map(([contact, reason]) => `${fullName(contact)}: ${reason}`),
    ...(others > 0 ? [`and ${pluralize(others, 'other contact')}`] : []),
  ].join('; ');
};
