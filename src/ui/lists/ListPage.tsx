import { Box, Paper } from '@mui/material';
import { useEffect, useEffectEvent, type ComponentProps, type ReactNode } from 'react';
import { ListContextProvider, useListContext, type RaRecord, type SortPayload } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ErrorState } from '../EmptyState.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { firstRows, useRowsPerPage, type ListName } from '#src/dataProvider/firstRows.ts';
import { RowsBase } from '#src/dataProvider/rows.tsx';
import type { SortableColumn } from './tableStyles.ts';
import { BulkBar } from './BulkBar.tsx';
import { FilterSheetButton, ListToolbar } from './ListToolbar.tsx';
import { LazyPart } from '../LazyPart.tsx';
import { useIsPhone } from '../useIsPhone.ts';
import { rememberList } from './listMemory.ts';
import { ListPages } from './Pagination.tsx';

interface ListPageProps<Row extends RaRecord> {
  resource: ListName;
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  back?: ComponentProps<typeof PageHeader>['back'];
  /** In how many milliseconds the rows are read again; false when only on demand. */
  refetchInterval?: (rows: readonly Row[]) => number | false;
  /** The plural noun in 'Page 1 of 4 (37 check-ins)'. */
  noun: string;
  errorText: string;
  search?: ReactNode;
  filters?: ReactNode;
  /** Those of its `RecordTable`. */
  columns: readonly SortableColumn[];
  /** Actions for the selected rows of a `RecordTable` with `selectionLabel`. */
  bulkActions?: ReactNode;
  children: ReactNode;
}

/**
 * A list of records at the selected location. Page, order, search and filters live only in the URL, so that Back, Forward,
 * a reload and a shared link all show the same rows. Stands below `RequireLocation`.
 */
export const ListPage = <Row extends RaRecord>({ resource, refetchInterval, ...view }: ListPageProps<Row>) => {
  const location = useSelectedLocation();
  const [rows] = useRowsPerPage();
  const { sort, filter } = firstRows[resource];
  return (
    <RowsBase<Row>
      resource={resource}
      sort={sort}
      filter={filter(location)}
      perPage={rows}
      storeKey={false}
      refetchInterval={refetchInterval}
    >
      <UrlAtOnce>
        <ListView {...view} />
      </UrlAtOnce>
    </RowsBase>
  );
};

/**
 * React-admin changes the URL of a list in the next tick, which would take a user who has opened a row since then back to
 * the list. Here the URL changes at once.
 */
const UrlAtOnce = ({ children }: { children: ReactNode }) => {
  const list = useListContext();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [, setRows] = useRowsPerPage();
  const change = (changed: Record<string, unknown>) => {
    const parameters = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ page: '1', ...changed })) parameters.set(name, String(value));
    void navigate({ search: `?${parameters}` }, { state: { _scrollToTop: changed.page } });
  };
  const setters = {
    setFilters: (filter: object) => change({ filter: JSON.stringify(filter) }),
    setSort: ({ field, order }: SortPayload) => change({ sort: field, order }),
    setPage: (page: number) => change({ page }),
    setPerPage: (perPage: number) => {
      setRows(perPage);
      change({ perPage });
    },
  };
  return <ListContextProvider value={{ ...list, ...setters }}>{children}</ListContextProvider>;
};

const ListView = ({
  title,
  subtitle,
  actions,
  back,
  search: searchBox,
  filters,
  columns,
  bulkActions,
  noun,
  errorText,
  children,
}: Omit<ListPageProps<RaRecord>, 'resource' | 'refetchInterval'>) => {
  const { error, refetch, selectedIds = [], onUnselectItems } = useListContext();
  const { pathname, search } = useLocation();
  const isPhone = useIsPhone();
  const unselect = useEffectEvent(() => onUnselectItems());
  useEffect(() => {
    rememberList(pathname, search);
    // Back, Forward and a saved view change it too.
    return unselect;
  }, [pathname, search]);
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          <>
            {isPhone && filters && !searchBox && <FilterSheetButton filters={filters} columns={columns} />}
            {actions}
          </>
        }
        isOneLine
        {...(back && { back })}
      />
      {error && (
        <Box sx={{ mb: 2 }}>
          <ErrorState text={messageFrom(error, errorText)} onRetry={() => void refetch()} />
        </Box>
      )}
      <Paper
        component="section"
        aria-label={title}
        variant="outlined"
        sx={{ overflow: 'clip', '@media (max-width: 599.95px)': { '& .sort': { display: 'none' } } }}
      >
        <ListToolbar search={searchBox} filters={filters} columns={columns} />
        {children}
        {bulkActions && selectedIds.length > 0 && (
          <LazyPart>
            <BulkBar noun={noun}>{bulkActions}</BulkBar>
          </LazyPart>
        )}
        <ListPages noun={noun} canResize />
      </Paper>
    </>
  );
};
