import { createContext, useContext } from 'react';
import type { Till } from './useTillState.ts';

export const TillContext = createContext<Till | null>(null);

/** The till around a part of its screen. */
export const useTill = (): Till => {
  const till = useContext(TillContext);
  if (!till) throw new Error('useTill needs a till around it');
  return till;
};
