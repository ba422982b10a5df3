import { zodResolver } from '@hookform/resolvers/zod';
import { useUpdate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { salesItemUpdateBody, type SalesItem } from '#domain/contract/sales-items.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { changedFields } from '#src/custom/ui/changedFields.ts';
import { EditPage } from '#src/custom/ui/EditPage.tsx';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { FormError } from '#src/custom/ui/FormError.tsx';
import { formErrors } from '#src/custom/ui/formErrors.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import { paths } from '#src/paths.ts';
import { SalesItemInputs } from './SalesItemInputs.tsx';
import { salesItemPage } from './salesItemPage.ts';
import { selectPrompt } from './salesItemText.ts';

/** Spec §2, editing a sales item. */
export const SalesItemEdit = () => (
  <RequireLocation feature="sales-items" prompt={selectPrompt}>
    <EditPage<SalesItem> {...salesItemPage}>{(item) => <ItemForm item={item} />}</EditPage>
  </RequireLocation>
);

const ItemForm = ({ item }: { item: SalesItem }) => {
  const [update] = useUpdate<SalesItem>();
  const navigate = useNavigate();
  const show = paths.salesItems.show(item.id);
  /** Only what was changed is sent: stock that was not touched may have fallen since. */
  const save = async ({ updatedAt, ...values }: FieldValues) => {
    const data = { ...changedFields(values, item), updatedAt };
    try {
      await update('sales-items', { id: item.id, data, previousData: item }, { mutationMode: 'pessimistic', returnPromise: true });
      await navigate(show, { replace: true, ...withSuccess('Sales item updated') });
      return undefined;
    } catch (error) {
      return formErrors(error, 'Failed to update sales item');
    }
  };
  return (
    <>
      <PageHeader title={`Edit ${item.name}`} back={{ to: show, label: 'Back to Sales Item' }} />
      <FormPage record={item} resolver={zodResolver(salesItemUpdateBody)} onSubmit={save} submitLabel="Save Changes" onCancel={() => void navigate(show)}>
        <SalesItemInputs />
      </FormPage>
    </>
  );
};
