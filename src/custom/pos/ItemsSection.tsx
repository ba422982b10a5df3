import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useMemo, useRef } from 'react';
import { useListContext } from 'react-admin';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { posPageSize } from '#domain/rules/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import type { Column } from '#src/custom/ui/column.ts';
import { ErrorState } from '#src/custom/ui/ErrorState.tsx';
import { hasKeyboard } from '#src/custom/ui/hasKeyboard.ts';
import { ListPages } from '#src/custom/ui/ListPages.tsx';
import { MoneyField } from '#src/custom/ui/MoneyField.tsx';
import { RecordTable } from '#src/custom/ui/RecordTable.tsx';
import { RowsBase } from '#src/dataProvider/rows.tsx';
import { SearchBox } from '#src/custom/ui/SearchBox.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { AddItemButton } from './AddItemButton.tsx';
import { ItemName } from './ItemName.tsx';
import { keys } from './shortcuts.ts';
import { useTill } from './tillContext.ts';
import { byName, useScan } from './useScan.ts';
import { useShortcuts } from './useShortcuts.ts';

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
    if (contact && !known.current && hasKeyboard()) search.current?.querySelector('input')?.focus();
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
