import { zodResolver } from '@hookform/resolvers/zod';
import { useNotify } from 'react-admin';
import { salesItemCreateBody } from '#domain/sales-items/contract.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { withListState } from '#src/ui/lists/listMemory.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { CreatePage } from '#src/ui/RecordPage.tsx';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import { selectPrompt } from './salesItem.tsx';
import { backToSalesItems } from './salesItemPageProps.tsx';
import { SalesItemInputs } from './SalesItemInputs.tsx';

export const SalesItemCreate = () => (
  <RequireLocation feature="sales-items" prompt={selectPrompt}>
    <NewSalesItem />
  </RequireLocation>
);

const NewSalesItem = () => {
  const { id: locationId, name } = useSelectedLocation();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const onSaved = async () => {
    await navigate(paths.salesItems.list);
    notify('Sales item added', { type: 'success' });
  };
  return (
    <CreatePage resource="sales-items" onSaved={onSaved}>
      <PageHeader title="Add sales item" subtitle={`It will be sold at ${name}`} back={backToSalesItems} />
      <FormPage
        resolver={resolver}
        defaultValues={{ ...untouched, locationId }}
        submitLabel="Add sales item"
        cancelTo={withListState(paths.salesItems.list)}
      >
        <SalesItemInputs isCostShown={useAccess().may('sales-items:cost')} />
      </FormPage>
    </CreatePage>
  );
};

const resolver = zodResolver(salesItemCreateBody);

const untouched = {
  name: '',
  description: '',
  price: 0,
  isFavorite: false,
  isActive: true,
  isPublished: false,
  isPhysicalItem: false,
  inventoryQuantity: 0,
};
