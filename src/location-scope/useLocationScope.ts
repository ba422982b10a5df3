import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { can, may, type Action, type Feature, type Level } from '#domain/shared/access.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { useNow } from '#src/ui/time.ts';
import type { LocationRecord } from '#src/dataProvider/location.ts';

export interface LocationScopeValue {
  locations: readonly LocationRecord[];
  /** The chosen location, else the first; undefined while loading and for a user without any. */
  selected: LocationRecord | undefined;
  /** The level at the selected location. Without a location, admin for a company admin, else null. */
  level: Level | null;
  isPending: boolean;
  error: Error | null;
  refetch: () => void;
  /** Asks the screens with unsaved work first; returns whether the location was switched. */
  select: (id: string) => Promise<boolean>;
  /** Asks the screens whose unsaved work would be lost; returns whether the user may be signed out. */
  maySignOut: () => Promise<boolean>;
  /** Registers a question; returns the function that removes it. */
  guard: (question: LeavingGuard) => () => void;
}

export interface LeavingGuard {
  ask: () => Promise<boolean>;
  /** It is there again when the same user signs in. */
  outlivesSession: boolean;
}

export const ScopeContext = createContext<LocationScopeValue | null>(null);

export const useLocationScope = () => {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error('useLocationScope needs a LocationScope around it');
  return scope;
};

/** The selected location of a screen below `RequireLocation`, where there always is one. */
export const useSelectedLocation = () => {
  const { selected } = useLocationScope();
  if (!selected) throw new Error('useSelectedLocation needs a RequireLocation around it');
  return selected;
};

/** In cents. */
export const useCashRounding = (locationId: string | null) =>
  useLocationScope().locations.find(({ id }) => id === locationId)?.cashRounding ?? 0;

/** The day at the selected location. */
export const useToday = () => {
  const { timezone } = useSelectedLocation();
  return todayIn(timezone, useNow());
};

/**
 * What the level at the selected location allows: which screens it `can` open and what it `may` do. It reads the same table as
 * the auth provider's `canAccess`, but on the first render. React-admin's `useCanAccess` answers in an effect, so the menu and
 * the page would render twice.
 */
export const useAccess = () => {
  const { level } = useLocationScope();
  return {
    can: (feature: Feature) => level !== null && can(level, feature),
    may: (action: Action) => level !== null && may(level, action),
  };
};

/** True when the user's level is POS wherever they work. What it never opens is then left out, not locked. */
export const useIsAtTillOnly = (): boolean => {
  const { locations } = useLocationScope();
  return locations.length > 0 && locations.every(({ level }) => level === 'point_of_sale');
};

export interface RecordPlace {
  /** Null when the record belongs to its company as a whole. */
  readonly locationId: string | null;
  readonly companyId?: string | undefined;
}

/** The record's location decides, whichever is selected. The server checks the same. */
export const useMayAt = ({ locationId, companyId }: RecordPlace, action: Action): boolean => {
  const { locations } = useLocationScope();
  return locations.some(
    (location) =>
      may(location.level, action) &&
      (locationId === null ? location.companyId === companyId : location.id === locationId),
  );
};

export const locationsAllowing = (locations: readonly LocationRecord[], feature: Feature) =>
  locations.filter(({ level }) => can(level, feature));

/** Switches to another location. The page, search and order of a list are dropped, since they belong to the old location. */
export const useSwitchLocation = () => {
  const { select } = useLocationScope();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async (id: string) => {
    if ((await select(id)) && search !== '') await navigate(pathname, { replace: true });
  };
};

/**
 * While `isActive`, `ask` decides whether the location may be switched and the user be signed out. For carts and forms with unsaved
 * content. A page outside of the layout has neither.
 */
export const useLeavingGuard = (
  isActive: boolean,
  ask: () => Promise<boolean>,
  { outlivesSession = false }: Partial<Pick<LeavingGuard, 'outlivesSession'>> = {},
) => {
  const guard = useContext(ScopeContext)?.guard;
  const question = useEffectEvent(ask);
  useEffect(
    () => (isActive ? guard?.({ ask: question, outlivesSession }) : undefined),
    [isActive, guard, outlivesSession],
  );
};
