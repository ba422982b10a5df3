import { useState, type ReactNode } from 'react';
import { EditBase, useEditContext, type RaRecord } from 'react-admin';
import { LoadedPage, type LoadedPageProps } from './LoadedPage.tsx';

interface EditPageProps<R extends RaRecord> extends Omit<LoadedPageProps<R>, 'query'> {
  resource: string;
  /** The form. It gets the record as it was read for it; what comes in later does not overwrite what is being typed. */
  children: (record: R) => ReactNode;
}

/** The form page of one record, named by `:id` in the URL. The record is always read anew for it. */
export const EditPage = <R extends RaRecord>({ resource, ...page }: EditPageProps<R>) => (
  <EditBase resource={resource} mutationMode="pessimistic" disableAuthentication queryOptions={readAnew}>
    <Loaded {...page} />
  </EditBase>
);

const Loaded = <R extends RaRecord>(page: Omit<EditPageProps<R>, 'resource'>) => {
  const { record, error, isFetching, refetch } = useEditContext<R>();
  const [read, setRead] = useState<R>();
  if (read === undefined && record && !isFetching && !error) setRead(record);
  return <LoadedPage query={{ data: read, error: read ? undefined : error, refetch }} {...page} />;
};

const readAnew = { refetchOnMount: 'always', onError: () => undefined } as const;
