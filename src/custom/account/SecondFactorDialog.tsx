import { DialogContent } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { secondFactorProof, type SecondFactorProof } from '#domain/account/secondFactorContract.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { SecretOnItsWay } from '#src/ui/forms/shownOnce.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { accountActions } from '#src/dataProvider/account.ts';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { nextCode, ProofForm } from './secondFactorForms.tsx';
import { TurnOnSteps } from './TurnOnSteps.tsx';

export interface SecondFactorDialogProps {
  content: { kind: 'on' } | { kind: 'off' } | { kind: 'codes' };
  onClose: () => void;
}

/** Turns the second factor on or off, or makes new recovery codes. New codes stay on the screen until the user has saved them. */
export const SecondFactorDialog = ({ content, onClose }: SecondFactorDialogProps) => {
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const turnOff = async (proof: SecondFactorProof) => {
    const { message } = await accountActions.turnOffSecondFactor(proof);
    onClose();
    notify(message, { type: 'success' });
  };
  const replace = async (proof: SecondFactorProof) =>
    setCodes((await explainLoss(accountActions.replaceRecoveryCodes(proof), nextCode)).recoveryCodes);
  return (
    <TitledDialog
      title={codes ? 'Your recovery codes' : titles[content.kind]}
      onClose={codes ? undefined : () => !isBusy && onClose()}
      maxWidth="xs"
    >
      <DialogContent>
        {codes && <RecoveryCodeList codes={codes} onDone={onClose} />}
        {!codes && content.kind === 'on' && <TurnOnSteps onCodes={setCodes} onCancel={onClose} onBusy={setBusy} />}
        {!codes && content.kind === 'off' && (
          <ProofForm
            schema={secondFactorProof}
            failure={failure}
            text="After that, your password alone is enough to sign in. You are signed out on all other devices."
            submitLabel="Turn off"
            isDangerous
            onProof={turnOff}
            onCancel={onClose}
            onBusy={setBusy}
          />
        )}
        {!codes && content.kind === 'codes' && (
          <ProofForm
            schema={secondFactorProof}
            failure={failure}
            text="The codes that you have now will no longer work."
            submitLabel="Make new codes"
            onProof={replace}
            onCancel={onClose}
            onBusy={setBusy}
          >
            <SecretOnItsWay what="list of new codes" />
          </ProofForm>
        )}
      </DialogContent>
    </TitledDialog>
  );
};

const failure = 'Failed to change two-step verification';
const titles = {
  on: 'Turn on two-step verification',
  off: 'Turn off two-step verification?',
  codes: 'New recovery codes',
} as const;
