import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { ActiveBadge, PublishedBadge } from '#src/custom/ui/StatusBadge.tsx';
import { DateField, MoneyField } from '#src/custom/ui/fields.tsx';
import { DeleteAction } from '#src/custom/ui/DeleteAction.tsx';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { ShowPage } from '#src/custom/ui/ShowPage.tsx';
import { SuccessBanner } from '#src/custom/ui/SuccessBanner.tsx';
import { paths } from '#src/paths.ts';
import { inventoryText, selectPrompt, typeText } from './salesItemText.ts';
import { salesItemPage } from './salesItemPage.ts';

export const SalesItemShow = () => (
  <RequireLocation feature="sales-items" prompt={selectPrompt}>
    <ShowPage<SalesItem> {...salesItemPage}>{(item) => <Item item={item} />}</ShowPage>
  </RequireLocation>
);

const Item = ({ item }: { item: SalesItem }) => (
  <>
    <PageHeader title={item.name} back={salesItemPage.back} mark={<ActiveBadge isActive={item.isActive} />} actions={<Actions item={item} />} />
    <SuccessBanner />
    <Section title="Item Details" isBeside>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Price', value: <MoneyField amount={item.price} /> },
          { label: 'Type', value: typeText(item) },
          { label: 'Inventory', value: inventoryText(item) },
          { label: 'Status', value: <ActiveBadge isActive={item.isActive} /> },
          { label: 'Published', value: <PublishedBadge isPublished={item.isPublished} /> },
          { label: 'Created', value: <DateField value={item.createdAt} /> },
          { label: 'Description', value: item.description, isWide: true },
        ]}
      />
    </Section>
  </>
);

const Actions = ({ item }: { item: SalesItem }) => (
  <>
    <DeleteAction
      resource="sales-items"
      record={item}
      noun="sales item"
      name={item.name}
      text="It will be gone from the lists and from the point of sale. Invoices that name it keep it."
      to={paths.salesItems.list}
    />
    <Button component={Link} to={paths.salesItems.edit(item.id)} variant="contained" startIcon={<EditOutlined />}>
      Edit
    </Button>
  </>
);
