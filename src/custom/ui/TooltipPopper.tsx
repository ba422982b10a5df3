import Tooltip from '@mui/material/Tooltip';

interface HintBubbleProps {
  title: string;
  placement: 'right' | 'bottom';
  anchor: HTMLElement;
  onEnter: () => void;
  onLeave: () => void;
  onClose: () => void;
}

/** The drawn part of a `Hint`, beside an element that stands elsewhere. */
export const TooltipPopper = ({ title, placement, anchor, onEnter, onLeave, onClose }: HintBubbleProps) => (
  <Tooltip
    open
    title={title}
    placement={placement}
    onClose={(event) => 'key' in event && onClose()}
    slotProps={{ popper: { anchorEl: anchor, onPointerEnter: onEnter, onPointerLeave: onLeave } }}
  >
    <span hidden />
  </Tooltip>
);
