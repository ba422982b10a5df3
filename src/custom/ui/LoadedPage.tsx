import Button from '@mui/material/Button';
import { HttpError } from 'react-admin';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { withListState } from '#src/custom/lists/listMemory.ts';
import { EmptyState } from './EmptyState.tsx';
import { PageHeader } from './PageHeader.tsx';
import { ScreenState } from './ScreenState.tsx';

export interface LoadedPageProps<T> {
  query: { data?: T | undefined; error?: unknown; refetch?: () => unknown };
  /** What the page is called until the record's own name is there: 'Membership'. */
  title: string;
  /** The way back, from an error too. */
  back: { to: string; label: string };
  /** 'Error loading membership: …'. */
  errorText: (message: string) => string;
  /** The words for a failure without a message of the server's. */
  fallback: string;
  children: (data: T) => ReactNode;
}

/** A page that shows one thing, and says with the same way back when it is not there or could not be read. */
export const LoadedPage = <T,>({ query, title, back, errorText, fallback, children }: LoadedPageProps<T>) => {
  const wayBack = (
    <Button component={Link} to={withListState(back.to)} color="inherit" size="small">
      {back.label}
    </Button>
  );
  const header = <PageHeader title={title} back={back} />;
  return (
    <>
      {query.data === undefined && header}
      <ScreenState
        query={query}
        fallback={fallback}
        errorText={errorText}
        errorAction={wayBack}
        renderError={(error) => error instanceof HttpError && error.status === 404 && <EmptyState heading="h2" title={`${title} not found`}>{wayBack}</EmptyState>}
      >
        {children}
      </ScreenState>
    </>
  );
};
