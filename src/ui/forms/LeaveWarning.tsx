import { useEffect, useEffectEvent, type ComponentProps } from 'react';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router-dom';
import { useBeforeLocationSwitch } from '#src/location-scope/useLocationScope.ts';
import { ConfirmDialog, useConfirm } from '../ConfirmDialog.tsx';
import { useHeldTab } from '../useHeldTab.ts';

/** Asks before a changed form is left. */
export const LeaveWarning = () => {
  const { isDirty, isSubmitting, isSubmitSuccessful } = useFormState();
  return <LeaveGuard isActive={isDirty && !isSubmitting && !isSubmitSuccessful} question={leaveQuestion} />;
};

type LeavingQuestion = Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onConfirm' | 'onCancel'>;

/** Asks before something is lost: by a link, Back, a switch of location, a sign-out, or closing the tab. */
export const LeaveGuard = ({ isActive, question: asked }: { isActive: boolean; question: LeavingQuestion }) => {
  const { confirm, dialog } = useConfirm();
  const ask = () => confirm(asked);
  useBeforeLocationSwitch(isActive, ask);
  useBeforeSignOut(isActive, ask);
  useHeldTab(isActive);
  return (
    <>
      {isActive && <LeaveQuestion {...asked} />}
      {dialog}
    </>
  );
};

const questions = new Set<() => Promise<boolean>>();

const useBeforeSignOut = (isActive: boolean, ask: () => Promise<boolean>) => {
  const question = useEffectEvent(ask);
  useEffect(() => {
    if (!isActive) return undefined;
    const own = () => question();
    questions.add(own);
    return () => void questions.delete(own);
  }, [isActive]);
};

/** Asks about everything that a sign-out would lose. False as soon as the user stays. */
export const mayLose = async (): Promise<boolean> => {
  for (const ask of questions) if (!(await ask())) return false;
  return true;
};

interface LeaveQuestionProps extends LeavingQuestion {
  onLeave?: () => void;
}

/** Asks before a link or Back leaves the page. The router asks only the last one mounted, so mount it while something could be lost. */
export const LeaveQuestion = ({ onLeave, ...asked }: LeaveQuestionProps) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  const leave = () => {
    onLeave?.();
    blocker.proceed?.();
  };
  return (
    <ConfirmDialog
      {...asked}
      isOpen={blocker.state === 'blocked'}
      onConfirm={leave}
      onCancel={() => blocker.reset?.()}
    />
  );
};

export const leaveQuestion = {
  title: 'Leave without saving?',
  text: 'Your changes have not been saved.',
  confirmLabel: 'Leave',
  cancelLabel: 'Keep editing',
  isDangerous: true,
} as const;

/** The same before a dialog is closed. */
export const closeQuestion = { ...leaveQuestion, title: 'Close without saving?', confirmLabel: 'Close' };
