import { paths } from '#src/paths.ts';

export const backToAgreements = { to: paths.agreements.list, label: 'Back to Agreements' };

/** Props that the pages of an agreement share. An agreement is read and written within the selected location's company. */
export const agreementPageProps = (companyId: string) => ({
  resource: 'agreements',
  meta: { companyId },
  fallback: 'Failed to fetch agreement',
  errorText: (message: string) => `Error loading agreement: ${message}`,
});
