import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadWhenIdle } from './lazyWithPreload.tsx';

/** Fetches all the other screens, once the first one has everything it shows. */
export const IdlePrefetch = () => {
  const isScreenReady = useIsFetching() === 0;
  useEffect(() => (isScreenReady ? preloadWhenIdle() : undefined), [isScreenReady]);
  return null;
};
