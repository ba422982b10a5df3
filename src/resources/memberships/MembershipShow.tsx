import { Box, Link as MuiLink, List, ListItem, ListItemText, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { History } from '#src/resources/activity/History.tsx';
import { billingLabels, contractLabel, packStartLabels, pluralize } from '#src/ui/labels.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useAccess, useMayAt } from '#src/location-scope/useLocationScope.ts';
import { DeleteAction } from '#src/ui/DeleteAction.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { EditButton } from '#src/ui/EditButton.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { ActiveBadge, PublishedBadge } from '#src/ui/StatusBadge.tsx';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import type { MembershipRecord } from '#src/dataProvider/memberships.ts';
import { paths } from '#src/paths.ts';
import { Charges, useCharges } from './Charges.tsx';
import { priceText, selectPrompt } from './membership.tsx';
import { backToMemberships, membershipPageProps } from './membershipPageProps.tsx';

export const MembershipShow = () => (
  <RequireLocation feature="memberships" prompt={selectPrompt}>
    <ShowPage<MembershipRecord> {...membershipPageProps} renderHeader={(plan) => <Header plan={plan} />}>
      {(plan) => (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <PlanDetails plan={plan} />
          <Box
            sx={{
              display: 'grid',
              gap: 2.5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <Charges plan={plan} />
            <BoundAgreements agreements={plan.agreements} />
          </Box>
          <PlanHistory plan={plan} />
        </Box>
      )}
    </ShowPage>
  </RequireLocation>
);

/** Once the charges above it are known, which would move it under somebody's hand. */
const PlanHistory = ({ plan }: { plan: MembershipRecord }) => {
  const areChargesKnown = useHasBeen(!useCharges(plan.id).isPending);
  return areChargesKnown && <History recordType="membership" recordId={plan.id} at={plan} />;
};

const Header = ({ plan }: { plan: MembershipRecord | undefined }) => (
  <PageHeader
    title={plan?.name ?? 'Membership'}
    back={backToMemberships}
    mark={plan && <Marks plan={plan} />}
    actions={plan && <Actions plan={plan} />}
  />
);

const Marks = ({ plan }: { plan: MembershipRecord }) => (
  <>
    <ActiveBadge isActive={plan.isActive} />
    <PublishedBadge isPublished={plan.isPublished} />
  </>
);

const Actions = ({ plan }: { plan: MembershipRecord }) =>
  useMayAt(plan, 'memberships:write') && (
    <>
      <DeleteAction
        resource="memberships"
        record={plan}
        title={`Delete ${plan.name}?`}
        text="It is removed from the lists and can no longer be purchased. Contacts who purchased it keep it, and planned changes to it still take place."
        deleted="Membership deleted"
        failed="Failed to delete membership"
        list={paths.memberships.list}
      />
      <EditButton to={paths.memberships.edit(plan.id)} />
    </>
  );

const PlanDetails = ({ plan }: { plan: MembershipRecord }) => (
  <Section title="Membership Details" isBeside>
    <DescriptionList
      columns={3}
      items={[
        { label: 'Price', value: priceText(plan) },
        { label: 'Billing Frequency', value: billingLabels[plan.billingFrequency] },
        { label: 'Contract', value: contractLabel(plan) },
        ...(plan.accessDurationDays === null
          ? []
          : [{ label: 'Access Duration', value: pluralize(plan.accessDurationDays, 'day') }]),
        ...(plan.visitLimit && plan.validFrom
          ? [
              { label: 'Visits', value: pluralize(plan.visitLimit, 'visit') },
              { label: 'Valid From', value: packStartLabels[plan.validFrom] },
            ]
          : []),
        ...(plan.visitsPerDay === null ? [] : [{ label: 'Visits per Day', value: String(plan.visitsPerDay) }]),
        { label: 'Location', value: plan.location?.name ?? 'All locations' },
        { label: 'Created', value: <DateField value={plan.createdAt} /> },
        { label: 'Description', value: plan.description, isWide: true },
      ]}
    />
  </Section>
);

const BoundAgreements = ({ agreements }: Pick<MembershipRecord, 'agreements'>) => {
  const { can } = useAccess();
  return (
    <Section title="Agreements">
      {agreements.length === 0 && <Typography color="textSecondary">This membership has no agreements.</Typography>}
      {agreements.length > 0 && (
        <List
          disablePadding
          aria-label="Agreements"
          sx={{ '& > li:first-of-type': { pt: 0 }, '& > li:last-of-type': { pb: 0 } }}
        >
          {agreements.map(({ id, name, description }, index) => (
            <ListItem key={id} disableGutters divider={index < agreements.length - 1}>
              <ListItemText
                slotProps={{ primary: { className: 'lone' } }}
                primary={
                  can('agreements') ? (
                    <MuiLink component={Link} to={paths.agreements.show(id)}>
                      {name}
                    </MuiLink>
                  ) : (
                    name
                  )
                }
                secondary={description}
              />
            </ListItem>
          ))}
        </List>
      )}
    </Section>
  );
};
