import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { ActionMenu } from '#src/ui/ActionMenu.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { contactMembershipActions } from '#src/dataProvider/contact-memberships.ts';
import { useContact } from '../useContact.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { FreezeDialog } from './FreezeDialog.tsx';
import { currentFreeze, plannedFreeze, useMayDo, useMembershipClock } from './contactMembership.ts';
import { actionLabels, offeredActions, type MembershipAction } from './offeredActions.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { AccessDialog, RenewalDialog } from './SettingDialogs.tsx';
import { useMembershipChange } from './useMembershipChange.ts';

export const MembershipActions = ({ membership, text }: { membership: ContactMembership; text?: string }) => {
  const { actions, dialogs } = useMembershipActions(membership);
  return (
    <>
      <ActionMenu label={`Actions for ${membership.membershipName}`} text={text} actions={actions} />
      {dialogs}
    </>
  );
};

interface MembershipButtonsProps {
  membership: ContactMembership;
  /** Offers these, in this order. */
  only: readonly MembershipAction[];
  /** The action whose dialog is open from the start. */
  startsWith?: MembershipAction | undefined;
  /** Set where a phone has no room even for one button. */
  isMenuOnPhone?: boolean;
}

/** The actions that the desk uses most, as buttons. */
export const MembershipButtons = ({ membership, only, startsWith, isMenuOnPhone = false }: MembershipButtonsProps) => {
  const { actions, dialogs } = useMembershipActions(membership, startsWith);
  const isPhone = useIsPhone();
  const buttonActions = only.flatMap(
    (name) => actions.find(({ action, refusal }) => action === name && !refusal) ?? [],
  );
  return (
    <>
      {isPhone && isMenuOnPhone ? (
        <ActionMenu label="Membership actions" actions={buttonActions} />
      ) : (
        buttonActions.map(({ action, label, isDangerous, isPending, onSelect }) => (
          <Button
            key={action}
            {...(buttonActions.length === 1 && isDangerous
              ? quiet
              : { variant: 'outlined', color: isDangerous ? 'error' : 'primary' })}
            loading={isPending}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))
      )}
      {dialogs}
    </>
  );
};

/** What ends something does not call for a press where it is all that can be done. */
const quiet = { color: 'error', sx: { ml: -1 } } as const;

/** The actions on a membership that this user may take now, and the dialog of the one that was chosen. */
const useMembershipActions = (membership: ContactMembership, startsWith?: MembershipAction) => {
  const contact = useContact();
  const { today } = useMembershipClock(membership);
  const mayChange = useMayDo(membership, 'change') && contact.mayChange !== false;
  const mayManage = useMayDo(membership, 'manage');
  const { runs, busy, dialog } = useDirectActions(membership);
  const offered = mayChange ? offeredActions(membership, today, mayManage) : [];
  const [opened, setOpened] = useState(() =>
    offered.some(({ action, refusal }) => action === startsWith && !refusal) ? startsWith : undefined,
  );
  const close = () => setOpened(undefined);
  const actions = offered.map(({ action, refusal }) => ({
    action,
    label: actionLabels[action],
    refusal,
    isDangerous: action === 'cancel',
    isPending: action === busy,
    onSelect: () => {
      const run = runs[action];
      if (run) run();
      else setOpened(action);
    },
  }));
  const dialogs = (
    <>
      {opened === 'cancel' && <CancelDialog membership={membership} onClose={close} />}
      {opened === 'freeze' && <FreezeDialog membership={membership} onClose={close} />}
      {opened === 'changeFreeze' && (
        <FreezeDialog
          membership={membership}
          freeze={currentFreeze(membership, today) ?? plannedFreeze(membership, today)}
          onClose={close}
        />
      )}
      {opened === 'changePlan' && <PlanDialog membership={membership} onClose={close} />}
      {opened === 'renewalOn' && <RenewalDialog membership={membership} onClose={close} />}
      {(opened === 'accessOn' || opened === 'accessOff') && (
        <AccessDialog membership={membership} accessEnabled={opened === 'accessOn'} onClose={close} />
      )}
      {dialog}
    </>
  );
  return { actions, dialogs };
};

const useDirectActions = (membership: ContactMembership) => {
  const notify = useNotify();
  const change = useMembershipChange(membership);
  const { confirm, dialog } = useConfirm();
  const { today } = useMembershipClock(membership);
  const frozen = currentFreeze(membership, today);
  const planned = plannedFreeze(membership, today);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ send }: DirectAction) => send(),
    onError: (error) => notify(messageFrom(error, 'The membership was not changed'), { type: 'error' }),
  });
  const run = (action: MembershipAction, send: DirectAction['send']) => () => mutate({ action, send });
  const runAfter = (question: Parameters<typeof confirm>[0], start: () => void) => async () => {
    if (await confirm(question)) start();
  };
  const runs: Partial<Record<MembershipAction, () => unknown>> = {
    undoCancellation: run('undoCancellation', () =>
      change(undefined, contactMembershipActions.undoCancellation, 'undo cancellation'),
    ),
    undoPlanChange: run('undoPlanChange', () =>
      change(undefined, contactMembershipActions.undoPlanChange, 'undo plan'),
    ),
    ...(planned && {
      removeFreeze: run('removeFreeze', () =>
        change(undefined, (sent) => contactMembershipActions.removeFreeze(planned.id, sent), `remove ${planned.id}`),
      ),
    }),
    ...(frozen && {
      endFreeze: runAfter(
        {
          title: 'End this freeze?',
          text: `Today is the last frozen day. Access is back on ${shortDate(addDays(today, 1), 'UTC')}.`,
          confirmLabel: actionLabels.endFreeze,
          cancelLabel: 'Keep frozen',
        },
        run('endFreeze', () =>
          change(
            { until: today, override: false },
            (sent) => contactMembershipActions.changeFreeze(frozen.id, sent),
            `end ${frozen.id}`,
          ),
        ),
      ),
    }),
    renewalOff: runAfter(
      {
        title: 'Turn renewal off?',
        text: stopText(membership, today),
        confirmLabel: 'Turn off',
        cancelLabel: 'Keep renewing',
      },
      run('renewalOff', () => change({ autoRenew: false }, contactMembershipActions.setRenewal, 'renewal off')),
    ),
  };
  return { runs, busy: isPending ? variables.action : undefined, dialog };
};

interface DirectAction {
  readonly action: MembershipAction;
  readonly send: () => Promise<void>;
}

function stopText({ endDate }: ContactMembership, today: CalendarDate): string {
  if (endDate === null) return 'Nothing more is charged.';
  const end = shortDate(endDate, 'UTC');
  return endDate < today
    ? `The paid days ended on ${end}. No further period is billed. An invoice that is still open stays owed.`
    : `The membership ends on ${end}, and nothing more is charged.`;
}
