import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormState } from 'react-hook-form';
import { useConfirm } from '../ConfirmDialog.tsx';
import { LeaveGuard } from './LeaveWarning.tsx';

/** In a form whose response is shown once: leaving the page before it has come asks first. */
export const SecretOnItsWay = ({ what, isSecret = true }: { what: string; isSecret?: boolean }) => {
  const { isSubmitting } = useFormState();
  const question = {
    title: `Leave before the ${what} is shown?`,
    text: 'It is being made, and is shown here only once.',
    confirmLabel: 'Leave',
    cancelLabel: 'Stay',
    isDangerous: true,
  };
  return <LeaveGuard isActive={isSubmitting && isSecret} question={question} />;
};

interface ShownSecret {
  /** It is on the screen and was not copied. */
  isUnsaved: boolean;
  /** Says how to get another. */
  text: string;
  onClose: () => void;
}

/** Asks before a secret that is shown once is closed or its page is left. `done` closes without asking; `dialog` goes on the page. */
export const useShownSecret = ({ isUnsaved, text, onClose }: ShownSecret) => {
  const [isDone, setDone] = useState(false);
  const { confirm, dialog } = useConfirm();
  const question = { text, cancelLabel: 'Keep it open', isDangerous: true };
  const done = () => {
    // Rendered synchronously, so that the guard lets `onClose` leave the page.
    flushSync(() => setDone(true));
    onClose();
  };
  const close = async () => {
    if (!isUnsaved || (await confirm({ ...question, title: 'Close without copying?', confirmLabel: 'Close' }))) done();
  };
  return {
    done,
    close: () => void close(),
    dialog: (
      <>
        <LeaveGuard
          isActive={isUnsaved && !isDone}
          question={{ ...question, title: 'Leave without copying?', confirmLabel: 'Leave' }}
        />
        {dialog}
      </>
    ),
  };
};
