import { paths } from '#src/paths.ts';

export const backToAgreements = { to: paths.agreements.list, label: 'Back to Agreements' };

/** What the pages of one agreement have in common. An agreement is read and written within the selected location's company. */
export const agreementPageProps = (companyId: string) => ({
  resource: 'agreements',
  meta: { companyId },
  fallback: 'Failed to fetch agreement',
  errorText: (message: string) => `Error loading agreement: ${message}`,
});
