import EditOutlined from '@mui/icons-material/EditOutlined';
import SyncOutlined from '@mui/icons-material/SyncOutlined';
import { Alert, Box, Button, Typography } from '@mui/material';
import { Link, useLocation } from 'react-router-dom';
import type { StripeConfig } from '#domain/stripe/contract.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { useStripeConfig } from '#src/resources/invoices/payments/useStripeConfig.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { paths } from '#src/paths.ts';
import { StripeForm } from './StripeForm.tsx';

/** The company's card settings. `/company/stripe` shows them, `/company/stripe/edit` changes them. */
export const StripeTab = ({ companyId }: { companyId: string }) => {
  const { pathname } = useLocation();
  const { data: config, isLoadingError, refetch, isPending } = useStripeConfig(companyId);
  const mayChange = mayInCompany(companyId, 'stripe:write');
  if (isPending) return <SkeletonBlock lines={4} />;
  if (isLoadingError)
    return <ErrorState text="Failed to load Stripe configuration. Please try again." onRetry={() => void refetch()} />;
  if (mayChange && pathname.endsWith('/edit')) return <StripeForm companyId={companyId} config={config} />;
  return <StripeDetails config={config} mayChange={mayChange} />;
};

const StripeDetails = ({ config, mayChange }: { config: StripeConfig | null | undefined; mayChange: boolean }) => (
  <Section
    title="Stripe Integration"
    text="Cards are charged through the company’s own Stripe account."
    actions={
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {config?.hasStripeKeys && (
          <Button component={Link} to={paths.reconciliations.list} variant="outlined" startIcon={<SyncOutlined />}>
            Reconciliation
          </Button>
        )}
        {mayChange && (
          <Button component={Link} to={paths.company.edit('stripe')} variant="outlined" startIcon={<EditOutlined />}>
            {config?.hasStripeKeys ? 'Edit' : 'Set up Stripe'}
          </Button>
        )}
      </Box>
    }
  >
    {config?.hasStripeKeys ? (
      <DescriptionList
        items={[
          { label: 'Publishable Key', value: <PublishableKey text={config.stripePublishableKey} /> },
          { label: 'Secret Key', value: <Key text={config.maskedSecretKey} /> },
          { label: 'Webhook Status', value: <WebhookStatus isConfigured={config.hasWebhook} />, isWide: true },
        ]}
      />
    ) : (
      <Alert severity="info" role="note">
        Stripe is not set up yet, so you cannot take card payments.{' '}
        {mayChange
          ? 'You need the publishable and the secret key of your Stripe account.'
          : 'A company admin can enter the keys.'}
      </Alert>
    )}
  </Section>
);

const PublishableKey = ({ text }: { text: string | null }) => (
  <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
    <Key text={text} />
    {text?.startsWith('pk_test_') && <StatusBadge severity="warning" label="Test mode" />}
  </Box>
);

const Key = ({ text }: { text: string | null }) =>
  text && (
    <Box component="code" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  );

/** Configured or not. Without a webhook the server asks Stripe itself, so payments arrive only some seconds later. */
const WebhookStatus = ({ isConfigured }: { isConfigured: boolean }) => (
  <>
    <StatusBadge
      severity={isConfigured ? 'success' : 'warning'}
      label={isConfigured ? 'Configured' : 'Not configured'}
    />
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
      {isConfigured
        ? 'Stripe notifies this server about each payment.'
        : 'Stripe cannot reach this server because it has no public https address. Payments are still confirmed: the server checks each one with Stripe.'}
    </Typography>
  </>
);
