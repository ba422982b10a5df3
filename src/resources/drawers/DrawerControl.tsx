import PointOfSaleOutlined from '@mui/icons-material/PointOfSaleOutlined';
import { Badge } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ListedDrawer } from '#domain/drawers/contract.ts';
import { drawerStatus } from '#domain/drawers/cashDrawer.ts';
import { useAccess, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { ActionMenu, type MenuAction } from '#src/ui/ActionMenu.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { useNow } from '#src/ui/time.ts';
import { navigationState } from '#src/navigationState.ts';
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
  const isPhone = useIsPhone();
  // Keeps the drawer as it was: if somebody else closes it meanwhile, the dialog stays open and says so.
  const [opened, setOpened] = useState<{ task: DrawerTask; drawer: ListedDrawer | null }>();
  const close = () => setOpened(undefined);
  const { data: till } = useTillDrawer(id);
  const drawer = till?.current ? atTime(till.current, timezone, now) : null;
  const isLate = drawer?.status === 'not_counted';
  const lateRefusal = isLate && !may('drawers:manage') ? mustBeCounted : undefined;
  const notify = useNotify();
  useAskedTask(
    till &&
      ((asked) => {
        const refusal =
          asked === 'open' ? drawer && 'A drawer is open already' : drawer ? lateRefusal : 'No drawer is open';
        if (refusal) notify(refusal, { type: 'info' });
        else setOpened({ task: asked, drawer });
      }),
  );
  if (!till) return null;
  const text = drawer ? drawerStateText(drawer, timezone, now) : 'No drawer open';
  const actions: MenuAction[] = [
    ...(drawer ? tasks : openTask).map((name) => ({
      label: labels[name],
      onSelect: () => setOpened({ task: name, drawer }),
      ...(name === 'close' && { refusal: lateRefusal }),
    })),
    ...(can('drawers') ? [{ label: 'All drawers', onSelect: () => void navigate(paths.drawers.list) }] : []),
  ];
  return (
    <>
      <ActionMenu
        label={`Cash drawer: ${text}`}
        text={isPhone ? <DrawerIcon isOpen={drawer !== null && !isLate} /> : text}
        color={isLate ? 'warning' : 'primary'}
        actions={actions}
      />
      {opened && (
        <LazyPart onClose={close}>
          <DrawerDialog {...opened} locationId={id} lastCounted={till.lastCounted} onClose={close} />
        </LazyPart>
      )}
    </>
  );
};

/** Beside the search a phone has no room for the words, which are read out. */
const DrawerIcon = ({ isOpen }: { isOpen: boolean }) => (
  <Badge variant="dot" color={isOpen ? 'success' : 'warning'}>
    <PointOfSaleOutlined fontSize="small" />
  </Badge>
);

/** Does what the palette asked for, once, as soon as it is known whether a drawer is open. */
const useAskedTask = (run: ((task: DrawerTask) => void) | undefined) => {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const asked = navigationState(state).drawerTask;
  const start = useEffectEvent((task: DrawerTask) => {
    run?.(task);
    void navigate(pathname, { replace: true, state: null });
  });
  const isReady = run !== undefined;
  useEffect(() => {
    if (asked && isReady) start(asked);
  }, [asked, isReady]);
};

/** The drawer with its status at this time: on a page left open past midnight, its day is over. */
const atTime = (drawer: ListedDrawer, zone: string, now: Date): ListedDrawer => {
  const isOver = drawerStatus({ openedAt: new Date(drawer.openedAt), closedAt: null }, zone, now) === 'not_counted';
  return isOver ? { ...drawer, status: 'not_counted' } : drawer;
};

const mustBeCounted = 'Left open past midnight. A manager has to count it.';

const openTask = ['open'] as const;
const tasks = ['in', 'out', 'report', 'close'] as const;

const labels: Record<DrawerTask, string> = {
  open: 'Open Drawer',
  in: 'Cash In',
  out: 'Cash Out',
  report: 'Drawer so far (X report)',
  close: 'Close Drawer',
};

const DrawerDialog = lazyWithPreload('pos', () => import('./DrawerDialog.tsx'), 'DrawerDialog');
