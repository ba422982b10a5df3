import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Star from '@mui/icons-material/StarOutlined';
import { Box, Button, ButtonBase, Chip, Skeleton } from '@mui/material';
import { useListContext } from 'react-admin';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { ItemPicture } from '#src/resources/sales-items/ItemPicture.tsx';
import { useCategories } from '#src/resources/sales-items/useCategories.ts';
import { visuallyHidden } from '#src/ui/dom.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { tilesPageSize } from '#src/limits.ts';
import { empty } from './ItemTable.tsx';
import { addText, quantityInCart, stockText } from './itemText.ts';
import { useTill } from './useTillState.ts';

export const ItemTiles = () => {
  const {
    data,
    isPending,
    isFetching,
    error,
    filterValues,
    total = 0,
    perPage,
    setPerPage,
  } = useListContext<SalesItem>();
  const isSearching = Boolean(filterValues.search || filterValues.category);
  return (
    <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 1.25, minWidth: 0 }}>
      <Categories />
      {isPending && !error && <TileSkeletons />}
      {data && data.length > 0 && (
        <Box
          component="ul"
          aria-label="Sales items"
          aria-busy={isFetching}
          sx={{ ...grid, opacity: isFetching && !isPending ? 0.6 : 1 }}
        >
          {data.map((item) => (
            <li key={item.id}>
              <Tile item={item} />
            </li>
          ))}
        </Box>
      )}
      {data?.length === 0 && (
        <EmptyState
          heading="h2"
          icon={isSearching ? <SearchOff /> : <InboxOutlined />}
          title={empty.title}
          text={isSearching ? empty.searching : empty.otherwise}
        >
          {!isSearching && empty.action}
        </EmptyState>
      )}
      {data && data.length < total && (
        <Button
          variant="outlined"
          color="inherit"
          loading={isFetching}
          onClick={() => setPerPage(perPage + tilesPageSize)}
          sx={{ justifySelf: 'center', minHeight: 44 }}
        >
          Load more ({(total - data.length).toLocaleString('en-US')})
        </Button>
      )}
    </Box>
  );
};

const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1.25,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(104px, 100%), 1fr))',
  '& > li': { display: 'grid', minWidth: 0 },
} as const;

const TileSkeletons = () => (
  <Box sx={grid} aria-hidden="true">
    {Array.from({ length: 8 }, (_tile, index) => (
      <Skeleton key={index} variant="rounded" height={168} />
    ))}
  </Box>
);

const Categories = () => {
  const { filterValues, setFilters } = useListContext();
  const categories = useCategories();
  if (categories.length === 0) return null;
  const chosen: unknown = filterValues.category;
  return (
    <Box role="group" aria-label="Categories" sx={categoryRow}>
      {[undefined, ...categories].map((category) => (
        <Chip
          key={category ?? ''}
          component="button"
          type="button"
          label={category ?? 'All'}
          variant={chosen === category ? 'filled' : 'outlined'}
          color={chosen === category ? 'primary' : 'default'}
          aria-pressed={chosen === category}
          onClick={() => setFilters({ ...filterValues, category })}
          sx={chip}
        />
      ))}
    </Box>
  );
};

const chip = {
  height: 36,
  '@media (pointer: coarse)': { height: 44 },
  borderRadius: 22,
  px: 0.5,
  fontSize: '0.875rem',
  fontWeight: 600,
  maxWidth: '100%',
} as const;

const categoryRow = {
  display: 'flex',
  gap: 1,
  mx: -2,
  px: 2,
  py: 0.5,
  my: -0.5,
  overflowX: 'auto',
  '& > *': { flex: 'none' },
} as const;

const Tile = ({ item }: { item: SalesItem }) => {
  const { cart, add } = useTill();
  const inCart = quantityInCart(cart, item);
  const text = addText(item, inCart);
  const canAdd = text === 'Add';
  const note = canAdd ? stockText(item) : text;
  return (
    <ButtonBase disabled={!canAdd} onClick={() => add(item)} sx={tile} className={inCart > 0 ? 'inCart' : undefined}>
      <ItemPicture item={item} className="picture" />
      <Box component="span" className="words">
        {canAdd && <span className="read">Add</span>} <span className="name">{item.name}</span>{' '}
        <span className="price tabular">{formatMoney(item.price)}</span> <span className="note">{note}</span>
      </Box>{' '}
      {item.isFavorite && <Star aria-hidden="true" className="favorite" />}
      {inCart > 0 && (
        <Box component="span" className="count tabular">
          {inCart.toLocaleString('en-US')} <span className="read">in cart</span>
        </Box>
      )}
    </ButtonBase>
  );
};

const tile = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  minHeight: 128,
  textAlign: 'left',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2.5,
  overflow: 'hidden',
  bgcolor: 'background.paper',
  '&:hover, &.inCart': { borderColor: 'primary.main' },
  '&.inCart': { boxShadow: '0 0 0 1px var(--mui-palette-primary-main)' },
  '& .picture': { width: 1, height: 52, borderRadius: 0, fontSize: '1.375rem' },
  '&.Mui-disabled .picture': { bgcolor: 'grey.200', color: 'text.secondary', filter: 'grayscale(1)' },
  '&.Mui-disabled .name, &.Mui-disabled .price': { color: 'text.secondary' },
  '& .read': visuallyHidden,
  '& .words': { display: 'flex', flexDirection: 'column', flex: 1, gap: 0.25, px: 1.25, pt: 1, pb: 1.125 },
  '& .name': {
    fontSize: '0.875rem',
    lineHeight: 1.3,
    fontWeight: 600,
    overflowWrap: 'anywhere',
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  '& .price': { fontSize: '0.875rem', mt: 'auto' },
  '& .note': { fontSize: '0.75rem', color: 'text.secondary', minHeight: '1.2em' },
  '& .favorite': {
    position: 'absolute',
    top: 6,
    left: 6,
    fontSize: 22,
    p: '3px',
    borderRadius: '50%',
    bgcolor: 'background.paper',
    color: 'primary.main',
  },
  '& .count': {
    position: 'absolute',
    top: 6,
    right: 6,
    minWidth: 26,
    px: 0.75,
    borderRadius: 13,
    fontSize: '0.8125rem',
    lineHeight: '26px',
    fontWeight: 650,
    textAlign: 'center',
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
  },
} as const;
