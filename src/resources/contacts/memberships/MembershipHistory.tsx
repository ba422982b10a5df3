import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useStore } from 'react-admin';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { defaultPageSize } from '#domain/rules/limits.ts';
import { PurchaseMembershipButton } from '#src/custom/purchase/PurchaseMembershipButton.tsx';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { DateField } from '#src/custom/ui/fields.tsx';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { PageButtons } from '#src/custom/lists/Pagination.tsx';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { paths } from '#src/paths.ts';
import { useContact } from '../useContact.ts';
import { MembershipBadge } from './MembershipBadge.tsx';
import { priceText, typeLabels } from './membershipText.ts';
import { useContactMemberships } from './useContactMemberships.ts';

/** Every plan the contact has bought, newest first. */
export const MembershipHistory = () => {
  const contact = useContact();
  const [page, setPage] = useStore(`contacts.${contact.id}.memberships.page`, 1);
  const query = useContactMemberships(contact.id, page, defaultPageSize);
  return (
    <Section title="Memberships" actions={<PurchaseMembershipButton contact={contact} />} isFlush>
      <ScreenState
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
      </ScreenState>
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

const columns: readonly Column<ContactMembership>[] = [
  { label: 'Membership', cell: (membership) => <MembershipName membership={membership} /> },
  { label: 'Status', inCard: 'bare', skeleton: 'badge', cell: (membership) => <MembershipBadge membership={membership} /> },
  { label: 'Start Date', cell: ({ startDate }) => <DateField value={startDate} /> },
  { label: 'End Date', cell: ({ endDate }) => (endDate ? <DateField value={endDate} /> : '—') },
  { label: 'Purchased', cell: ({ purchaseDate }) => <DateField value={purchaseDate} /> },
  { label: 'Price', align: 'right', inCard: 'bare', cell: priceText },
];
