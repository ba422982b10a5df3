import { Box } from '@mui/material';
import { useParams } from 'react-router-dom';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { dayText, shortDate } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { defaultPageSize } from '#domain/shared/limits.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { PageButtons } from '#src/ui/lists/Pagination.tsx';
import { billingLabels } from '#src/ui/labels.ts';
import { NameInCard } from '#src/ui/lists/NameInCard.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import { CardSection } from '#src/resources/saved-cards/CardOnFile.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField } from '#src/ui/fields.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { paths } from '#src/paths.ts';
import { useContact } from '../useContact.ts';
import { useHasBeen } from '#src/ui/useHasBeen.ts';
import { useHousehold } from '#src/resources/households/useHousehold.ts';
import { MembershipActions } from './MembershipActions.tsx';
import { useMembershipHistory } from './useContactMemberships.ts';
import { typeLabels, useMembershipClock } from './contactMembership.ts';
import { MembershipDetail } from './MembershipDetail.tsx';
import { Caption, MembershipStatus } from './MembershipStatus.tsx';

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

/** '$49.99 / Monthly'. */
const priceText = ({ purchasePrice, billingFrequency }: ContactMembership) =>
  `${formatMoney(purchasePrice)} / ${billingLabels[billingFrequency]}`;

/** On a phone, broken between its parts only. The rest is a press away. */
function cardText(membership: ContactMembership, today: CalendarDate): string {
  const { startDate, startsWithFirstVisit, endDate, contractEndDate, nextRenewalOn, nextRenewalAmount } = membership;
  return [
    priceText(membership),
    !startsWithFirstVisit &&
      (startDate > today ? `Starts ${dayText(startDate, today)}` : `Started ${shortDate(startDate, 'UTC')}`),
    nextRenewalOn && nextRenewalAmount !== null && `${formatMoney(nextRenewalAmount)} with tax`,
    endDate && `Paid through ${shortDate(endDate, 'UTC')}`,
    contractEndDate && `Contract ends ${shortDate(contractEndDate, 'UTC')}`,
  ]
    .map((part) => part && part.replaceAll(' ', '\u00a0'))
    .filter(Boolean)
    .join(' · ');
}

const Name = ({ membership }: { membership: ContactMembership }) => {
  const { today } = useMembershipClock(membership);
  return (
    <NameInCard
      name={membership.membershipName}
      line={typeLabels[membership.membershipType]}
      cardLine={cardText(membership, today)}
    />
  );
};

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

const columns: readonly Column<ContactMembership>[] = [
  {
    label: 'Membership',
    cell: (membership) => <Name membership={membership} />,
  },
  {
    label: 'Status',
    inCard: 'bare',
    skeleton: 'badge',
    cell: (membership) => <MembershipStatus membership={membership} />,
  },
  { label: 'Start Date', inCard: 'none', cell: ({ startDate }) => <DateField value={startDate} /> },
  { label: 'Paid Through', inCard: 'none', cell: (membership) => <PaidThrough membership={membership} /> },
  { label: 'Purchased', from: 1100, inCard: 'none', cell: ({ purchaseDate }) => <DateField value={purchaseDate} /> },
  { label: 'Price', align: 'right', inCard: 'none', cell: (membership) => <Price membership={membership} /> },
  {
    label: 'Actions',
    align: 'right',
    inCard: 'end',
    cell: (membership) => <MembershipActions membership={membership} />,
  },
];
