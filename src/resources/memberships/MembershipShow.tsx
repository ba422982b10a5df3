import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { ActiveBadge, PublishedBadge } from '#src/custom/ui/StatusBadge.tsx';
import { DeleteAction } from '#src/custom/ui/DeleteAction.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { ShowPage } from '#src/custom/ui/ShowPage.tsx';
import { SuccessBanner } from '#src/custom/ui/SuccessBanner.tsx';
import type { MembershipRecord } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';
import { BoundAgreements } from './BoundAgreements.tsx';
import { Charges } from './Charges.tsx';
import { membershipPage, selectPrompt } from './membershipPage.ts';
import { PlanDetails } from './PlanDetails.tsx';

export const MembershipShow = () => (
  <RequireLocation feature="memberships" prompt={selectPrompt}>
    <ShowPage<MembershipRecord> {...membershipPage}>{(plan) => <Plan plan={plan} />}</ShowPage>
  </RequireLocation>
);

const Plan = ({ plan }: { plan: MembershipRecord }) => (
  <>
    <PageHeader title={plan.name} back={membershipPage.back} mark={<Marks plan={plan} />} actions={<Actions plan={plan} />} />
    <SuccessBanner />
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <PlanDetails plan={plan} />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
        <Charges plan={plan} />
        <BoundAgreements agreements={plan.agreements} />
      </Box>
    </Box>
  </>
);

const Marks = ({ plan }: { plan: MembershipRecord }) => (
  <>
    <ActiveBadge isActive={plan.isActive} />
    <PublishedBadge isPublished={plan.isPublished} />
  </>
);

const Actions = ({ plan }: { plan: MembershipRecord }) => (
  <>
    <DeleteAction
      resource="memberships"
      record={plan}
      noun="membership"
      name={plan.name}
      text="It will be gone from the lists and can no longer be bought. Contacts who bought it keep it."
      to={paths.memberships.list}
    />
    <Button component={Link} to={paths.memberships.edit(plan.id)} variant="contained" startIcon={<EditOutlined />}>
      Edit
    </Button>
  </>
);
