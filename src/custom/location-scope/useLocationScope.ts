import { useContext, useEffect, useRef } from 'react';
import { ScopeContext } from './scopeContext.ts';

/** The selected location, the level at it, and the way to switch. */
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

/** While `isActive`, `ask` decides whether the location may be switched: for carts and forms with something in them. */
export const useBeforeLocationSwitch = (isActive: boolean, ask: () => Promise<boolean>) => {
  const { guard } = useLocationScope();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => (isActive ? guard(() => latest.current()) : undefined), [isActive, guard]);
};
