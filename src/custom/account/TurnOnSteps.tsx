import { useState } from 'react';
import { passwordProof, type PasswordProof, type SecondFactorKey } from '#domain/account/secondFactorContract.ts';
import { accountActions } from '#src/dataProvider/account.ts';
import { ProofForm, TurnOnForm, type OnBusy } from './secondFactorForms.tsx';

interface TurnOnStepsProps {
  onCodes: (codes: readonly string[]) => void;
  onCancel?: () => void;
  onBusy?: OnBusy;
}

export const TurnOnSteps = ({ onCodes, onCancel, onBusy }: TurnOnStepsProps) => {
  const [key, setKey] = useState<SecondFactorKey>();
  const begin = async (proof: PasswordProof) => setKey(await accountActions.beginSecondFactor(proof));
  return key ? (
    <TurnOnForm secondFactorKey={key} onCodes={onCodes} onCancel={onCancel} onBusy={onBusy} />
  ) : (
    <ProofForm
      schema={passwordProof}
      text="Confirm who you are first."
      submitLabel="Continue"
      failure="Failed to turn on two-step verification"
      asksCode={false}
      onProof={begin}
      onCancel={onCancel}
      onBusy={onBusy}
    />
  );
};
