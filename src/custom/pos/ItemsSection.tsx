import GridView from '@mui/icons-material/GridViewOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import { Alert, Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { posPageSize, tilesPageSize } from '#src/limits.ts';
import { SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { hasFinePointer } from '#src/ui/dom.ts';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { RowsBase } from '#src/dataProvider/rows.tsx';
import { Section } from '#src/ui/Section.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { localStorage } from '#src/safeStorage.ts';
import { maxQuantity } from './cart.ts';
import { ItemTable } from './ItemTable.tsx';
import { isBarcode, isBarcodeNumber, noSuchItem } from './scan.ts';
import { findByBarcode } from './Scanner.tsx';
import { keys, useShortcuts } from './shortcuts.ts';
import { typeInto } from './useScanner.ts';
import { useTill } from './useTillState.ts';

/** The sales items of the location, as a table with 20 per page or as tiles. The till is built for speed, so each sale starts with a fresh list. */
export const ItemsSection = ({ tools }: { tools: ReactNode }) => {
  const { id: locationId } = useSelectedLocation();
  const [view, setView] = useView();
  const isPhone = useIsPhone();
  return (
    <Section
      title="Sales Items"
      isFlush
      isBare={isPhone}
      actions={<Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{tools}</Box>}
    >
      <RowsBase
        key={view}
        resource="sales-items"
        {...itemList[view]}
        filter={{ locationId }}
        storeKey={false}
        disableSyncWithLocation
      >
        <Items
          view={view}
          besideSearch={
            <>
              {/* The drawer comes later, and takes its room from the search. */}
              {isPhone && tools}
              <ViewSwitch view={view} onChange={setView} />
            </>
          }
        />
      </RowsBase>
    </Section>
  );
};

type View = 'table' | 'tiles';

const byName = { field: 'name', order: 'ASC' } as const;
const itemList = {
  table: { sort: byName, perPage: posPageSize },
  tiles: { sort: { field: 'favorites', order: 'ASC' }, perPage: tilesPageSize },
} as const;

export const viewKey = 'till.view';

const toView = (stored: string | null): View => {
  if (stored === 'tiles' || stored === 'table') return stored;
  return window.matchMedia('(pointer: coarse)').matches ? 'tiles' : 'table';
};

/** A touch screen begins with tiles. Kept in this browser, since it depends on the screen of the till. */
const useView = () => {
  const [view, setView] = useState<View>(() => toView(localStorage.getItem(viewKey)));
  const change = (next: View) => {
    localStorage.setItem(viewKey, next);
    setView(next);
  };
  return [view, change] as const;
};

const ViewSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
  <ToggleButtonGroup
    exclusive
    color="primary"
    aria-label="View"
    value={view}
    onChange={(_event, next: View | null) => next && onChange(next)}
  >
    <ToggleButton value="table" sx={viewButton}>
      <TableRows fontSize="small" /> Table
    </ToggleButton>
    <ToggleButton value="tiles" sx={viewButton}>
      <GridView fontSize="small" /> Tiles
    </ToggleButton>
  </ToggleButtonGroup>
);

/** A phone has room for the icons alone, beside the search; the words stay for who listens. */
const viewButton = {
  gap: 0.75,
  px: 1.25,
  py: 0.75,
  '@media (max-width: 599.95px)': { minWidth: 44, gap: 0, fontSize: 0 },
} as const;

const Items = ({ view, besideSearch }: { view: View; besideSearch: ReactNode }) => {
  const { data, error, refetch } = useListContext<SalesItem>();
  const { refresh, contact } = useTill();
  const search = useRef<HTMLDivElement>(null);
  const { onKeyDown, missed } = useSearchEnter();
  useEffect(() => {
    if (data) refresh(data);
  }, [data, refresh]);
  const lastContact = useRef(contact);
  useEffect(() => {
    if (contact && !lastContact.current && hasFinePointer()) search.current?.querySelector('input')?.focus();
    lastContact.current = contact;
  }, [contact]);
  useShortcuts({ [keys.items]: () => search.current?.querySelector('input')?.select() });
  return (
    <>
      <Box ref={search} onKeyDown={onKeyDown} sx={searchRow}>
        <SearchBox placeholder="Search items..." label="Search sales items" />
        {besideSearch}
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
      {view === 'table' ? (
        <Box sx={atEdges}>
          <ItemTable />
        </Box>
      ) : (
        <LazyPart
          fallback={<SkeletonBlock lines={4} />}
          renderWaiting={(content) => <Box sx={{ px: 2, pb: 2 }}>{content}</Box>}
        >
          <ItemTiles />
        </LazyPart>
      )}
    </>
  );
};

const searchRow = {
  display: 'flex',
  gap: 1,
  px: { xs: 0, sm: 2 },
  pt: { xs: 0, sm: 0.75 },
  pb: { xs: 1, sm: 1.25 },
  '& > label': { flexBasis: { xs: 0, sm: 260 } },
  '& > .MuiButton-root': { flex: 'none', px: { xs: 1.25, sm: 2 } },
} as const;

/** On a phone no frame is around the items, so they begin where the search does. */
const atEdges = {
  '@media (max-width: 599.95px)': { '& > .sort': { px: 0, pt: 0 }, '&& tbody tr': { px: 0 } },
} as const;

const ItemTiles = lazyWithPreload('pos', () => import('./ItemTiles.tsx'), 'ItemTiles');

/**
 * Enter in the search adds the item with this bar code, else the first item that the text finds. Each Enter is one lookup, in
 * order. The text is selected at once, so that the next scan replaces it instead of being appended; a bar code is removed.
 */
const useSearchEnter = () => {
  const { add, addScanned, scan } = useTill();
  const { id: locationId } = useSelectedLocation();
  const data = useDataProvider();
  const [missed, setMissed] = useState<string>();
  const lookUp = async (search: string, field: HTMLInputElement) => {
    const failed = `“${search}” could not be found because of a connection problem. Please try again.`;
    const scanned = isBarcode(search) ? await findByBarcode(data, locationId, search) : undefined;
    if (scanned === 'unreachable') return setMissed(failed);
    if (scanned) {
      // The next code may be on its way already.
      if (field.value.trim() === search) typeInto(field, '');
      return setMissed(addScanned(scanned));
    }
    if (isBarcodeNumber(search)) return setMissed(noSuchItem(search));
    const items = await data.getList<SalesItem>('sales-items', { ...firstPage, filter: { locationId, search } }).then(
      (response) => response.data,
      () => null,
    );
    if (!items) return setMissed(failed);
    const first = items.find((item) => maxQuantity(item) > 0);
    return first ? add(first) : setMissed(`No item in stock was found for “${search}”.`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (
      key !== 'Enter' ||
      event.nativeEvent.isComposing ||
      !(target instanceof HTMLInputElement) ||
      target.value.trim() === ''
    )
      return;
    event.preventDefault();
    const search = target.value.trim();
    target.select();
    setMissed(undefined);
    scan(() => lookUp(search, target));
  };
  return { onKeyDown, missed };
};

const firstPage = { pagination: { page: 1, perPage: posPageSize }, sort: byName };
