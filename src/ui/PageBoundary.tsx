import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { paths } from '#src/paths.ts';
import { ChunkLoadError, whyNotLoaded } from '#src/performance/lazyWithPreload.tsx';

/** Replaces a page that fails to render and keeps the layout around it. It resets on another page or location. */
export const PageBoundary = ({ children }: { children: ReactNode }) => {
  const { key } = useLocation();
  const { selected } = useLocationScope();
  return (
    <ErrorBoundary
      at={`${key} ${selected?.id ?? ''}`}
      renderError={(error) => <FailedPage reason={error instanceof ChunkLoadError ? whyNotLoaded() : undefined} />}
    >
      {children}
    </ErrorBoundary>
  );
};

/** The cause may be in the cache, so the next attempt fetches again. */
const FailedPage = ({ reason }: { reason: string | undefined }) => {
  const cache = useQueryClient();
  useEffect(() => cache.removeQueries({ type: 'inactive' }), [cache]);
  return <RouterFallback {...(reason && { reason })} />;
};

/** The router's fallback. Both buttons reload the page, because its state is unknown. */
export const RouterFallback = ({
  reason = 'Something went wrong on this page. Your saved work is safe.',
}: {
  reason?: string;
}) => (
  <EmptyState icon={<ReportProblemOutlined />} title="Unexpected Application Error!" text={reason}>
    <Button variant="contained" href={paths.dashboard}>
      Go to Dashboard
    </Button>
    <Button variant="outlined" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </EmptyState>
);

export const RouteError = () => <RouterFallback reason="There is no page at this address." />;
