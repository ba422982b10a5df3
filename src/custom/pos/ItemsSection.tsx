import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { posPageSize } from '#src/limits.ts';
import { SearchBox } from '#src/custom/lists/ListFilters.tsx';
import { ListPages } from '#src/custom/lists/Pagination.tsx';
import { RecordTable } from '#src/custom/lists/RecordTable.tsx';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { hasFinePointer } from '#src/custom/ui/dom.ts';
import { ErrorState } from '#src/custom/ui/EmptyState.tsx';
import { MoneyField } from '#src/custom/ui/fields.tsx';
import { RowsBase } from '#src/dataProvider/rows.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { maxQuantity } from './cart.ts';
import { keys, useShortcuts } from './shortcuts.ts';
import { useTill } from './useTillState.ts';

/** The sales items of the location, 20 a page. The till is made for speed: its list starts anew with every sale. */
export const ItemsSection = () => {
  const { id: locationId } = useSelectedLocation();
  const scope = useMemo(() => ({ locationId }), [locationId]);
  return (
    <RowsBase
      resource="sales-items"
      sort={byName}
      filter={scope}
      perPage={posPageSize}
      storeKey={false}
      disableSyncWithLocation
    >
      <Items />
    </RowsBase>
  );
};

const Items = () => {
  const { data, error, refetch } = useListContext<SalesItem>();
  const { refresh, contact } = useTill();
  const search = useRef<HTMLDivElement>(null);
  const { onKeyDown, missed } = useScan();
  useEffect(() => {
    if (data) refresh(data);
  }, [data, refresh]);
  const known = useRef(contact);
  useEffect(() => {
    if (contact && !known.current && hasFinePointer()) search.current?.querySelector('input')?.focus();
    known.current = contact;
  }, [contact]);
  useShortcuts({ [keys.items]: () => search.current?.querySelector('input')?.select() });
  return (
    <Section title="Sales Items" isFlush>
      <Box ref={search} onKeyDown={onKeyDown} sx={{ display: 'flex', px: 2, pb: 2 }}>
        <SearchBox placeholder="Search items by name or description..." label="Search sales items" />
      </Box>
      <Box component="output" sx={{ display: 'block' }}>
        {missed && (
          <Alert severity="warning" role="presentation" sx={{ mx: 2, mb: 2 }}>
            {missed}
          </Alert>
        )}
      </Box>
      {error && (
        <Box sx={{ px: 2, pb: 2 }}>
          <ErrorState text={messageFrom(error, 'Failed to fetch sales items')} onRetry={() => void refetch()} />
        </Box>
      )}
      <RecordTable<SalesItem> label="Sales items" columns={columns} empty={empty} isCompact />
      <ListPages noun="items" />
    </Section>
  );
};

const columns: readonly Column<SalesItem>[] = [
  { label: 'Item', sortBy: 'name', skeleton: 'lines', cell: (item) => <ItemName item={item} /> },
  { label: 'Price', sortBy: 'price', align: 'right', width: 120, cell: ({ price }) => <MoneyField amount={price} /> },
  { label: 'Action', align: 'right', width: 130, cell: (item) => <AddItemButton item={item} /> },
];

const empty = {
  title: 'No sales items found',
  searching: 'No sales items match your search criteria.',
  otherwise: 'Create your first sales item to get started.',
};

/** An item as the till lists it: its name, and how many there are of what lies on a shelf. */
const ItemName = ({ item }: { item: SalesItem }) => (
  <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
    <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere', color: item.isActive ? undefined : 'text.secondary' }}>
      {item.name}
    </Box>
    {item.isPhysicalItem && item.isActive && (
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {item.inventoryQuantity > 0 ? `${item.inventoryQuantity.toLocaleString('en-US')} in stock` : 'Out of stock'}
      </Typography>
    )}
  </Box>
);

/** Adds one to the cart; an inactive item says so instead, and the stock of a physical one is the most there is. */
const AddItemButton = ({ item }: { item: SalesItem }) => {
  const { cart, add } = useTill();
  const held = cart.find((line) => line.item.id === item.id)?.quantity ?? 0;
  const hasMore = held < maxQuantity(item);
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={item.isActive && hasMore ? <Add /> : undefined}
      disabled={!hasMore}
      aria-label={`${buttonText(item, hasMore, held)} ${item.name}`}
      onClick={() => add(item)}
    >
      {buttonText(item, hasMore, held)}
    </Button>
  );
};

const buttonText = (item: SalesItem, hasMore: boolean, held: number) => {
  if (!item.isActive) return 'Inactive';
  if (hasMore) return 'Add';
  return held > 0 ? 'All in cart' : 'Out of stock';
};

/**
 * Enter in the search adds the first item found for what is typed; for scanners and quick fingers. Each Enter is one
 * look-up, in order. The text is selected at once, so that the next scan takes its place and does not run into it.
 */
const useScan = () => {
  const { add, scan } = useTill();
  const { id: locationId } = useSelectedLocation();
  const data = useDataProvider();
  const [missed, setMissed] = useState<string>();
  const lookUp = async (search: string) => {
    const found = await data
      .getList<SalesItem>('sales-items', { ...firstPage, filter: { locationId, search } })
      .then((answer) => answer.data, () => null);
    if (!found) return setMissed(`“${search}” could not be found because of a connection problem. Please try again.`);
    const first = found.find((item) => maxQuantity(item) > 0);
    return first ? add(first) : setMissed(`No item in stock was found for “${search}”.`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement) || target.value.trim() === '') return;
    event.preventDefault();
    const search = target.value.trim();
    target.select();
    setMissed(undefined);
    scan(() => lookUp(search));
  };
  return { onKeyDown, missed };
};

const byName = { field: 'name', order: 'ASC' } as const;
const firstPage = { pagination: { page: 1, perPage: posPageSize }, sort: byName };
