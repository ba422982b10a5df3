import type { ListedDrawer } from '#domain/drawers/contract.ts';
import type { DrawerStatus } from '#domain/drawers/cashDrawer.ts';
import { dayIn } from '#domain/shared/dates.ts';
import { checkinTimeText, timeText } from '#domain/shared/dateText.ts';
import type { Severity } from '#src/ui/statuses.ts';

/** 'Drawer #12 open since 8:02 AM', or 'Drawer #12 not counted' once its day is over. */
export function drawerStateText(
  { number, status, openedAt }: Pick<ListedDrawer, 'number' | 'status' | 'openedAt'>,
  zone: string,
  now: Date,
): string {
  if (status === 'not_counted') return `Drawer #${number} not counted`;
  const isToday = dayIn(zone, new Date(openedAt)) === dayIn(zone, now);
  return `Drawer #${number} open since ${(isToday ? timeText : checkinTimeText)(openedAt, zone)}`;
}

export const differenceSeverity = (difference: number): 'success' | 'warning' | 'error' => {
  if (difference === 0) return 'success';
  return difference > 0 ? 'warning' : 'error';
};

export const drawerSeverities: Record<DrawerStatus, Severity> = {
  open: 'success',
  closed: 'neutral',
  not_counted: 'warning',
};
