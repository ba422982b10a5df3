import { Tooltip } from '@mui/material';

interface TooltipPopperProps {
  title: string;
  placement: 'right' | 'bottom';
  anchor: HTMLElement;
  onEnter: () => void;
  onLeave: () => void;
  onClose: () => void;
}

export const TooltipPopper = ({ title, placement, anchor, onEnter, onLeave, onClose }: TooltipPopperProps) => (
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
