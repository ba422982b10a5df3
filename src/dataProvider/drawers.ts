import type {
  CloseDrawerBody,
  DrawerMovementBody,
  DrawerPage,
  DrawerResponse,
  ListedDrawer,
  OpenDrawerBody,
} from '#domain/drawers/contract.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';

export const drawersResource = restResource({
  path: 'drawers',
  rows: ({ drawers }: DrawerPage) => drawers,
  one: ({ drawer }: DrawerResponse) => drawer,
  lacks: ['create', 'update', 'delete'],
});

interface TillDrawer {
  readonly current: ListedDrawer | null;
  readonly lastCounted: number | null;
}

const post = async (path: string, body: object, idempotencyKey: string) =>
  (
    await http<DrawerResponse>(path, {
      method: 'POST',
      body,
      idempotencyKey,
      stale: ['drawers', 'reports', 'ledger', 'accounting', 'attention'],
    })
  ).drawer;

/** Repeated with the same key, the change happens once. */
export const drawerActions = {
  tillDrawer: async (locationId: string, signal?: AbortSignal): Promise<TillDrawer> => {
    const { drawers, lastCounted } = await http<DrawerPage>(`/drawers?locationId=${locationId}&limit=1`, { signal });
    return { current: drawers.find(({ status }) => status !== 'closed') ?? null, lastCounted };
  },
  openDrawer: (body: OpenDrawerBody, key: string) => post('/drawers', body, key),
  moveDrawerCash: (id: string, body: DrawerMovementBody, key: string) => post(`/drawers/${id}/movements`, body, key),
  closeDrawer: (id: string, body: CloseDrawerBody, key: string) => post(`/drawers/${id}/close`, body, key),
};
