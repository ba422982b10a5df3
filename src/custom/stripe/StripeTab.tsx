import { useLocation } from 'react-router-dom';
import { mayAsCompany } from '#domain/rules/access.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useStripeConfig } from '#src/custom/payments/useStripeConfig.ts';
import { ErrorState } from '#src/custom/ui/ErrorState.tsx';
import { SkeletonBlock } from '#src/custom/ui/SkeletonBlock.tsx';
import { StripeDetails } from './StripeDetails.tsx';
import { StripeForm } from './StripeForm.tsx';

/** How the company takes cards. `/company/stripe` shows it, `/company/stripe/edit` changes it. */
export const StripeTab = ({ companyId }: { companyId: string }) => {
  const { pathname } = useLocation();
  const { data: config, error, refetch, isPending } = useStripeConfig(companyId);
  const mayChange = mayChangeKeys(companyId);
  if (isPending) return <SkeletonBlock lines={4} />;
  if (error) return <ErrorState text="Failed to load Stripe configuration. Please try again." onRetry={() => void refetch()} />;
  if (mayChange && pathname.endsWith('/edit')) return <StripeForm companyId={companyId} config={config} />;
  return <StripeDetails config={config} mayChange={mayChange} />;
};

const mayChangeKeys = (companyId: string) => {
  const role = readSession()?.user.userCompanies.find(({ company }) => company.id === companyId)?.role;
  return role !== undefined && mayAsCompany(role, 'stripe:write');
};
