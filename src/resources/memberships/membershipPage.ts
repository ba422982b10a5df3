import { paths } from '#src/paths.ts';

export const selectPrompt = 'Select a location to view and manage memberships';

/** What the pages of one plan have in common: their way back and their words for a failure. */
export const membershipPage = {
  resource: 'memberships',
  title: 'Membership',
  back: { to: paths.memberships.list, label: 'Back to Memberships' },
  errorText: (message: string) => `Error loading membership: ${message}`,
  fallback: 'Failed to load membership',
};
