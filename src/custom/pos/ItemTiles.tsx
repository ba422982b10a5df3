import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Star from '@mui/icons-material/StarOutlined';
import { Box, Button, ButtonBase, Chip } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { ItemPicture } from '#src/resources/sales-items/ItemPicture.tsx';
import { useCategories } from '#src/resources/sales-items/useCategories.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { tilesPageSize } from '#src/limits.ts';
import { empty } from './ItemTable.tsx';
import { PlanTiles } from './PlanTiles.tsx';
import { TileSkeletons, tileGrid, tileStyles } from './tileStyles.tsx';
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
  const [showsPlans, setShowsPlans] = useState(false);
  const isSearching = Boolean(filterValues.search || filterValues.category);
  if (showsPlans)
    return (
      <Box sx={page}>
        <Categories showsPlans onPlans={setShowsPlans} />
        <PlanTiles search={String(filterValues.search ?? '')} />
      </Box>
    );
  return (
    <Box sx={page}>
      <Categories showsPlans={false} onPlans={setShowsPlans} />
      {isPending && !error && <TileSkeletons />}
      {data && data.length > 0 && (
        <Box
          component="ul"
          aria-label="Sales items"
          aria-busy={isFetching}
          sx={{ ...tileGrid, opacity: isFetching && !isPending ? 0.6 : 1 }}
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

const page = { px: { xs: 0, sm: 2 }, pb: 2, display: 'grid', gap: { xs: 1, sm: 1.25 }, minWidth: 0 } as const;

interface CategoriesProps {
  showsPlans: boolean;
  onPlans: (showsPlans: boolean) => void;
}

/** The items' categories, and memberships for those who may sell them. */
const Categories = ({ showsPlans, onPlans }: CategoriesProps) => {
  const { filterValues, setFilters } = useListContext();
  const categories = useCategories();
  const { can } = useAccess();
  const sellsPlans = can('memberships');
  if (categories.length === 0 && !sellsPlans) return null;
  const chosen: unknown = filterValues.category;
  const choose = (category: string | undefined) => {
    onPlans(false);
    setFilters({ ...filterValues, category });
  };
  return (
    <Box role="group" aria-label="Categories" sx={categoryRow}>
      <Category label="All" isChosen={!showsPlans && chosen === undefined} onChoose={() => choose(undefined)} />
      {sellsPlans && <Category label="Memberships" isChosen={showsPlans} onChoose={() => onPlans(true)} />}
      {categories.map((category) => (
        <Category
          key={category}
          label={category}
          isChosen={!showsPlans && chosen === category}
          onChoose={() => choose(category)}
        />
      ))}
    </Box>
  );
};

interface CategoryProps {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

const Category = ({ label, isChosen, onChoose }: CategoryProps) => (
  <Chip
    component="button"
    type="button"
    label={label}
    variant={isChosen ? 'filled' : 'outlined'}
    color={isChosen ? 'primary' : 'default'}
    aria-pressed={isChosen}
    onClick={onChoose}
    sx={chip}
  />
);

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
    <ButtonBase
      disabled={!canAdd}
      onClick={() => add(item)}
      sx={tileStyles}
      className={inCart > 0 ? 'inCart' : undefined}
    >
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
