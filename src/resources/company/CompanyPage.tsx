import { Box, Tab, Tabs } from '@mui/material';
import { useGetOne } from 'react-admin';
import { Link, useLocation, useParams } from 'react-router-dom';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { readSession } from '#src/authProvider/session.ts';
import { RequireAccess } from '#src/location-scope/RequireLocation.tsx';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { EditButton } from '#src/ui/EditButton.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Loading } from '#src/ui/Loading.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { paths } from '#src/paths.ts';
import type { CompanyRecord } from '#src/dataProvider/company.ts';
import { CompanyInformation } from './CompanyInformation.tsx';
import { companyPageProps } from './companyPageProps.tsx';

/** The company of the selected location: its information and its card settings. Without a location, the user's first company. */
export const CompanyPage = () => (
  <RequireAccess feature="company">
    <SelectedCompany />
  </RequireAccess>
);

const SelectedCompany = () => {
  const { selected } = useLocationScope();
  const companies = readSession()?.user.userCompanies.map(({ company }) => company) ?? [];
  const company = companies.find(({ id }) => id === selected?.company.id) ?? companies[0];
  if (!company)
    return <EmptyState title="No company assigned to your account" text="A company admin can add you to theirs." />;
  return <TabbedCompany key={company.id} id={company.id} />;
};

const TabbedCompany = ({ id }: { id: string }) => {
  const tab = useParams().tab === stripe ? stripe : info;
  // An admin at one of its locations may open this screen, but only a company admin may change the company.
  const mayEdit = tab === info && mayInCompany(id, 'companies:write');
  const isEditing = useLocation().pathname.endsWith('/edit') && mayEdit;
  return (
    <>
      <PageHeader
        title="Company"
        subtitle="Your company’s details and card payments"
        actions={mayEdit && !isEditing && <EditCompany id={id} />}
        {...(isEditing && { back: { to: paths.company.tab(info), label: 'Back to Company Information' } })}
      />
      <Tabs value={tab} aria-label="Company" sx={{ mb: 2.5, borderBottom: 1, borderColor: 'divider' }}>
        <Tab
          value={info}
          label="Company Information"
          component={Link}
          to={paths.company.tab(info)}
          {...getPart(info)}
        />
        <Tab
          value={stripe}
          label="Stripe Integration"
          component={Link}
          to={paths.company.tab(stripe)}
          {...getPart(stripe)}
        />
      </Tabs>
      <Box role="tabpanel" id={`company-${tab}`} aria-labelledby={`company-tab-${tab}`}>
        {tab === info ? (
          <CompanyInformation id={id} isEditing={isEditing} />
        ) : (
          <LazyPart fallback={<Loading />}>
            <StripeTab companyId={id} />
          </LazyPart>
        )}
      </Box>
    </>
  );
};

const EditCompany = ({ id }: { id: string }) => {
  const { data } = useGetOne<CompanyRecord>(companyPageProps.resource, { id });
  return <EditButton to={paths.company.edit(info)} isHidden={!data} />;
};

const info = 'info';
const stripe = 'stripe';

const getPart = (tab: string) => ({ id: `company-tab-${tab}`, 'aria-controls': `company-${tab}` });

const StripeTab = lazyWithPreload('company', () => import('#src/custom/stripe/StripeTab.tsx'), 'StripeTab');
