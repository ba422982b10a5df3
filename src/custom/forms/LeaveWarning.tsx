import { useCallback, useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router-dom';
import { useBeforeLocationSwitch } from '#src/custom/location-scope/useLocationScope.ts';
import { ConfirmDialog, useConfirm } from '#src/custom/ui/ConfirmDialog.tsx';

/** Asks before a changed form is left: by a link, by Back, by another location, or by closing the tab. */
export const LeaveWarning = () => {
  const { isDirty, isSubmitting, isSubmitSuccessful } = useFormState();
  const isUnsaved = isDirty && !isSubmitting && !isSubmitSuccessful;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname);
  const { confirm, dialog } = useConfirm();
  useBeforeLocationSwitch(
    isUnsaved,
    useCallback(() => confirm(question), [confirm]),
  );
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isUnsaved]);
  return (
    <>
      <ConfirmDialog
        {...question}
        isOpen={blocker.state === 'blocked'}
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
      {dialog}
    </>
  );
};

const question = {
  title: 'Leave without saving?',
  text: 'Your changes have not been saved.',
  confirmLabel: 'Leave',
  cancelLabel: 'Keep Editing',
  isDangerous: true,
} as const;
