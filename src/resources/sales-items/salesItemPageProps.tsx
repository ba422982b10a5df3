import { EmptyState } from '#src/ui/EmptyState.tsx';
import { BackToList } from '#src/ui/RecordPage.tsx';
import { paths } from '#src/paths.ts';

export const backToSalesItems = { to: paths.salesItems.list, label: 'Back to Sales Items' };

const errorText = (message: string) => `Error loading sales item: ${message}`;

export const salesItemPageProps = {
  resource: 'sales-items',
  fallback: 'Failed to fetch sales item',
  errorText,
  errorAction: <BackToList {...backToSalesItems} />,
  notFound: (
    <EmptyState heading="h2" title={errorText('Sales item not found')}>
      <BackToList {...backToSalesItems} />
    </EmptyState>
  ),
};
