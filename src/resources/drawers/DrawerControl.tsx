import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ListedDrawer } from '#domain/drawers/contract.ts';
import { drawerStatus } from '#domain/drawers/cashDrawer.ts';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ActionMenu, type MenuAction } from '#src/ui/ActionMenu.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { useNow } from '#src/ui/time.ts';
import { paths } from '#src/paths.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import type { DrawerTask } from './DrawerDialog.tsx';
import { drawerStateText } from './drawerText.ts';
import { useTillDrawer } from './useTillDrawer.ts';

/** The state of the location's cash drawer and its actions. Renders nothing if the API has no drawers. */
export const DrawerControl = () => {
  const { id, timezone } = useSelectedLocation();
  const { can, may } = useAccess();
  const navigate = useNavigate();
  const now = useNow();
  // Keeps the drawer as it was: if somebody else closes it meanwhile, the dialog stays open and says so.
  const [opened, setOpened] = useState<{ task: DrawerTask; drawer: ListedDrawer | null }>();
  const close = () => setOpened(undefined);
  const { data: till } = useTillDrawer(id);
  if (!till) return null;
  const drawer = till.current && atTime(till.current, timezone, now);
  const text = drawer ? drawerStateText(drawer, timezone, now) : 'No drawer open';
  const isLate = drawer?.status === 'not_counted';
  const actions: MenuAction[] = [
    ...(drawer ? tasks : openTask).map((name) => ({
      label: labels[name],
      onSelect: () => setOpened({ task: name, drawer }),
      ...(name === 'close' &&
        isLate &&
        !may('drawers:manage') && { refusal: 'Left open past midnight. A manager has to count it.' }),
    })),
    ...(can('drawers') ? [{ label: 'All Drawers', onSelect: () => void navigate(paths.drawers.list) }] : []),
  ];
  return (
    <>
      <ActionMenu label={`Cash drawer: ${text}`} text={text} color={isLate ? 'warning' : 'inherit'} actions={actions} />
      {opened && (
        <LazyPart onClose={close}>
          <DrawerDialog {...opened} locationId={id} lastCounted={till.lastCounted} onClose={close} />
        </LazyPart>
      )}
    </>
  );
};

/** The drawer with its status at this time: on a page left open past midnight, its day is over. */
const atTime = (drawer: ListedDrawer, zone: string, now: Date): ListedDrawer => {
  const isOver = drawerStatus({ openedAt: new Date(drawer.openedAt), closedAt: null }, zone, now) === 'not_counted';
  return isOver ? { ...drawer, status: 'not_counted' } : drawer;
};

const openTask = ['open'] as const;
const tasks = ['in', 'out', 'report', 'close'] as const;

const labels: Record<DrawerTask, string> = {
  open: 'Open Drawer',
  in: 'Cash In',
  out: 'Cash Out',
  report: 'X Report',
  close: 'Close Drawer',
};

const DrawerDialog = lazyWithPreload('pos', () => import('./DrawerDialog.tsx'), 'DrawerDialog');
