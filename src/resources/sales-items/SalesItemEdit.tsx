import { zodResolver } from '@hookform/resolvers/zod';
import { salesItemUpdateBody, type SalesItem } from '#domain/sales-items/contract.ts';
import { FormPage } from '#src/ui/forms/FormPage.tsx';
import { RequireLocation, RequireMayAt } from '#src/location-scope/RequireLocation.tsx';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { EditPage } from '#src/ui/RecordPage.tsx';
import { paths } from '#src/paths.ts';
import { selectPrompt } from './salesItem.tsx';
import { backToSalesItems, salesItemPageProps } from './salesItemPageProps.tsx';
import { SalesItemInputs } from './SalesItemInputs.tsx';

/** Unchanged stock is not sent: it may have fallen since. */
export const SalesItemEdit = () => (
  <RequireLocation feature="sales-items" prompt={selectPrompt}>
    <EditPage<SalesItem>
      {...salesItemPageProps}
      renderHeader={header}
      showPath={paths.salesItems.show}
      saved="Sales item updated"
    >
      {(item) => (
        <RequireMayAt record={item} action="sales-items:write">
          <ItemForm item={item} />
        </RequireMayAt>
      )}
    </EditPage>
  </RequireLocation>
);

const ItemForm = ({ item }: { item: SalesItem }) => (
  <FormPage record={item} resolver={resolver} submitLabel="Save changes" cancelTo={paths.salesItems.show(item.id)}>
    <SalesItemInputs isCostShown={useMayAt(item, 'sales-items:cost')} />
  </FormPage>
);

const header = (item: SalesItem | undefined) =>
  item ? (
    <PageHeader
      title={`Edit ${item.name}`}
      back={{ to: paths.salesItems.show(item.id), label: 'Back to Sales Item' }}
    />
  ) : (
    <PageHeader title="Sales item" back={backToSalesItems} />
  );

const resolver = zodResolver(salesItemUpdateBody);
