import type { ReactNode } from 'react';
import { isNotFound, messageFrom } from '#src/dataProvider/http.ts';
import { ErrorState } from './EmptyState.tsx';
import { SkeletonBlock } from './SkeletonBlock.tsx';

export interface QueryStateProps<T> {
  query: { data?: T | undefined; error?: unknown; refetch?: () => unknown };
  /** The text around the server's message: `(message) => \`Error loading company: ${message}\``. */
  errorText?: (message: string) => string;
  fallback: string;
  errorAction?: ReactNode;
  renderError?: (error: unknown) => ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * The states of a query in a fixed order: error, loading, empty, content. `RequireLocation` comes before. When a refetch fails,
 * the loaded content stays, unless the record no longer exists.
 */
export const QueryState = <T,>({ query, fallback, children, ...texts }: QueryStateProps<T>) => {
  const { data, error, refetch } = query;
  if (error && (data === undefined || isNotFound(error))) {
    const instead = texts.renderError?.(error);
    if (instead) return instead;
    const message = messageFrom(error, fallback);
    return (
      <ErrorState text={texts.errorText?.(message) ?? message} {...(refetch ? { onRetry: () => void refetch() } : {})}>
        {texts.errorAction}
      </ErrorState>
    );
  }
  if (data === undefined) return texts.loading ?? <SkeletonBlock />;
  if (texts.isEmpty?.(data)) return texts.empty;
  return children(data);
};
