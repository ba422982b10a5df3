import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { Form, PasswordInput, TextInput, useNotify, type FormProps } from 'react-admin';
import { useFormState, type FieldValues } from 'react-hook-form';
import { accountBody, accountPasswordBody } from '#domain/account/contract.ts';
import { passwordMinLength } from '#domain/shared/limits.ts';
import { passwordsDiffer } from '#domain/auth/password.ts';
import { version } from '#domain/shared/version.ts';
import { readSession } from '#src/authProvider/session.ts';
import { FormDraft } from '#src/ui/forms/FormDraft.tsx';
import { FormError } from '#src/ui/forms/FormActions.tsx';
import { useFormErrors } from '#src/ui/forms/useFormErrors.ts';
import { FormSection, FullWidth } from '#src/ui/forms/FormSection.tsx';
import { LeaveWarning } from '#src/ui/forms/LeaveWarning.tsx';
import { SessionsSection } from '#src/resources/users/SessionsSection.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { accountActions } from '#src/dataProvider/account.ts';
import { EmailsSection } from './EmailsSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';

/** The signed-in user's name, password, second factor, passkeys, emails and sessions. Open to every level, even without a location. */
export const AccountPage = () => {
  return (
    <>
      <PageHeader title="Your account" subtitle={readSession()?.user.email} />
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 1080 }}>
        <NameForm />
        <PasswordForm />
        <SecondFactorSection />
        <PasskeysSection />
        <EmailsSection />
        <SessionsSection
          text="Where you are signed in. Sign out any device that you do not recognize, and change your password."
          queryKey={own}
          read={accountActions.ownSessions}
          endOne={accountActions.endOwnSession}
          endAll={accountActions.endOtherSessions}
        />
      </Box>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 2.5 }}>
        Spotter {version}
      </Typography>
    </>
  );
};

const own = ['own'];

const NameForm = () => {
  const [user, setUser] = useState(() => readSession()?.user);
  const notify = useNotify();
  const toErrors = useFormErrors();
  const save = async (values: FieldValues) => {
    try {
      notify(await accountActions.saveAccount(accountBody.parse(values)), { type: 'success' });
      setUser(readSession()?.user);
      return undefined;
    } catch (error) {
      return toErrors(error, 'Failed to save your name');
    }
  };
  const names = { id: user?.id ?? '', firstName: user?.firstName, lastName: user?.lastName };
  return (
    <Form noValidate disableInvalidFormNotification record={names} resolver={nameResolver} onSubmit={save}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <FormDraft of="account" />
        <FormSection title="Name" text="As your colleagues see it.">
          <TextInput source="firstName" label="First Name" isRequired autoComplete="given-name" />
          <TextInput source="lastName" label="Last Name" isRequired autoComplete="family-name" />
          <Submit>Save name</Submit>
        </FormSection>
      </Box>
      <LeaveWarning />
    </Form>
  );
};

const nameResolver: FormProps['resolver'] = zodResolver(accountBody.required());

const PasswordForm = () => {
  const notify = useNotify();
  const toErrors = useFormErrors();
  // A new key empties the form.
  const [saves, setSaves] = useState(0);
  const save = async ({ currentPassword, newPassword }: FieldValues) => {
    try {
      const body = accountPasswordBody.parse({ currentPassword, newPassword });
      notify((await explainLoss(accountActions.changeOwnPassword(body), refusedOnceDone)).message, { type: 'success' });
      setSaves(saves + 1);
      return undefined;
    } catch (error) {
      return toErrors(error, 'Failed to change your password');
    }
  };
  return (
    <Form
      key={saves}
      noValidate
      disableInvalidFormNotification
      record={empty}
      resolver={passwordResolver}
      onSubmit={save}
    >
      <FormSection title="Password" text="Changing it signs you out on all other devices.">
        <FullWidth>
          <PasswordInput source="currentPassword" label="Current Password" isRequired autoComplete="current-password" />
        </FullWidth>
        <PasswordInput
          source="newPassword"
          label="New Password"
          isRequired
          autoComplete="new-password"
          helperText={`At least ${passwordMinLength} characters`}
        />
        <PasswordInput source="confirmPassword" label="Confirm New Password" isRequired autoComplete="new-password" />
        <Submit>Change password</Submit>
      </FormSection>
    </Form>
  );
};

/** The advice after a lost answer. Once the password is changed, the one that was typed as the current one is wrong. */
const refusedOnceDone = 'Try again. If your current password is wrong then, it has been changed to the new one.';

const empty = {};

const passwordResolver: FormProps['resolver'] = zodResolver(
  accountPasswordBody
    .extend({ confirmPassword: accountPasswordBody.shape.currentPassword })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      path: ['confirmPassword'],
      error: passwordsDiffer,
    }),
);

const Submit = ({ children }: { children: ReactNode }) => {
  const { isSubmitting } = useFormState();
  return (
    <FullWidth>
      <Box sx={{ display: 'grid', gap: 1.5, mt: 1 }}>
        <FormError />
        <Box>
          <Button type="submit" variant="outlined" loading={isSubmitting}>
            {children}
          </Button>
        </Box>
      </Box>
    </FullWidth>
  );
};
