import { DialogContent } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { secondFactorProof } from '#domain/account/secondFactorContract.ts';
import { passkeyProof, type Passkey, type PasskeyProof } from '#domain/auth/passkeysContract.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import { accountPasskeyActions } from '#src/dataProvider/account-passkeys.ts';
import { accountActions } from '#src/dataProvider/account.ts';
import { ProofForm } from './secondFactorForms.tsx';

export interface PasskeyDialogProps {
  content: { kind: 'add' } | { kind: 'remove'; passkey: Passkey };
  onClose: () => void;
  onAdded?: () => void;
}

export const PasskeyDialog = ({ content, onClose, onAdded }: PasskeyDialogProps) => {
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const factor = useQuery({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => accountActions.secondFactor(signal),
  });
  const change = async (proof: PasskeyProof) => {
    const isNew = content.kind === 'add';
    const { message } = await (isNew
      ? accountPasskeyActions.addPasskey(proof)
      : accountPasskeyActions.removePasskey(content.passkey.id, proof));
    onClose();
    notify(message, { type: 'success' });
    if (isNew) onAdded?.();
  };
  return (
    <TitledDialog
      title={content.kind === 'add' ? 'Add a passkey' : 'Remove this passkey?'}
      onClose={() => !isBusy && onClose()}
      maxWidth="xs"
    >
      <DialogContent>
        <QueryState query={factor} fallback="Couldn’t load two-step verification">
          {({ isOn }) => (
            <ProofForm<PasskeyProof>
              {...toTexts(content)}
              schema={isOn ? secondFactorProof : passkeyProof}
              asksCode={isOn}
              onProof={change}
              onCancel={onClose}
              onBusy={setBusy}
            />
          )}
        </QueryState>
      </DialogContent>
    </TitledDialog>
  );
};

const toTexts = (content: PasskeyDialogProps['content']) =>
  content.kind === 'add'
    ? {
        text: 'Confirm who you are first. Your browser then asks where to save the passkey, and for your fingerprint, your face or a PIN.',
        submitLabel: 'Continue',
        failure: 'Failed to add the passkey',
      }
    : {
        text: `The passkey of ${content.passkey.name} will no longer sign you in, and you will be signed out on all other devices. Remove it from the device too.`,
        submitLabel: 'Remove',
        failure: 'Failed to remove the passkey',
        isDangerous: true,
      };
