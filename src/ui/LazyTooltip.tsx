import { Box } from '@mui/material';
import { cloneElement, useId, useState, type ReactElement, type SyntheticEvent } from 'react';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { LazyPart } from './LazyPart.tsx';
import { useTimeout } from './time.ts';

const TooltipPopper = lazyWithPreload('hint', () => import('./TooltipPopper.tsx'), 'TooltipPopper');

interface Handlers {
  onPointerEnter?: (event: SyntheticEvent<HTMLElement>) => void;
  onFocus?: (event: SyntheticEvent<HTMLElement>) => void;
}

interface LazyTooltipProps {
  title: string;
  placement?: 'right' | 'bottom';
  /** The tooltip repeats the child's accessible name, as on an icon, so it is not read out as a description too. */
  isName?: boolean;
  children: ReactElement<object>;
}

/**
 * MUI's tooltip, fetched when its child is first pointed at or focused: with its positioning code it is as large as a
 * screen. It stays open while the pointer is over it, and Escape closes it.
 */
export const LazyTooltip = ({ title, placement = 'bottom', isName = false, children }: LazyTooltipProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const id = useId();
  useTimeout(() => setAnchor(null), isLeaving ? leaveMs : null);
  if (!title) return children;

  const own = children.props as Handlers;
  const show = (event: SyntheticEvent<HTMLElement>) => {
    setLeaving(false);
    setAnchor(event.currentTarget);
  };
  const leave = () => setLeaving(true);
  const handlers = {
    onPointerEnter: (event: SyntheticEvent<HTMLElement>) => (own.onPointerEnter?.(event), show(event)),
    onPointerLeave: leave,
    onFocus: (event: SyntheticEvent<HTMLElement>) => (own.onFocus?.(event), show(event)),
    onBlur: leave,
    ...(!isName && { 'aria-describedby': id }),
  };
  return (
    <>
      {cloneElement(children, handlers)}
      {!isName && (
        <Box component="span" id={id} hidden>
          {title}
        </Box>
      )}
      {anchor && (
        <LazyPart failed={null}>
          <TooltipPopper
            title={title}
            placement={placement}
            anchor={anchor}
            onEnter={() => setLeaving(false)}
            onLeave={leave}
            onClose={() => setAnchor(null)}
          />
        </LazyPart>
      )}
    </>
  );
};

/** Long enough to move the pointer from the child to the tooltip. */
const leaveMs = 120;
