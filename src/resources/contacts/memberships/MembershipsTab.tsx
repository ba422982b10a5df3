import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useStore } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { defaultPageSize, maxPageSize } from '#domain/rules/limits.ts';
import type { PlanType } from '#domain/rules/membershipPlan.ts';
import { membershipStatus } from '#domain/rules/membershipStatus.ts';
import { formatMoney } from '#domain/rules/money.ts';
import { History } from '#src/custom/activity/History.tsx';
import { billingLabels } from '#src/custom/ui/labels.ts';
import { membershipStatusLabels, membershipTones } from '#src/custom/ui/statuses.ts';
import { PageButtons } from '#src/custom/lists/Pagination.tsx';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { DateField, MoneyField } from '#src/custom/ui/fields.tsx';
import { QueryState } from '#src/custom/ui/QueryState.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import { useNow } from '#src/custom/ui/time.ts';
import { atTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { useContact } from '../useContact.ts';
import { useContactMemberships } from './useContactMemberships.ts';

/** What the contact has bought: all of it, or the one in the URL. */
export const MembershipsTab = () => {
  const { membershipId } = useParams();
  return membershipId ? <MembershipDetail membershipId={membershipId} /> : <MembershipHistory />;
};

/** Every plan the contact has bought, newest first. */
const MembershipHistory = () => {
  const contact = useContact();
  const [page, setPage] = useStore(`contacts.${contact.id}.memberships.page`, 1);
  const query = useContactMemberships(contact.id, page, defaultPageSize);
  return (
    <Section title="Memberships" actions={<PurchaseMembershipButton contact={contact} />} isFlush>
      <QueryState
        query={query}
        fallback="Failed to fetch membership history"
        isEmpty={({ memberships }) => memberships.length === 0}
        empty={<EmptyState heading="h2" title="No memberships yet" text="Memberships that this contact purchases will appear here." />}
      >
        {({ memberships, pagination }) => (
          <>
            <StaticTable label="Memberships" columns={columns} rows={memberships} rowTo={(row) => paths.contacts.membership(contact.id, row.id)} />
            <PageButtons page={page} perPage={defaultPageSize} total={pagination.total} noun="memberships" onPage={setPage} />
          </>
        )}
      </QueryState>
    </Section>
  );
};

const MembershipName = ({ membership }: { membership: ContactMembership }) => (
  <Box component="span">
    <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
      {membership.membershipName}
    </Box>
    <Typography component="span" variant="body2" color="textSecondary">
      {typeLabels[membership.membershipType]}
    </Typography>
  </Box>
);

const typeLabels: Record<PlanType, string> = { no_contract: 'No Contract', contract: 'Contract' };

/** '$49.99 / Monthly'. */
const priceText = ({ purchasePrice, billingFrequency }: ContactMembership) =>
  `${formatMoney(purchasePrice)} / ${billingLabels[billingFrequency]}`;

const columns: readonly Column<ContactMembership>[] = [
  { label: 'Membership', cell: (membership) => <MembershipName membership={membership} /> },
  { label: 'Status', inCard: 'bare', skeleton: 'badge', cell: (membership) => <MembershipBadge membership={membership} /> },
  { label: 'Start Date', cell: ({ startDate }) => <DateField value={startDate} /> },
  { label: 'End Date', cell: ({ endDate }) => (endDate ? <DateField value={endDate} /> : '—') },
  { label: 'Purchased', cell: ({ purchaseDate }) => <DateField value={purchaseDate} /> },
  { label: 'Price', align: 'right', inCard: 'bare', cell: priceText },
];

/** One bought plan, found by the id in the URL among all that the contact holds. */
const MembershipDetail = ({ membershipId }: { membershipId: string }) => {
  const { id } = useContact();
  const query = useContactMemberships(id, 1, maxPageSize);
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'stretch' }}>
      <BackToMemberships contactId={id} />
      <QueryState query={query} fallback="Failed to fetch membership history">
        {({ memberships }) => {
          const membership = memberships.find((held) => held.id === membershipId);
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

const Membership = ({ membership }: { membership: ContactMembership }) => (
  <>
    <Section title={membership.membershipName} actions={<MembershipBadge membership={membership} />}>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Type', value: typeLabels[membership.membershipType] },
          { label: 'Billing', value: billingLabels[membership.billingFrequency] },
          { label: 'Purchase Price', value: <MoneyField amount={membership.purchasePrice} /> },
          { label: 'Start Date', value: <DateField value={membership.startDate} /> },
          { label: 'End Date', value: membership.endDate && <DateField value={membership.endDate} /> },
          { label: 'Contract End Date', value: membership.contractEndDate && <DateField value={membership.contractEndDate} /> },
          { label: 'Purchase Date', value: <DateField value={membership.purchaseDate} /> },
          { label: 'Access', value: membership.accessEnabled ? 'Enabled' : 'Disabled' },
          { label: 'Automatic Renewal', value: membership.autoRenew ? 'On' : 'Off' },
        ]}
      />
    </Section>
    <History recordType="contact-membership" recordId={membership.id} />
  </>
);

/** The status is derived here, by the clock of the membership's location, else of the selected one. */
const MembershipBadge = ({ membership }: { membership: ContactMembership }) => {
  const { selected, locations } = useLocationScope();
  const place = locations.find(({ id }) => id === membership.locationId) ?? selected;
  const status = membershipStatus(membership, useNow(), place?.timezone ?? 'UTC');
  return <StatusBadge severity={membershipTones[status]} label={membershipStatusLabels[status]} />;
};
