import EditOutlined from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { StripeConfig } from '#domain/contract/company-stripe.ts';
import { TestModeBadge } from '#src/custom/payments/TestModeBadge.tsx';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { paths } from '#src/paths.ts';
import { WebhookStatus } from './WebhookStatus.tsx';

interface StripeDetailsProps {
  config: StripeConfig | null | undefined;
  mayChange: boolean;
}

/** The keys as far as they may be seen, and whether Stripe can tell us what became of a payment. */
export const StripeDetails = ({ config, mayChange }: StripeDetailsProps) => (
  <Section
    title="Stripe Integration"
    text="Cards are charged through the company's own Stripe account."
    actions={
      mayChange && (
        <Button component={Link} to={paths.company.edit('stripe')} variant="outlined" startIcon={<EditOutlined />}>
          {config?.hasStripeKeys ? 'Edit' : 'Set Up Stripe'}
        </Button>
      )
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
        Stripe is not set up yet, so no card payments can be taken.{' '}
        {mayChange ? 'You need the publishable and the secret key of your Stripe account.' : 'An admin of the company can enter its keys.'}
      </Alert>
    )}
  </Section>
);

const PublishableKey = ({ text }: { text: string | null }) => (
  <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
    <Key text={text} />
    <TestModeBadge publishableKey={text} />
  </Box>
);

const Key = ({ text }: { text: string | null }) =>
  text && (
    <Box component="code" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  );
