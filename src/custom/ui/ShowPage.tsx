import { ShowBase, useShowContext, type RaRecord } from 'react-admin';
import type { ReactNode } from 'react';
import { LoadedPage, type LoadedPageProps } from './LoadedPage.tsx';

interface ShowPageProps<R extends RaRecord> extends Omit<LoadedPageProps<R>, 'query'> {
  resource: string;
  children: (record: R) => ReactNode;
}

/** The page of one record, named by `:id` in the URL, through its states: error, loading, content. */
export const ShowPage = <R extends RaRecord>({ resource, ...page }: ShowPageProps<R>) => (
  <ShowBase resource={resource} disableAuthentication queryOptions={shownOnPage}>
    <Loaded {...page} />
  </ShowBase>
);

const Loaded = <R extends RaRecord>(page: Omit<ShowPageProps<R>, 'resource'>) => {
  const { record, error, refetch } = useShowContext<R>();
  return <LoadedPage query={{ data: record, error, refetch }} {...page} />;
};

const shownOnPage = { onError: () => undefined };
