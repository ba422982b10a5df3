import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preloadWhenIdle } from './lazyWithPreload.tsx';

export const IdlePrefetch = () => {
  const isScreenReady = useIsFetching() === 0;
  useEffect(() => (isScreenReady ? preloadWhenIdle() : undefined), [isScreenReady]);
  return null;
};
