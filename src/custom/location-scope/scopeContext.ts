import { createContext } from 'react';
import type { Level } from '#domain/rules/access.ts';
import type { LocationRecord } from '#src/dataProvider/location.ts';

export interface Scope {
  locations: readonly LocationRecord[];
  /** The chosen one, else the first; undefined while loading and for a user without any. */
  selected: LocationRecord | undefined;
  /** At the selected location; without one, admin for a company's admin, else null. */
  level: Level | null;
  isPending: boolean;
  error: Error | null;
  refetch: () => void;
  /** Asks whoever holds unsaved work first; answers whether the location was switched. */
  select: (id: string) => Promise<boolean>;
  /** Registers a question to be asked before a switch; gives the way to take it back. */
  guard: (ask: () => Promise<boolean>) => () => void;
}

export const ScopeContext = createContext<Scope | null>(null);
