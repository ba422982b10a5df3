import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from 'react-router-dom';
import { salesItemUpdateBody, type SalesItem } from '#domain/contract/sales-items.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { EditPage } from '#src/custom/ui/EditPage.tsx';
import { FormPage } from '#src/custom/ui/FormPage.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { FormError } from '#src/custom/forms/FormActions.tsx';
import { useSaveChanges } from '#src/custom/ui/useSaveChanges.ts';
import { withSuccess } from '#src/custom/ui/withSuccess.ts';
import { paths } from '#src/paths.ts';
import { SalesItemInputs } from './SalesItemInputs.tsx';
import { salesItemPage } from './salesItemPage.ts';
import { selectPrompt } from './salesItemText.ts';

export const SalesItemEdit = () => (
  <RequireLocation feature="sales-items" prompt={selectPrompt}>
    <EditPage<SalesItem> {...salesItemPage}>{(item) => <ItemForm item={item} />}</EditPage>
  </RequireLocation>
);

const ItemForm = ({ item }: { item: SalesItem }) => {
  const navigate = useNavigate();
  const show = paths.salesItems.show(item.id);
  // Only what was changed is sent: stock that was not touched may have fallen since.
  const save = useSaveChanges<SalesItem>({
    resource: 'sales-items',
    record: item,
    fallback: 'Failed to update sales item',
    onSaved: () => void navigate(show, { replace: true, ...withSuccess('Sales item updated') }),
  });
  return (
    <>
      <PageHeader title={`Edit ${item.name}`} back={{ to: show, label: 'Back to Sales Item' }} />
      <FormPage record={item} resolver={zodResolver(salesItemUpdateBody)} onSubmit={save} submitLabel="Save Changes" onCancel={() => void navigate(show)}>
        <SalesItemInputs />
        <FormError />
      </FormPage>
    </>
  );
};
