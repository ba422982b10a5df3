import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import {
  CreateBase,
  EditBase,
  HttpError,
  type Identifier,
  type RaRecord,
  ShowBase,
  useDataProvider,
  useEditContext,
  useNotify,
} from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link, useParams } from 'react-router-dom';
import { changedFields, isEditConflict, saveAgain } from '#src/dataProvider/editConflict.ts';
import { isNotFound } from '#src/dataProvider/http.ts';
import { withFormErrors } from '#src/dataProvider/lists.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { useTellIfLeft } from '#src/dataProvider/useTellIfLeft.ts';
import { withListState } from './lists/listMemory.ts';
import { QueryState, type QueryStateProps } from './QueryState.tsx';
import { useNavigateFromHere } from './useNavigateFromHere.ts';

interface RecordPageProps<R extends RaRecord> extends Omit<
  QueryStateProps<R>,
  'query' | 'isEmpty' | 'empty' | 'renderError'
> {
  resource: string;
  /** The `:id` of the URL unless it is given. */
  id?: string;
  meta?: Record<string, unknown> | undefined;
  /** The top of the page in every state. The record is undefined until it is loaded, and when it no longer exists. */
  renderHeader?: (record: R | undefined) => ReactNode;
  notFound?: ReactNode;
}

interface ShowPageProps<R extends RaRecord> extends RecordPageProps<R> {
  /** In milliseconds. False reads the record again only on demand. */
  refetchInterval?: (record: R) => number | false;
}

export const ShowPage = <R extends RaRecord>({ resource, id, meta, refetchInterval, ...page }: ShowPageProps<R>) => (
  <ShowBase<R>
    resource={resource}
    id={id}
    disableAuthentication
    queryOptions={{
      meta,
      onError: shownOnPage,
      refetchInterval: ({ state: { data } }) => (data && refetchInterval?.(data)) ?? false,
    }}
    render={({ record, error, refetch }) => <RecordState query={{ data: record, error, refetch }} {...page} />}
  />
);

interface Editable extends RaRecord {
  updatedAt: string;
}

interface EditPageProps<R extends Editable> extends RecordPageProps<R> {
  /** The saved record is shown there, with the message. */
  showPath: (id: Identifier) => string;
  saved: string;
}

/**
 * The form page of one record: react-admin's `EditBase`. The form starts from a fresh read, and a later refetch does not
 * overwrite what is being typed. It sends the changed fields and the version that was read (an optimistic lock). If
 * somebody else saved first, the form keeps its values and says so, and saving again overwrites.
 */
export const EditPage = <R extends Editable>({ resource, id, meta, showPath, saved, ...page }: EditPageProps<R>) => {
  const { id: idInUrl } = useParams();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const { getOne, update } = useDataProvider();
  const tellIfLeft = useTellIfLeft();
  const opened = useRef<R>(null);
  const save = async (params: { id?: Identifier; data?: Partial<R> }) => {
    const { current: record } = opened;
    if (!record) throw new Error('A form is saved before its record was read');
    const data = { ...changedFields(params.data ?? {}, record), updatedAt: record.updatedAt };
    try {
      return (await update<R>(resource, { id: record.id, data, meta, previousData: record })).data;
    } catch (error) {
      tellIfLeft(error);
      if (!isEditConflict(error)) throw error;
      const newest = await getOne<R>(resource, { id: record.id, meta }).catch(() => undefined);
      if (!newest) throw error;
      opened.current = { ...record, updatedAt: newest.data.updatedAt };
      throw new HttpError(error.message, error.status, {
        errors: { root: { serverError: `${error.message}. ${saveAgain}` } },
      });
    }
  };
  return (
    <EditBase<R>
      resource={resource}
      id={id}
      mutationMode="pessimistic"
      disableAuthentication
      queryOptions={{ meta, refetchOnMount: 'always', onError: shownOnPage }}
      mutationOptions={{
        meta,
        mutationFn: save,
        onSuccess: async (record) => {
          await navigate(showPath(record.id), { replace: true });
          notify(saved, { type: 'success' });
        },
      }}
    >
      <OpenedRecord key={id ?? idInUrl} {...page} openedRef={opened} />
    </EditBase>
  );
};

const OpenedRecord = <R extends RaRecord>({
  openedRef,
  ...page
}: StatefulProps<R> & { openedRef: RefObject<R | null> }) => {
  const { record, error, isFetching, refetch } = useEditContext<R>();
  const [opened, setOpened] = useState<R>();
  if (opened === undefined && record && !isFetching && !error) setOpened(record);
  useEffect(() => {
    if (opened) openedRef.current = opened;
  }, [opened, openedRef]);
  return <RecordState query={{ data: opened, error: opened ? undefined : error, refetch }} {...page} />;
};

interface CreatePageProps<R extends RaRecord, Values extends FieldValues> {
  resource: string;
  transform?: (values: Values) => object;
  /** Creates the record when that takes more than one call. */
  save?: (values: Values, idempotencyKey: string) => Promise<R>;
  onSaved: (record: R) => void | Promise<void>;
  children: ReactNode;
}

/** Creates a record once, however often its form is sent after a lost response. */
export const CreatePage = <R extends RaRecord, Values extends FieldValues>({
  save,
  transform,
  onSaved,
  ...page
}: CreatePageProps<R, Values>) => {
  const cache = useQueryClient();
  const { create } = useDataProvider();
  const { mutateAsync } = useIdempotentMutation({
    name: `new ${page.resource}`,
    mutationFn: (values: Values, key) =>
      save?.(values, key) ??
      create<R>(page.resource, { data: values, meta: { idempotencyKey: key } }).then(({ data }) => data),
  });
  const onSuccess = (record: R) => {
    // The response to a create may be incomplete: a photo is uploaded after it.
    void cache.invalidateQueries({ queryKey: [page.resource, 'getOne', { id: String(record.id) }] });
    void onSaved(record);
  };
  return (
    <CreateBase
      {...page}
      disableAuthentication
      {...(transform && { transform: (values: Partial<R>) => transform(toValues(values)) })}
      mutationOptions={{
        onSuccess,
        mutationFn: ({ data }: { data?: unknown }) => withFormErrors(mutateAsync(toValues(data))),
      }}
    />
  );
};

/** React-admin types a form's values as part of the record. */
const toValues = <Values extends FieldValues>(data: unknown) => data as Values;

type StatefulProps<R extends RaRecord> = Omit<RecordPageProps<R>, 'resource' | 'id' | 'meta'>;

const RecordState = <R extends RaRecord>({
  query,
  renderHeader,
  notFound,
  ...states
}: StatefulProps<R> & Pick<QueryStateProps<R>, 'query'>) => (
  <>
    {renderHeader?.(isNotFound(query.error) ? undefined : query.data)}
    <QueryState query={query} renderError={(error) => isNotFound(error) && notFound} {...states} />
  </>
);

export const BackToList = ({ to, label }: { to: string; label: string }) => (
  <Button component={Link} to={withListState(to)} color="inherit" size="small">
    {label}
  </Button>
);

const shownOnPage = () => undefined;
