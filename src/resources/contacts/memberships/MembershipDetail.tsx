import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button, Link as TextLink } from '@mui/material';
import { Link } from 'react-router-dom';
import type { ContactMembership, MembershipFreeze } from '#domain/contact-memberships/contract.ts';
import { cancellationReasonLabels } from '#domain/contact-memberships/cancellation.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { maxPageSize } from '#domain/shared/limits.ts';
import { renewalMethodLabels } from '#domain/memberships/membershipPlan.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { mayInCompany } from '#src/authProvider/companyAccess.ts';
import { History } from '#src/resources/activity/History.tsx';
import { billingLabels, pluralize } from '#src/ui/labels.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { atTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { useContact } from '../useContact.ts';
import { hasCancellationTakenEffect, typeLabels, useMembershipClock, useMembershipPlace } from './contactMembership.ts';
import { MembershipActions } from './MembershipActions.tsx';
import { UnbilledNotice } from './UnbilledNotice.tsx';
import { useContactMemberships } from './useContactMemberships.ts';
import { MembershipStatus } from './MembershipStatus.tsx';

export const MembershipDetail = ({ contactMembershipId }: { contactMembershipId: string }) => {
  const { id } = useContact();
  const query = useContactMemberships(id, 1, maxPageSize);
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'stretch' }}>
      <BackToMemberships contactId={id} />
      <QueryState query={query} fallback="Failed to fetch membership history">
        {({ memberships }) => {
          const membership = memberships.find(({ id: one }) => one === contactMembershipId);
          return membership ? <Membership membership={membership} /> : <MembershipNotFound />;
        }}
      </QueryState>
    </Box>
  );
};

const BackToMemberships = ({ contactId }: { contactId: string }) => (
  <Button
    component={Link}
    to={paths.contacts.show(contactId)}
    {...atTab('memberships')}
    color="inherit"
    startIcon={<ArrowBack />}
    sx={{ justifySelf: 'start' }}
  >
    Back to Memberships
  </Button>
);

const MembershipNotFound = () => (
  <EmptyState heading="h2" title="Membership Not Found" text="The membership you are looking for could not be found." />
);

const Membership = ({ membership }: { membership: ContactMembership }) => {
  const { today } = useMembershipClock(membership);
  const renews = membership.autoRenew && !hasCancellationTakenEffect(membership, today);
  return (
    <>
      <Section title={membership.membershipName} actions={<MembershipActions membership={membership} text="Actions" />}>
        <UnbilledNotice membership={membership} />
        <DescriptionList
          columns={3}
          items={[
            { label: 'Status', value: <MembershipStatus membership={membership} /> },
            { label: 'Type', value: typeLabels[membership.membershipType] },
            { label: 'Billing', value: billingLabels[membership.billingFrequency] },
            { label: 'Price', value: `${formatMoney(membership.purchasePrice)} before tax` },
            ...(membership.visitLimit ? [{ label: 'Visits', value: packText(membership) }] : []),
            { label: 'Start Date', value: <DateField value={membership.startDate} /> },
            { label: 'Paid Through', value: membership.endDate && <DateField value={membership.endDate} /> },
            {
              label: 'Contract Ends',
              value: membership.contractEndDate && <DateField value={membership.contractEndDate} />,
            },
            { label: 'Purchase Date', value: <DateField value={membership.purchaseDate} /> },
            { label: 'Access', value: accessText(membership) },
            {
              label: 'Automatic Renewal',
              value: <AutomaticRenewal membership={{ ...membership, autoRenew: renews }} />,
            },
            ...(renews ? [{ label: 'Renews', value: renewalMethodLabels[membership.renewsBy] }] : []),
            ...(membership.nextRenewalOn
              ? [{ label: 'Next Renewal', value: <NextRenewal membership={membership} /> }]
              : []),
            ...(membership.cancelReason
              ? [{ label: 'Cancellation Reason', value: cancellationReasonLabels[membership.cancelReason] }]
              : []),
            ...(membership.planChanges?.length
              ? [{ label: 'Plan Changes', value: <PlanChanges changes={membership.planChanges} />, isWide: true }]
              : []),
            ...(membership.freezes.length > 0
              ? [{ label: 'Freezes', value: membership.freezes.map(freezeText).join('\n'), isWide: true }]
              : []),
          ]}
        />
      </Section>
      <History recordType="contact-membership" recordId={membership.id} at={useMembershipPlace(membership)} />
    </>
  );
};

/** '3 of 10 visits left'. */
const packText = ({ visitLimit, visitsLeft }: ContactMembership) =>
  `${visitsLeft ?? 0} of ${pluralize(visitLimit ?? 0, 'visit')} left`;

const accessText = ({ accessEnabled, frozenUntil }: ContactMembership) => {
  if (accessEnabled) return 'Enabled';
  return frozenUntil ? `Frozen until ${shortDate(frozenUntil, 'UTC')}` : 'Disabled';
};

const AutomaticRenewal = ({ membership: { autoRenew, isRenewalOnHold } }: { membership: ContactMembership }) => {
  const { company } = useSelectedLocation();
  const mayActivate = mayInCompany(company.id, 'renewals:activate');
  if (!isRenewalOnHold) return autoRenew ? 'On' : 'Off';
  return (
    <>
      {onHoldText}
      {mayActivate && (
        <>
          {'. '}
          <TextLink component={Link} to={paths.dashboard}>
            Review and activate
          </TextLink>
        </>
      )}
    </>
  );
};

const onHoldText = 'On hold until activated';

const NextRenewal = ({ membership: { nextRenewalOn, nextRenewalAmount } }: { membership: ContactMembership }) => (
  <>
    <DateField value={nextRenewalOn} />
    {nextRenewalAmount !== null && (
      <>
        , <MoneyField amount={nextRenewalAmount} /> with tax
      </>
    )}
  </>
);

/** 'Nov 22, 2026 to Dec 3, 2026: Travel', 'From Nov 22, 2026 (open-ended): Travel'. */
const freezeText = ({ from, until, reason }: MembershipFreeze) =>
  `${until ? `${shortDate(from, 'UTC')} to ${shortDate(until, 'UTC')}` : `From ${shortDate(from, 'UTC')} (open-ended)`}: ${reason}`;

/** 'Dec 14, 2026: Denver Monthly to All-Access Monthly'. */
const PlanChanges = ({ changes }: { changes: NonNullable<ContactMembership['planChanges']> }) =>
  changes.map(({ changedAt, fromPlan, toPlan }) => (
    <Box key={changedAt}>
      <DateField value={changedAt} />: {fromPlan} to {toPlan}
    </Box>
  ));
