import { zodResolver } from '@hookform/resolvers/zod';
import { useCreate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { salesItemCreateBody, type SalesItem } from '#domain/contract/sales-items.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { withListState } from '#src/custom/lists/listMemory.ts';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import { paths } from '#src/paths.ts';
import { SalesItemInputs } from './SalesItemInputs.tsx';
import { selectPrompt } from './salesItemText.ts';

/** A new sales item at the selected location. */
export const SalesItemCreate = () => (
  <RequireLocation feature="sales-items" prompt={selectPrompt}>
    <NewSalesItem />
  </RequireLocation>
);

const NewSalesItem = () => {
  const { id: locationId, name } = useSelectedLocation();
  const [create] = useCreate<SalesItem>();
  const navigate = useNavigate();
  const save = async (data: FieldValues) => {
    try {
      await create('sales-items', { data }, { returnPromise: true });
      await navigate(paths.salesItems.list, withSuccess('Sales item created'));
      return undefined;
    } catch (error) {
      return formErrors(error, 'Failed to create sales item');
    }
  };
  return (
    <>
      <PageHeader title="Add Sales Item" subtitle={`It will be sold at ${name}`} back={{ to: paths.salesItems.list, label: 'Back to Sales Items' }} />
      <FormPage
        resolver={zodResolver(salesItemCreateBody)}
        defaultValues={{ ...untouched, locationId }}
        onSubmit={save}
        submitLabel="Create Sales Item"
        onCancel={() => void navigate(withListState(paths.salesItems.list))}
      >
        <SalesItemInputs />
        <FormError />
      </FormPage>
    </>
  );
};

/** A new item is active, unpublished, not physical and has no stock. */
const untouched = { name: '', description: '', price: 0, isActive: true, isPublished: false, isPhysicalItem: false, inventoryQuantity: 0 };
