import ExpandMore from '@mui/icons-material/ExpandMore';
import MoreVert from '@mui/icons-material/MoreVert';
import { Box, Button, ButtonBase, CircularProgress, IconButton, ListItemText, Menu, MenuItem } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface MenuAction {
  label: string;
  /** Needed where two have the same label. */
  key?: string;
  /** Needed without `to`. */
  onSelect?: () => void;
  /** Where it leads: the entry is then a link. */
  to?: string;
  /** Red, for actions that cannot be undone. */
  isDangerous?: boolean;
  refusal?: string | undefined;
  /** While it is on its way. */
  isPending?: boolean | undefined;
}

interface ActionMenuProps {
  label: string;
  /** Shown on the button. The default is three dots. */
  text?: ReactNode;
  /** Pressed in place of a button. */
  picture?: ReactNode;
  color?: 'primary' | 'warning' | 'error';
  actions: readonly MenuAction[];
}

export const ActionMenu = ({ label, text, picture, color = 'primary', actions }: ActionMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  const isBusy = actions.some(({ isPending }) => isPending);
  const button = {
    onClick: (event: { currentTarget: HTMLElement }) => setAnchor(event.currentTarget),
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    'aria-label': label,
    // Not disabled, which would lose the focus.
    'aria-busy': isBusy,
  } as const;
  const wait = isBusy && <CircularProgress aria-hidden color="inherit" size={20} />;
  const side = picture ? 'left' : 'right';
  return (
    <>
      {picture ? (
        // The initials in a picture are no part of the button's name, so they are not in it.
        <Box sx={{ position: 'relative', display: 'inline-flex' }}>
          {picture}
          <ButtonBase {...button} sx={{ position: 'absolute', inset: 0, borderRadius: 2 }} />
        </Box>
      ) : text ? (
        <Button {...button} variant="outlined" color={color} endIcon={wait || <ExpandMore />}>
          {text}
        </Button>
      ) : (
        <IconButton {...button} size="small">
          {wait || <MoreVert fontSize="small" />}
        </IconButton>
      )}
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: side }}
        transformOrigin={{ vertical: 'top', horizontal: side }}
        slotProps={{ list: { 'aria-label': label }, paper: { sx: { maxWidth: 'calc(100vw - 24px)' } } }}
      >
        {actions.map(({ label: name, key = name, onSelect, to, isDangerous, refusal }) => (
          // A disabled entry can still be focused, so that its reason is read out.
          <MenuItem
            key={key}
            {...(to !== undefined && { component: Link, to })}
            aria-disabled={refusal !== undefined}
            sx={
              refusal
                ? { cursor: 'default', color: 'text.secondary' }
                : isDangerous
                  ? { color: 'error.main' }
                  : undefined
            }
            onClick={() => {
              if (refusal) return;
              setAnchor(null);
              onSelect?.();
            }}
          >
            <ListItemText primary={name} secondary={refusal} sx={{ m: 0 }} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
