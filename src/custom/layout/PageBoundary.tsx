import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { Component, useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { paths } from '#src/paths.ts';

/** Replaces a page that fails to render and keeps the layout around it. It resets on another page or location. */
export const PageBoundary = ({ children }: { children: ReactNode }) => {
  const { key } = useLocation();
  const { selected } = useLocationScope();
  return <ErrorBoundary at={`${key} ${selected?.id ?? ''}`}>{children}</ErrorBoundary>;
};

interface Props {
  /** Where one is; an error belongs to the place at which it happened. */
  at: string;
  children: ReactNode;
}

interface State {
  at: string;
  hasFailed: boolean;
}

class ErrorBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  static getDerivedStateFromProps = ({ at }: Props, state: State): State | null => (at === state.at ? null : { at, hasFailed: false });

  override render() {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}

/** The cause may be in the cache, so the next attempt fetches again. */
const FailedPage = () => {
  const cache = useQueryClient();
  useEffect(() => cache.removeQueries({ type: 'inactive' }), [cache]);
  return <RouterFallback />;
};

/** The router's fallback. Both buttons reload the page, whatever state it is in. */
export const RouterFallback = ({ reason = 'Something went wrong on this page. Your saved work is safe.' }: { reason?: string }) => (
  <EmptyState icon={<ReportProblemOutlined />} title="Unexpected Application Error!" text={reason}>
    <Button variant="contained" href={paths.dashboard}>
      Go to Dashboard
    </Button>
    <Button variant="outlined" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </EmptyState>
);

/** The page of an unknown URL. */
export const RouteError = () => <RouterFallback reason="404 Not Found: This page does not exist." />;
