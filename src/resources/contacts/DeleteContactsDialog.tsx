import { Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useState } from 'react';
import { useDataProvider, useListContext, useNotify } from 'react-admin';
import { contactRestoreDays } from '#domain/shared/limits.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import { isUnanswered, messageFrom, nullIfNotFound } from '#src/dataProvider/http.ts';
import { isUnsent } from '#src/dataProvider/sendAttempt.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { pluralize } from '#src/ui/labels.ts';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';

interface DeleteContactsDialogProps {
  contacts: readonly ListedContact[];
  onClose: () => void;
}

/** Deletes the selected contacts one by one. Who cannot be deleted yet stays selected, with the reason. */
export const DeleteContactsDialog = ({ contacts, onClose }: DeleteContactsDialogProps) => {
  const { onSelect } = useListContext();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  // The list loses the deleted ones while the dialog is open.
  const [asked] = useState(contacts);
  const [refusals, setRefusals] = useState<Readonly<Record<string, unknown>>>();
  const { mutate: remove, isPending } = useSingleMutation({
    mutationFn: async () => {
      const refused: Record<string, unknown> = {};
      for (const contact of asked)
        await dataProvider
          .delete('contacts', { id: contact.id, previousData: contact })
          // Somebody else was faster, or the response to an earlier press was lost.
          .catch(nullIfNotFound)
          .catch((error: unknown) => (refused[contact.id] = error));
      return refused;
    },
    onSuccess: (refused) => {
      const ids = Object.keys(refused);
      onSelect(ids);
      if (ids.length < asked.length)
        notify(`${pluralize(asked.length - ids.length, 'contact')} deleted`, { type: 'success' });
      if (ids.length === 0) onClose();
      setRefusals(refused);
    },
  });
  const isUnsure = Object.values(refusals ?? {}).some((error) => isUnanswered(error) && !isUnsent(error));
  const listedContacts = refusals ? asked.filter(({ id }) => refusals[id]) : asked;
  return (
    <TitledDialog
      title={
        refusals
          ? `${pluralize(listedContacts.length, 'Contact')} ${isUnsure ? 'to Check' : 'Not Deleted'}`
          : `Delete ${pluralize(asked.length, 'Contact')}?`
      }
      maxWidth="xs"
      onClose={() => !isPending && onClose()}
    >
      <DialogContent sx={{ pt: 0 }}>
        {!refusals && (
          <Typography color="textSecondary" sx={{ mb: 1 }}>
            They are removed from all lists. Invoices and check-ins keep the names. An admin can restore whoever has any
            for {contactRestoreDays} days; the others are gone for good.
          </Typography>
        )}
        <Box component="ul" aria-label="Contacts" sx={list}>
          {listedContacts.map((contact) => (
            <li key={contact.id}>
              <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{fullName(contact)}</Box>
              {refusals && (
                <Typography variant="body2" color="error">
                  {messageFrom(refusals[contact.id], 'Not deleted')}
                </Typography>
              )}
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" disabled={isPending} onClick={onClose}>
          {refusals ? 'Close' : 'Cancel'}
        </Button>
        {!refusals && (
          <Button variant="contained" color="error" loading={isPending} onClick={() => remove()}>
            Delete {pluralize(asked.length, 'Contact')}
          </Button>
        )}
      </DialogActions>
    </TitledDialog>
  );
};

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': { borderTop: 1, borderColor: 'divider', py: 0.75 },
} as const;
