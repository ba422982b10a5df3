import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, Typography } from '@mui/material';
import { useEffect, useState, type ReactNode } from 'react';
import { Form, PasswordInput, TextInput, type FormProps } from 'react-admin';
import { useFormState, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { secondFactorConfirmation, type SecondFactorKey } from '#domain/account/secondFactorContract.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { useFormErrors } from '#src/ui/forms/useFormErrors.ts';
import { SecretOnItsWay } from '#src/ui/forms/shownOnce.tsx';
import { accountActions } from '#src/dataProvider/account.ts';
import { CodeImage } from '#src/ui/CodeImage.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';

/** Called when the form begins and ends to be sent: until its answer is shown, its dialog stays open. */
export type OnBusy = (isBusy: boolean) => void;

interface TurnOnFormProps {
  secondFactorKey: SecondFactorKey;
  onCodes: (codes: readonly string[]) => void;
  onCancel: (() => void) | undefined;
  onBusy?: OnBusy | undefined;
}

export const TurnOnForm = ({ secondFactorKey: { key, qr }, onCodes, onCancel, onBusy }: TurnOnFormProps) => {
  const [copied, setCopied] = useState('');
  const toErrors = useFormErrors();
  const save = async ({ code }: FieldValues) => {
    try {
      onCodes((await explainLoss(accountActions.confirmSecondFactor(String(code)), nextCode)).recoveryCodes);
      return undefined;
    } catch (error) {
      return toErrors(error, 'Failed to turn on two-step verification');
    }
  };
  return (
    <Form noValidate disableInvalidFormNotification record={empty} resolver={codeResolver} onSubmit={save}>
      <Box sx={column}>
        <Typography variant="body2">1. Scan this with an authenticator app, or enter the key there.</Typography>
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'center' }}>
          <CodeImage svg={qr} label="QR code of the key" width={208} />
          <Typography
            component="code"
            variant="body2"
            sx={{ fontFamily: 'monospace', textAlign: 'center', overflowWrap: 'anywhere' }}
          >
            {groupKey(key)}
          </Typography>
          <CopyButton
            text={key}
            label="Copy key"
            onCopied={(isDone) => setCopied(isDone ? 'Copied' : 'Not copied. Select the key and copy it.')}
          />
          <Box role="status" sx={{ minHeight: '1.5em', color: 'text.secondary', fontSize: '0.875rem' }}>
            {copied}
          </Box>
        </Box>
        <Typography variant="body2">2. Type the six digits that the app shows.</Typography>
        <CodeInput label="Code" autoFocus />
        <FormError />
        <Buttons submitLabel="Turn On" onCancel={onCancel} onBusy={onBusy} />
        <SecretOnItsWay what="list of recovery codes" />
      </Box>
    </Form>
  );
};

interface ProofFormProps<Proof> {
  schema: z.ZodType<Proof>;
  text: string;
  submitLabel: string;
  failure: string;
  isDangerous?: boolean;
  asksCode?: boolean;
  onProof: (proof: Proof) => Promise<void>;
  onCancel: (() => void) | undefined;
  onBusy?: OnBusy | undefined;
  children?: ReactNode;
}

/** Asks for the password and a code again, in case the computer was left unlocked. */
export const ProofForm = <Proof,>({
  schema,
  text,
  submitLabel,
  failure,
  isDangerous = false,
  asksCode = true,
  onProof,
  onCancel,
  onBusy,
  children,
}: ProofFormProps<Proof>) => {
  const resolver = zodResolver(schema as z.ZodType<FieldValues, FieldValues>);
  const toErrors = useFormErrors();
  const save = async (values: FieldValues) => {
    try {
      await onProof(schema.parse(values));
      return undefined;
    } catch (error) {
      return toErrors(error, failure);
    }
  };
  return (
    <Form noValidate disableInvalidFormNotification record={empty} resolver={resolver} onSubmit={save}>
      <Box sx={column}>
        <Typography variant="body2">{text}</Typography>
        <PasswordInput source="password" label="Password" isRequired autoFocus autoComplete="current-password" />
        {asksCode && <CodeInput label="Code" helperText="From your authenticator app, or a recovery code" />}
        <FormError />
        <Buttons submitLabel={submitLabel} isDangerous={isDangerous} onCancel={onCancel} onBusy={onBusy} />
        {children}
      </Box>
    </Form>
  );
};

const CodeInput = ({
  label,
  helperText,
  autoFocus = false,
}: {
  label: string;
  helperText?: string;
  autoFocus?: boolean;
}) => (
  <TextInput
    source="code"
    label={label}
    isRequired
    autoFocus={autoFocus}
    autoComplete="one-time-code"
    helperText={helperText ?? false}
    slotProps={{ htmlInput: { inputMode: helperText ? 'text' : 'numeric', maxLength: 40, spellCheck: false } }}
  />
);

const Buttons = ({
  submitLabel,
  isDangerous = false,
  onCancel,
  onBusy,
}: {
  submitLabel: string;
  isDangerous?: boolean;
  onCancel: (() => void) | undefined;
  onBusy: OnBusy | undefined;
}) => {
  const { isSubmitting } = useFormState();
  useEffect(() => onBusy?.(isSubmitting), [isSubmitting, onBusy]);
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
      {onCancel && (
        <Button color="inherit" onClick={onCancel} disabled={isSubmitting}>
          Cancel
        </Button>
      )}
      <Button type="submit" variant="contained" color={isDangerous ? 'error' : 'primary'} loading={isSubmitting}>
        {submitLabel}
      </Button>
    </Box>
  );
};

/** Advice after a lost response with recovery codes: the server makes new ones for each code, and takes no code twice. */
export const nextCode = 'Wait for the next code in your app, and try again with it.';

const empty = {};
const column = { display: 'grid', gap: 1.5, pt: 0.5 } as const;
const groupKey = (key: string) => (key.match(/.{1,4}/g) ?? []).join(' ');
const codeResolver: FormProps['resolver'] = zodResolver(secondFactorConfirmation);
