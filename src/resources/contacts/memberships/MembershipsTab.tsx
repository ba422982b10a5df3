import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button, Link as TextLink, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { ContactMembership, MembershipFreeze } from '#domain/contact-memberships/contract.ts';
import { cancellationReasonLabels } from '#domain/contact-memberships/cancellation.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { defaultPageSize, maxPageSize } from '#domain/shared/limits.ts';
import { renewalMethodLabels, type PlanType } from '#domain/memberships/membershipPlan.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { mayInCompany } from '#src/authProvider/session.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { History } from '#src/resources/activity/History.tsx';
import { billingLabels, pluralize } from '#src/ui/labels.ts';
import { PageButtons } from '#src/ui/lists/Pagination.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { CardSection } from '#src/resources/saved-cards/CardOnFile.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField, MoneyField, NameAndDescription } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { atTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { useContact } from '../useContact.ts';
import {
  membershipBadge,
  membershipNotes,
  hasCancellationTakenEffect,
  useMembershipClock,
  useMembershipPlace,
} from './contactMembership.ts';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { useHousehold } from '#src/resources/households/useHousehold.ts';
import { MembershipActions } from './MembershipActions.tsx';
import { UnbilledNotice } from './UnbilledNotice.tsx';
import { useContactMemberships, useMembershipHistory } from './useContactMemberships.ts';

const AgreementsSection = lazyWithPreload(
  'signatures',
  () => import('#src/resources/signatures/AgreementsSection.tsx'),
  'AgreementsSection',
);

const HouseholdSection = lazyWithPreload(
  'household',
  () => import('#src/resources/households/HouseholdSection.tsx'),
  'HouseholdSection',
);

export const MembershipsTab = () => {
  const { contactMembershipId } = useParams();
  const contact = useContact();
  // The household would move the agreements under somebody's hand.
  const isHouseholdKnown = useHasBeen(!useHousehold(contact.id).isLoading);
  if (contactMembershipId) return <MembershipDetail contactMembershipId={contactMembershipId} />;
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <MembershipHistory />
      <CardSection contact={contact} />
      <LazyPart>
        <HouseholdSection contact={contact} />
      </LazyPart>
      <LazyPart>
        <div style={isHouseholdKnown ? undefined : { visibility: 'hidden' }}>
          <AgreementsSection contact={contact} />
        </div>
      </LazyPart>
    </Box>
  );
};

const MembershipHistory = () => {
  const contact = useContact();
  const { page, setPage, query } = useMembershipHistory(contact.id);
  return (
    <Section title="Memberships" actions={<PurchaseMembershipButton contact={contact} />} isFlush>
      <QueryState
        query={query}
        fallback="Failed to fetch membership history"
        isEmpty={({ memberships }) => memberships.length === 0}
        empty={<EmptyState heading="h2" title="No memberships yet" text={noneText} />}
      >
        {({ memberships, pagination }) => (
          <>
            <StaticTable
              label="Memberships"
              columns={columns}
              rows={memberships}
              rowTo={(row) => paths.contacts.membership(contact.id, row.id)}
            />
            <PageButtons
              page={page}
              perPage={defaultPageSize}
              total={pagination.total}
              noun="memberships"
              onPage={setPage}
            />
          </>
        )}
      </QueryState>
    </Section>
  );
};

const noneText = 'Memberships that this contact purchases will appear here.';
const typeLabels: Record<PlanType, string> = { no_contract: 'No Contract', contract: 'Contract' };

/** '$49.99 / Monthly'. */
const priceText = ({ purchasePrice, billingFrequency }: ContactMembership) =>
  `${formatMoney(purchasePrice)} / ${billingLabels[billingFrequency]}`;

const PaidThrough = ({ membership: { endDate, contractEndDate } }: { membership: ContactMembership }) => (
  <Box component="span">
    {endDate ? <DateField value={endDate} /> : '—'}
    {contractEndDate && <Caption isOneLine>Contract ends {shortDate(contractEndDate, 'UTC')}</Caption>}
  </Box>
);

const Price = ({ membership }: { membership: ContactMembership }) => {
  const { nextRenewalOn, nextRenewalAmount } = membership;
  return (
    <Box component="span">
      {priceText(membership)}
      {nextRenewalOn && nextRenewalAmount !== null && (
        <Caption isOneLine>
          {formatMoney(nextRenewalAmount)} with tax on {shortDate(nextRenewalOn, 'UTC')}
        </Caption>
      )}
    </Box>
  );
};

const Caption = ({ isOneLine = false, children }: { isOneLine?: boolean; children: ReactNode }) => (
  <Typography
    component="span"
    variant="caption"
    color="textSecondary"
    sx={{ display: 'block', mt: 0.25, ...(isOneLine && { whiteSpace: 'nowrap' }) }}
  >
    {children}
  </Typography>
);

const columns: readonly Column<ContactMembership>[] = [
  {
    label: 'Membership',
    cell: ({ membershipName, membershipType }) => (
      <Box component="span" sx={{ minWidth: 0, '&&&& .cut': { whiteSpace: 'normal' } }}>
        <NameAndDescription name={membershipName} description={typeLabels[membershipType]} />
      </Box>
    ),
  },
  {
    label: 'Status',
    inCard: 'bare',
    skeleton: 'badge',
    cell: (membership) => <MembershipStatus membership={membership} />,
  },
  { label: 'Start Date', cell: ({ startDate }) => <DateField value={startDate} /> },
  { label: 'Paid Through', cell: (membership) => <PaidThrough membership={membership} /> },
  { label: 'Purchased', from: 1100, cell: ({ purchaseDate }) => <DateField value={purchaseDate} /> },
  { label: 'Price', align: 'right', cell: (membership) => <Price membership={membership} /> },
  {
    label: 'Actions',
    align: 'right',
    inCard: 'end',
    cell: (membership) => <MembershipActions membership={membership} />,
  },
];

const MembershipDetail = ({ contactMembershipId }: { contactMembershipId: string }) => {
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

/** The status, derived in the time zone of the membership's location, and below it the next change. */
const MembershipStatus = ({ membership }: { membership: ContactMembership }) => {
  const { now, zone, today } = useMembershipClock(membership);
  const holdNotes = membership.isRenewalOnHold ? ['Renewal on hold until activated'] : [];
  return (
    <Box component="span" sx={{ display: 'inline-block' }}>
      <StatusBadge {...membershipBadge(membership, now, zone)} />
      {[...membershipNotes(membership, today), ...holdNotes].map((note) => (
        <Caption key={note}>{note}</Caption>
      ))}
    </Box>
  );
};
