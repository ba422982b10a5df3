import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadWhenIdle } from './lazyWithPreload.tsx';

/** Prefetches all the other screens once the first one has finished loading. */
export const IdlePrefetch = () => {
  const isScreenReady = useIsFetching() === 0;
  useEffect(() => (isScreenReady ? preloadWhenIdle() : undefined), [isScreenReady]);
  return null;
};
