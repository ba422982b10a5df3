import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton, TextField, Typography } from '@mui/material';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNotify, useStore } from 'react-admin';
import type { ContactNote } from '#domain/contacts/notesContract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { notesMaxLength } from '#domain/shared/limits.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { contactActions } from '#src/dataProvider/contacts.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useContact } from '../useContact.ts';
import { useContactNotes } from './useContactNotes.ts';
import { SubmitError } from '#src/ui/forms/SubmitError.tsx';

interface ContactNotesProps {
  /** How many are shown before Show all. */
  most: number;
  takesFocus?: boolean;
}

/** Dated notes with their author, the newest first, and the notes of the contact's record as the oldest. */
export const ContactNotes = ({ most, takesFocus = false }: ContactNotesProps) => {
  const contact = useContact();
  const [isWhole, setWhole] = useState(false);
  const query = useContactNotes(contact.id);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {contact.mayChange !== false && <NewNote takesFocus={takesFocus} />}
      <QueryState query={query} fallback="Couldn’t load the notes" loading={<SkeletonBlock lines={2} />}>
        {(notes) => {
          const count = notes.length + (contact.notes ? 1 : 0);
          const listedNotes = isWhole ? notes : notes.slice(0, most);
          return (
            <>
              {count === 0 && <Typography color="textSecondary">No notes yet</Typography>}
              {count > 0 && (
                <Box
                  component="ul"
                  aria-label="Notes"
                  sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}
                >
                  {listedNotes.map((note) => (
                    <Note key={note.id} note={note} />
                  ))}
                  {contact.notes && (isWhole || notes.length < most) && (
                    <Written text={contact.notes}>From the contact’s record</Written>
                  )}
                </Box>
              )}
              {!isWhole && count > most && (
                <Button color="inherit" onClick={() => setWhole(true)} sx={{ justifySelf: 'start' }}>
                  {`Show ${pluralize(count - most, 'older note')}`}
                </Button>
              )}
            </>
          );
        }}
      </QueryState>
    </Box>
  );
};

const NewNote = ({ takesFocus }: { takesFocus: boolean }) => {
  const { id } = useContact();
  // Kept for the tab: closing the panel or leaving the page loses nothing.
  const [text, setText] = useStore(`contacts.${id}.newNote.${readSession()?.user.id}`, '');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const { mutate, isPending, error } = useIdempotentMutation({
    name: `note.${id}`,
    mutationFn: (written: string, key) => contactActions.addContactNote(id, written, key),
    onSuccess: (_saved, sent) => {
      // What was typed meanwhile is the next note.
      setText((typed) => (typed.trim() === sent ? '' : typed));
      if (field.current?.form?.contains(document.activeElement)) field.current.focus();
    },
  });
  const written = text.trim();
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (written) mutate(written);
      }}
      sx={{ display: 'grid', displayPrint: 'none', gap: 1, justifyItems: 'start' }}
    >
      {error && <SubmitError>{messageFrom(error, 'Failed to add the note')}</SubmitError>}
      <TextField
        multiline
        fullWidth
        minRows={1}
        maxRows={8}
        placeholder="Write a note…"
        value={text}
        onChange={(event) => setText(event.target.value)}
        inputRef={field}
        slotProps={{ htmlInput: { 'aria-label': 'New note', maxLength: notesMaxLength } }}
      />
      {written && (
        <Button type="submit" variant="contained" loading={isPending}>
          Add note
        </Button>
      )}
    </Box>
  );
};

const Note = ({ note }: { note: ContactNote }) => {
  const { id } = useContact();
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const { mutate: remove, isPending } = useSingleMutation({
    mutationFn: () => contactActions.deleteContactNote(id, note.id),
    onSuccess: () => notify('Note deleted', { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to delete the note'), { type: 'error' }),
  });
  const ask = async () => {
    if (await confirm({ title: 'Delete this note?', text: note.text, confirmLabel: 'Delete', isDangerous: true }))
      remove();
  };
  return (
    <Written
      text={note.text}
      action={
        note.mayDelete && (
          <IconButton
            size="small"
            aria-label={`Delete note of ${note.author.name}`}
            loading={isPending}
            onClick={() => void ask()}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        )
      }
    >
      {note.author.name} · <DateField value={note.createdAt} format={dateTimeText} />
      {dialog}
    </Written>
  );
};

const Written = ({ text, action, children }: { text: string; action?: ReactNode; children: ReactNode }) => (
  <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</Box>
      <Typography component="div" variant="body2" color="textSecondary">
        {children}
      </Typography>
    </Box>
    {action}
  </Box>
);
