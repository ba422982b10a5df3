import CreditCardOffOutlined from '@mui/icons-material/CreditCardOffOutlined';
import { Notice } from '#src/custom/ui/Notice.tsx';

/** The company's card payments. */
export const StripeTab = (_props: { companyId: string }) => (
  <Notice
    heading="h2"
    icon={<CreditCardOffOutlined />}
    title="Stripe cannot be set up here yet"
    text="Card payments are not available. Sales in cash work without them."
  />
);
