import { Box, Link } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Form, HttpError, PasswordInput, TextInput, useNotify } from 'react-admin';
import type { FieldValues, Resolver } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { stripeKeysBody, stripeKeysProblem, type StripeConfig } from '#domain/stripe/contract.ts';
import { FormActions, FormError } from '#src/ui/forms/FormActions.tsx';
import { LeaveWarning } from '#src/ui/forms/LeaveWarning.tsx';
import { Section } from '#src/ui/Section.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useTellIfLeft } from '#src/dataProvider/useTellIfLeft.ts';
import { companyStripeActions } from '#src/dataProvider/company.ts';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';

/** Enters or changes the keys. The browser never stores a typed secret, so there is no draft. */
export const StripeForm = ({ companyId, config }: { companyId: string; config: StripeConfig | null | undefined }) => {
  const navigate = useNavigate();
  const save = useSaveKeys(companyId);
  const hasKeys = config?.hasStripeKeys === true;
  return (
    <Form noValidate disableInvalidFormNotification resolver={stripeKeysResolver(hasKeys)} onSubmit={save}>
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 880 }}>
        <Section title="Stripe Integration" text={explanation}>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <TextInput
              source="stripePublishableKey"
              label="Publishable Key"
              helperText={hint(hasKeys, config?.stripePublishableKey)}
              fullWidth
              {...plain}
            />
            <PasswordInput
              source="stripeSecretKey"
              label="Secret Key"
              helperText={hint(hasKeys, config?.maskedSecretKey)}
              fullWidth
              {...plain}
            />
          </Box>
        </Section>
        <FormError />
        <FormActions submitLabel="Save" onCancel={() => void navigate(paths.company.tab('stripe'))} />
      </Box>
      <LeaveWarning />
    </Form>
  );
};

const explanation = (
  <>
    Both keys are in your Stripe account under{' '}
    <Link href="https://dashboard.stripe.com/apikeys" target="_blank" rel="noreferrer">
      Developers, API keys
    </Link>
    . They are checked with Stripe before they are saved. Saving also creates the webhook.
  </>
);

const hint = (hasKeys: boolean, current: string | null | undefined) =>
  hasKeys ? `Leave empty to keep ${current ?? 'the current key'}` : false;
const plain = {
  autoComplete: 'off',
  slotProps: { htmlInput: { spellCheck: false, autoComplete: 'new-password' } },
} as const;

const useSaveKeys = (companyId: string) => {
  const cache = useQueryClient();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const tellIfLeft = useTellIfLeft();
  return async (values: FieldValues) => {
    try {
      const config = await companyStripeActions.saveStripeKeys(companyId, stripeKeysBody.parse(values));
      cache.setQueryData(['company', 'stripe', companyId], config);
      await navigate(paths.company.tab('stripe'));
      notify('Stripe configuration saved', { type: 'success' });
      return undefined;
    } catch (error) {
      tellIfLeft(error, 'Failed to save Stripe configuration');
      return { root: { serverError: saveFailure(error) } };
    }
  };
};

/** 'Error: {message}' if the server answered, else a request to try again. */
const saveFailure = (error: unknown) => {
  if (!(error instanceof HttpError) || !error.body) return 'Failed to save Stripe configuration. Please try again.';
  return `Error: ${messageFrom(error, 'Failed to save Stripe configuration')}`;
};

/** The first time it takes both keys, later at least one. The message appears under the first missing key. */
const stripeKeysResolver =
  (hasStripeKeys: boolean): Resolver =>
  (values: FieldValues) => {
    const parsed = stripeKeysBody.safeParse(values);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(
        ({ path, message }) => [path.join('.'), { type: 'validate', message }] as const,
      );
      return { values: {}, errors: Object.fromEntries(problems) };
    }
    const message = stripeKeysProblem(parsed.data, hasStripeKeys);
    if (!message) return { values, errors: {} };
    const field = parsed.data.stripePublishableKey ? 'stripeSecretKey' : 'stripePublishableKey';
    return { values: {}, errors: { [field]: { type: 'required', message } } };
  };
