import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { maxPageSize } from '#domain/rules/limits.ts';
import { billingLabels } from '#domain/rules/membershipPlan.ts';
import { DateField, MoneyField } from '#src/custom/ui/fields.tsx';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { paths } from '#src/paths.ts';
import { useContact } from '../useContact.ts';
import { atTab } from '#src/custom/ui/contactTab.ts';
import { MembershipBadge } from './MembershipBadge.tsx';
import { typeLabels } from './membershipText.ts';
import { useContactMemberships } from './useContactMemberships.ts';

/** One bought plan, found by the id in the URL among all that the contact holds. */
export const MembershipDetail = ({ membershipId }: { membershipId: string }) => {
  const { id } = useContact();
  const query = useContactMemberships(id, 1, maxPageSize);
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'stretch' }}>
      <BackToMemberships contactId={id} />
      <ScreenState query={query} fallback="Failed to fetch membership history">
        {({ memberships }) => {
          const membership = memberships.find((held) => held.id === membershipId);
          return membership ? <Membership membership={membership} /> : <MembershipNotFound />;
        }}
      </ScreenState>
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
);
