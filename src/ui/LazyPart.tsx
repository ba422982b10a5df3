import type { ReactNode } from 'react';
import { ChunkLoadError, LazyFallback, whyNotLoaded } from '#src/performance/lazyWithPreload.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { ErrorState } from './EmptyState.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface LazyPartProps {
  fallback?: ReactNode;
  /** Wraps the fallback and the message. */
  renderWaiting?: (content: ReactNode) => ReactNode;
  /** Given by a dialog, whose message is a dialog too. This closes both. */
  onClose?: () => void;
  isOpen?: boolean;
  failed?: ReactNode;
  /** The result of `lazyWithPreload`. */
  children: ReactNode;
}

/** Loads a part of a page. If its code does not load, a message in its place offers a retry and the page stays. */
export const LazyPart = ({
  fallback = null,
  renderWaiting = same,
  onClose,
  isOpen = true,
  failed,
  children,
}: LazyPartProps) => (
  <ErrorBoundary
    renderError={(error, retry) => {
      if (!(error instanceof ChunkLoadError)) throw error;
      if (failed !== undefined) return failed;
      if (onClose)
        return (
          <ConfirmDialog
            isOpen={isOpen}
            title={title}
            text={advice()}
            confirmLabel="Try Again"
            cancelLabel="Close"
            onConfirm={retry}
            onCancel={onClose}
          />
        );
      return renderWaiting(<ErrorState text={`${title}. ${advice()}`} onRetry={retry} retryLabel="Try Again" />);
    }}
  >
    <LazyFallback value={renderWaiting(fallback)}>{children}</LazyFallback>
  </ErrorBoundary>
);

const same = (content: ReactNode) => content;

const title = 'Couldn’t load this part';
const advice = () => `${whyNotLoaded()} Try again, or reload the page.`;
