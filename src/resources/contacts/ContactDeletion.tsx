import { Alert, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCloseNotification, useNotify } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import type { ContactInUse } from '#domain/contacts/deletionContract.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { contactRestoreDays } from '#domain/shared/limits.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { withListState } from '#src/ui/lists/listMemory.ts';
import { useAccess, useLocationScope, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useDeleteAction } from '#src/ui/DeleteAction.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { contactActions, type ContactRecord } from '#src/dataProvider/contacts.ts';
import { messageFrom, nullIfNotFound } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { ActionMenu } from '#src/ui/ActionMenu.tsx';
import { ErasureNotice } from './personal-data/ErasureNotice.tsx';
import { usePersonalData } from './personal-data/usePersonalData.tsx';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';

/** Deletes the contact after asking. A refusal stays on the page with what is to be settled; an admin may undo the deletion. */
export const useContactDeletion = (contact: ContactRecord) => {
  const { may } = useAccess();
  const isRestorable = contact.hasHistory !== false;
  const [refused, setRefused] = useState<ContactInUse>();
  const { ask, dialog, isPending } = useDeleteAction({
    resource: 'contacts',
    record: contact,
    title: 'Delete this contact?',
    text: `${fullName(contact)} is removed from all lists. ${isRestorable ? keptFor : 'This cannot be undone.'}`,
    deleted: 'Contact deleted',
    undo: isRestorable && may('contacts:restore') && <UndoButton contactId={contact.id} />,
    failed: 'Failed to delete contact',
    list: paths.contacts.list,
    onRefused: (error) => {
      const body: Partial<ContactInUse> = error.body ?? {};
      if (!body.memberships && !body.invoices) return false;
      setRefused({ ...body, message: error.message });
      return true;
    },
  });
  return {
    ask: () => {
      setRefused(undefined);
      ask();
    },
    dialog,
    isPending,
    refusal: refused && <InUse contactId={contact.id} refused={refused} onClose={() => setRefused(undefined)} />,
  };
};

const keptFor = `Invoices and check-ins keep the name. An admin can restore the contact for ${contactRestoreDays} days.`;

const InUse = ({ contactId, refused, onClose }: { contactId: string; refused: ContactInUse; onClose: () => void }) => {
  const { message, memberships = [], invoices = [] } = refused;
  const links = [
    ...memberships.map(({ id, name }) => ({ to: paths.contacts.membership(contactId, id), label: name })),
    ...invoices.map(({ id, due }) => ({
      to: paths.contacts.invoice(contactId, id),
      label: `Invoice over ${formatMoney(due)}`,
    })),
  ];
  return (
    <Alert severity="warning" sx={{ mb: 2 }} onClose={onClose}>
      {message}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, ml: -0.5 }}>
        {links.map(({ to, label }) => (
          <Button key={to} component={Link} to={to} variant="outlined" size="small">
            {label}
          </Button>
        ))}
      </Box>
    </Alert>
  );
};

/** Restores a contact and opens its page. If its home location was archived meanwhile, the selected one becomes it. */
const useRestore = (contactId: string) => {
  const { selected } = useLocationScope();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  return useSingleMutation({
    mutationFn: () => contactActions.restoreContact(contactId, selected?.id),
    onSuccess: async ({ message }) => {
      await navigate(paths.contacts.show(contactId));
      notify(message, { type: 'success' });
    },
    onError: (error) => notify(messageFrom(error, 'Failed to restore contact'), { type: 'error' }),
  });
};

const UndoButton = ({ contactId }: { contactId: string }) => {
  const { mutateAsync: restore, isPending } = useRestore(contactId);
  const close = useCloseNotification();
  return (
    <Button
      color="inherit"
      size="small"
      loading={isPending}
      onClick={() => void restore().then(close, () => undefined)}
      sx={{ ml: 1, my: -0.5 }}
    >
      Undo
    </Button>
  );
};

/** The page of a contact that does not exist. To an admin it says when the contact was deleted, and offers to restore it. */
export const ContactNotFound = () => {
  const { id = '' } = useParams();
  const { may } = useAccess();
  const { timezone } = useSelectedLocation();
  const { mutate: restore, isPending } = useRestore(id);
  const { data: deletion } = useQuery({
    queryKey: ['contacts', 'deletion', id],
    queryFn: ({ signal }) => contactActions.deletedContact(id, signal).catch(nullIfNotFound),
    enabled: may('contacts:restore'),
    retry: false,
  });
  const personalData = usePersonalData({ id, name: deletion?.name ?? '', isErasureAsked: Boolean(deletion?.erasure) });
  const text = deletion
    ? `${deletion.name} was deleted on ${shortDate(deletion.deletedAt, timezone)}${deletion.isRestorable ? `, and can be restored until ${shortDate(deletion.restorableUntil, timezone)}.` : '.'}`
    : 'The contact you are looking for could not be found.';
  return (
    <>
      <ErasureNotice erasure={deletion?.erasure} />
      <EmptyState title={deletion ? 'Contact Deleted' : 'Contact Not Found'} text={text}>
        {deletion?.isRestorable && (
          <Button variant="contained" loading={isPending} onClick={() => restore()}>
            Restore contact
          </Button>
        )}
        <Button
          component={Link}
          to={withListState(paths.contacts.list)}
          variant={deletion?.isRestorable ? 'outlined' : 'contained'}
        >
          Back to Contacts
        </Button>
        {deletion && <ActionMenu label="More actions" actions={personalData.actions} />}
      </EmptyState>
      {personalData.dialog}
    </>
  );
};
