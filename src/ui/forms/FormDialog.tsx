import { Button, DialogActions, DialogContent, type DialogProps } from '@mui/material';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Form, type FormProps } from 'react-admin';
import { useFormState, useWatch, type FieldValues } from 'react-hook-form';
import { useConfirm } from '../ConfirmDialog.tsx';
import { TitledDialog } from '../TitledDialog.tsx';
import { SkeletonBlock } from '../SkeletonBlock.tsx';
import { FormDraft } from './FormDraft.tsx';
import { useFormErrors } from './useFormErrors.ts';
import { closeQuestion, LeaveWarning } from './LeaveWarning.tsx';

interface SheetProps {
  submitLabel: string;
  cancelLabel?: string;
  /** Red, for what cannot be undone. */
  isDangerous?: boolean;
  onClose: () => void;
  isReady?: (values: Record<string, unknown>) => boolean;
  children: ReactNode;
}

interface FormDialogProps extends SheetProps, Pick<FormProps, 'resolver' | 'defaultValues'> {
  title: string;
  /** Until what would move the inputs under somebody's hand is known. */
  isLoading?: boolean;
  /** Saves. The dialog then closes, or shows the server's message; without one it says that this `failed`. */
  onSubmit: (values: FieldValues) => Promise<unknown>;
  failed?: string;
  maxWidth?: DialogProps['maxWidth'];
  /** Names what the form is about. A draft is offered again only in a form with the same key. */
  draftOf: string;
}

/**
 * A short form over a page, open while it is mounted. Cancel closes it at once; closing it in another way asks first if
 * something was typed.
 */
export const FormDialog = ({
  title,
  isLoading = false,
  maxWidth = 'sm',
  draftOf,
  resolver,
  defaultValues,
  onSubmit,
  failed = '',
  onClose,
  ...sheet
}: FormDialogProps) => {
  const leaveRef = useRef(onClose);
  // The page below may be refetched while the dialog is open. React-admin would then reset the form to the new values.
  const [untouched] = useState(defaultValues);
  const toErrors = useFormErrors();
  const save = async (values: FieldValues) => {
    try {
      await onSubmit(values);
      onClose();
      return undefined;
    } catch (error) {
      return toErrors(error, failed);
    }
  };
  return (
    <TitledDialog title={title} onClose={() => leaveRef.current()} maxWidth={maxWidth} sx={scrollingFields}>
      {isLoading ? (
        <DialogContent>
          <SkeletonBlock lines={8} />
        </DialogContent>
      ) : (
        <Form
          noValidate
          disableInvalidFormNotification
          record={ofItsOwn}
          resolver={resolver}
          defaultValues={untouched}
          onSubmit={save}
        >
          <FormSheet {...sheet} draftOf={draftOf} onClose={onClose} leaveRef={leaveRef} />
        </Form>
      )}
    </TitledDialog>
  );
};

/** Content that does not fit is scrolled above the buttons, which stay in sight. */
const scrollingFields = { '& form': { display: 'contents' } } as const;

/** Not the record of the page below, which react-admin would take from the context. */
const ofItsOwn = {};

interface FormSheetProps extends SheetProps {
  draftOf: string;
  leaveRef: { current: () => void };
}

const FormSheet = ({
  submitLabel,
  cancelLabel = 'Cancel',
  isDangerous = false,
  draftOf,
  onClose,
  isReady,
  children,
  leaveRef,
}: FormSheetProps) => {
  const { isDirty, isSubmitting } = useFormState();
  const values: Record<string, unknown> = useWatch();
  const { confirm, dialog } = useConfirm();
  const close = async () => {
    if (!isSubmitting && (!isDirty || (await confirm(closeQuestion)))) onClose();
  };
  useEffect(() => {
    leaveRef.current = () => void close();
  });
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
        <FormDraft of={draftOf} />
        {children}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isSubmitting}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          loading={isSubmitting}
          disabled={isReady ? !isReady(values) : false}
        >
          {submitLabel}
        </Button>
      </DialogActions>
      <LeaveWarning />
      {dialog}
    </>
  );
};
