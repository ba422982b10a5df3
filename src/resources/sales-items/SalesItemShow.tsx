import { Box } from '@mui/material';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { marginPercent } from '#domain/sales-items/stock.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { History } from '#src/resources/activity/History.tsx';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useMayAt } from '#src/location-scope/useLocationScope.ts';
import { ItemPicture } from './ItemPicture.tsx';
import { RecordPhoto } from '#src/ui/photo/RecordPhoto.tsx';
import { DeleteAction } from '#src/ui/DeleteAction.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { EditButton } from '#src/ui/EditButton.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { ActiveBadge, PublishedBadge } from '#src/ui/StatusBadge.tsx';
import { salesItemActions } from '#src/dataProvider/sales-items-actions.ts';
import { paths } from '#src/paths.ts';
import { Inventory, selectPrompt, typeText } from './salesItem.tsx';
import { backToSalesItems, salesItemPageProps } from './salesItemPageProps.tsx';
import { StockSection } from './StockSection.tsx';

export const SalesItemShow = () => (
  <RequireLocation feature="sales-items" prompt={selectPrompt}>
    <ShowPage<SalesItem> {...salesItemPageProps} renderHeader={(item) => <Header item={item} />}>
      {(item) => (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Section title="Item Details" isBeside>
            <DescriptionList
              columns={3}
              items={[
                { label: 'Price', value: <MoneyField amount={item.price} /> },
                { label: 'Type', value: typeText(item) },
                { label: 'Inventory', value: <Inventory item={item} /> },
                ...(item.lowStockLevel === null
                  ? []
                  : [{ label: 'Low at', value: item.lowStockLevel.toLocaleString('en-US') }]),
                ...costItems(item),
                { label: 'Status', value: <ActiveBadge isActive={item.isActive} /> },
                { label: 'Published', value: <PublishedBadge isPublished={item.isPublished} /> },
                { label: 'Category', value: item.category },
                { label: 'Bar Code', value: item.barcode },
                { label: 'Favorite', value: item.isFavorite ? 'Shown first at the till' : 'No' },
                { label: 'Created', value: <DateField value={item.createdAt} /> },
                { label: 'Description', value: item.description, isWide: true },
              ]}
            />
          </Section>
          {item.isPhysicalItem && <Stock item={item} />}
          <History recordType="sales-item" recordId={item.id} at={item} />
        </Box>
      )}
    </ShowPage>
  </RequireLocation>
);

const Stock = ({ item }: { item: SalesItem }) => useMayAt(item, 'sales-items:write') && <StockSection item={item} />;

/** Only who may know the cost gets it from the server. */
const costItems = ({ price, cost }: SalesItem) => {
  if (cost === null || cost === undefined) return [];
  const percent = marginPercent(price, cost);
  const margin = `${formatMoney(price - cost)}${percent === undefined ? '' : ` (${percent}%)`}`;
  return [
    { label: 'Cost', value: <MoneyField amount={cost} /> },
    { label: 'Margin', value: margin },
  ];
};

const Header = ({ item }: { item: SalesItem | undefined }) => (
  <PageHeader
    title={item?.name ?? 'Sales item'}
    back={backToSalesItems}
    mark={item && <ActiveBadge isActive={item.isActive} />}
    picture={item && <Photo item={item} />}
    actions={item && <Actions item={item} />}
  />
);

const Photo = ({ item }: { item: SalesItem }) => {
  const picture = <ItemPicture item={item} sx={{ width: 72, height: 72, fontSize: '1.5rem' }} />;
  if (!useMayAt(item, 'sales-items:write')) return picture;
  return (
    <RecordPhoto
      label="Photo of the item"
      hasPhoto={Boolean(item.previewUrl)}
      onUpload={(photo) => salesItemActions.uploadImage(item.id, photo)}
      onRemove={() => salesItemActions.removeImage(item.id)}
    >
      {picture}
    </RecordPhoto>
  );
};

const Actions = ({ item }: { item: SalesItem }) =>
  useMayAt(item, 'sales-items:write') && (
    <>
      <DeleteAction
        resource="sales-items"
        record={item}
        title={`Delete ${item.name}?`}
        text="It is removed from the lists and the point of sale. Invoices that list it stay as they are."
        deleted="Sales item deleted"
        failed="Failed to delete sales item"
        list={paths.salesItems.list}
      />
      <EditButton to={paths.salesItems.edit(item.id)} />
    </>
  );
