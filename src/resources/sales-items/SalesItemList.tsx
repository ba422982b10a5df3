import { Typography } from '@mui/material';
import { useListContext } from 'react-admin';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { CsvColumn } from '#domain/shared/csv.ts';
import { timeColumn } from '#src/ui/lists/csv.ts';
import { ExportButton } from '#src/ui/lists/ExportButton.tsx';
import { FilterSelect, SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable, type EmptyList } from '#src/ui/lists/RecordTable.tsx';
import { dateWidth, moneyWidth, type Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useCategories } from './useCategories.ts';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { AddButton } from '#src/ui/AddButton.tsx';
import { ActiveBadge, PublishedBadge } from '#src/ui/StatusBadge.tsx';
import { paths } from '#src/paths.ts';
import { Inventory, selectPrompt, typeText } from './salesItem.tsx';

export const SalesItemList = () => (
  <RequireLocation feature="sales-items" prompt={selectPrompt}>
    <ListPage
      resource="sales-items"
      title="Sales Items"
      subtitle="Manage your products and services for sale"
      actions={<Actions />}
      noun="items"
      errorText="Failed to fetch sales items"
      search={<SearchBox placeholder="Search by name or description..." label="Search sales items" />}
      filters={
        <>
          {/* The categories come later, and take their room from the search. */}
          <CategoryFilter />
          <FilterSelect label="Stock" source="stock" choices={stockChoices} />
        </>
      }
      columns={columns}
    >
      <RecordTable<SalesItem>
        label="Sales items"
        columns={columns}
        rowTo={({ id }) => paths.salesItems.show(id)}
        empty={empty}
      />
    </ListPage>
  </RequireLocation>
);

/** Hidden if no item has a category. */
const CategoryFilter = () => {
  const categories = useCategories();
  const { filterValues } = useListContext();
  const chosen: unknown = filterValues.category;
  // The last item of the chosen category may have moved to another one.
  const offered =
    typeof chosen === 'string' && chosen && !categories.includes(chosen) ? [chosen, ...categories] : categories;
  if (offered.length === 0) return null;
  return (
    <FilterSelect
      label="Category"
      source="category"
      choices={[{ value: '', label: 'All Categories' }, ...offered.map((name) => ({ value: name, label: name }))]}
    />
  );
};

const Actions = () => (
  <>
    <ExportButton noun="sales items" columns={salesItemCsv} />
    <AddButton to={paths.salesItems.add} label="Add sales item" />
  </>
);

const stockChoices = [
  { value: '', label: 'Any Stock' },
  { value: 'low', label: 'Low Stock' },
];

const columns: readonly Column<SalesItem>[] = [
  { label: 'Item', share: 1.9, sortBy: 'name', cell: ({ name }) => <strong className="name cut">{name}</strong> },
  {
    label: 'Description',
    share: 1.3,
    inCard: 'none',
    cell: ({ description }) => (
      <Typography component="span" variant="body2" color="textSecondary" sx={twoLines}>
        {description}
      </Typography>
    ),
  },
  {
    label: 'Price',
    share: 0.85,
    minWidth: moneyWidth,
    sortBy: 'price',
    align: 'right',
    inCard: 'end',
    cell: ({ price }) => <MoneyField amount={price} />,
  },
  {
    label: 'Status',
    share: 0.85,
    inCard: 'end',
    skeleton: 'badge',
    cell: ({ isActive }) => (isActive ? <span className="nothing">Active</span> : <ActiveBadge isActive={false} />),
  },
  {
    label: 'Published',
    share: 1.28,
    inCard: 'none',
    skeleton: 'badge',
    cell: ({ isPublished }) => (isPublished ? 'Published' : <PublishedBadge isPublished={false} />),
  },
  { label: 'Type', share: 0.87, inCard: 'none', cell: typeText },
  { label: 'Inventory', share: 1.12, inCard: 'none', align: 'right', cell: (item) => <Inventory item={item} /> },
  {
    label: 'Created',
    share: 1.2,
    minWidth: dateWidth,
    inCard: 'none',
    sortBy: 'createdAt',
    cell: ({ createdAt }) => <DateField value={createdAt} />,
  },
];

const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
  lineHeight: 1.4,
} as const;

const empty: EmptyList = {
  title: 'No sales items found',
  searching: 'No sales items match your search criteria.',
  otherwise: 'Create your first sales item to get started.',
  add: [paths.salesItems.add, 'Create a sales item'],
};

export const salesItemCsv = (timezone: string): readonly CsvColumn<SalesItem>[] => [
  { label: 'Item', value: ({ name }) => name },
  { label: 'Description', value: ({ description }) => description },
  { label: 'Price', value: ({ price }) => price },
  { label: 'Status', value: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
  { label: 'Published', value: ({ isPublished }) => (isPublished ? 'Published' : 'Unpublished') },
  { label: 'Type', value: typeText },
  {
    label: 'Inventory',
    value: ({ isPhysicalItem, inventoryQuantity }) => (isPhysicalItem ? inventoryQuantity : 'N/A'),
  },
  { label: 'Low-Stock Level', value: ({ lowStockLevel }) => lowStockLevel },
  { label: 'Cost', value: ({ cost }) => cost },
  { label: 'Category', value: ({ category }) => category },
  { label: 'Bar Code', value: ({ barcode }) => barcode },
  timeColumn('Created', timezone, ({ createdAt }) => createdAt),
];
