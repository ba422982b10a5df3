import Box from '@mui/material/Box';
import { cloneElement, useEffect, useId, useState, type ReactElement, type SyntheticEvent } from 'react';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { LazyPart } from './LazyPart.tsx';

const TooltipPopper = lazyWithPreload('hint', () => import('./TooltipPopper.tsx'), 'TooltipPopper');

interface Handlers {
  onPointerEnter?: (event: SyntheticEvent<HTMLElement>) => void;
  onFocus?: (event: SyntheticEvent<HTMLElement>) => void;
}

interface LazyTooltipProps {
  /** Without one there is no tooltip. */
  title: string;
  placement?: 'right' | 'bottom';
  /** The hint is the only name its child has for the eye; a screen reader knows the child by its own. */
  isName?: boolean;
  children: ReactElement<object>;
}

/**
 * MUI's tooltip, fetched when the pointer or the focus first comes to what it explains: with its positioning it weighs
 * as much as a screen. It stays while it is pointed at itself, and Escape takes it away.
 */
export const LazyTooltip = ({ title, placement = 'bottom', isName = false, children }: LazyTooltipProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => setAnchor(null), leaveMs);
    return () => clearTimeout(timer);
  }, [isLeaving]);
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
          <TooltipPopper title={title} placement={placement} anchor={anchor} onEnter={() => setLeaving(false)} onLeave={leave} onClose={() => setAnchor(null)} />
        </LazyPart>
      )}
    </>
  );
};

/** Long enough to move the pointer from the child to the tooltip. */
const leaveMs = 120;
