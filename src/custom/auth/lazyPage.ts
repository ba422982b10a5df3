import { lazy, type ComponentType } from 'react';
import { NoConsole } from './NoConsole.tsx';

/** A page that is not part of the /login bundle. A message replaces one that cannot be loaded. */
export const lazyPage = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (module) => ({ default: module[name] }),
      () => ({ default: NoConsole }),
    ),
  );
