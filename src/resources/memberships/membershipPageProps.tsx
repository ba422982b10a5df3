import { EmptyState } from '#src/ui/EmptyState.tsx';
import { BackToList } from '#src/ui/RecordPage.tsx';
import { paths } from '#src/paths.ts';

export const backToMemberships = { to: paths.memberships.list, label: 'Back to Memberships' };

export const membershipPageProps = {
  resource: 'memberships',
  fallback: 'Failed to load membership',
  errorText: (message: string) => `Error loading membership: ${message}`,
  errorAction: <BackToList {...backToMemberships} />,
  notFound: (
    <EmptyState heading="h2" title="Membership not found">
      <BackToList {...backToMemberships} />
    </EmptyState>
  ),
};
