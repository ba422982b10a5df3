import { screen } from '@testing-library/react';
import type { Drawer } from '#domain/drawers/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import type { Routes } from '#tests/support/consoleApi.ts';
import { createPage } from '#tests/support/records.ts';
import { renderTill } from './till.tsx';

/** The till over a server with this drawer, or with none. */
export const till = (
  drawer: Drawer | null,
  {
    routes = {},
    level = 'manager',
    lastCounted = null,
  }: { routes?: Routes; level?: Level; lastCounted?: number | null } = {},
) =>
  renderTill({
    level,
    routes: {
      'GET /drawers': () => ({ drawers: drawer ? [drawer] : [], pagination: createPage(drawer ? 1 : 0), lastCounted }),
      ...(drawer && { [`GET /drawers/${drawer.id}`]: () => ({ drawer }) }),
      ...routes,
    },
  });

export const control = () => screen.findByRole('button', { name: /^Cash drawer: / });
export const choose = async ({ user }: ReturnType<typeof renderTill>, item: string) => {
  await user.click(await control());
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return screen.findByRole('dialog');
};
export const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
