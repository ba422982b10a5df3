import AccountCircleOutlined from '@mui/icons-material/AccountCircleOutlined';
import { fullName } from '#domain/shared/fullName.ts';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import { Box, Divider, IconButton, ListItemIcon, Menu, MenuItem, Typography } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readSession } from '#src/authProvider/session.ts';
import { PersonAvatar } from '#src/resources/contacts/Person.tsx';
import { visuallyHidden } from '#src/ui/dom.ts';
import { paths } from '#src/paths.ts';
import { useSignOut } from './SignOut.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

export const ProfileMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const signOut = useSignOut();
  const user = readSession()?.user;
  if (!user) return null;
  const name = fullName(user);
  return (
    <>
      <IconButton
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ p: 0.5 }}
      >
        <Box component="span" sx={visuallyHidden}>
          Profile: {name}
        </Box>
        <PersonAvatar person={user} />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          list: { 'aria-label': 'Profile' },
          paper: { sx: { minWidth: 240, maxWidth: 'calc(100vw - 24px)' } },
        }}
      >
        <Box role="presentation" sx={{ px: 2.25, pt: 0.5, pb: 1.25 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Typography>
        </Box>
        <Divider sx={{ mb: 0.75 }} />
        <MenuItem component={Link} to={paths.account} onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <AccountCircleOutlined fontSize="small" />
          </ListItemIcon>
          Your account
        </MenuItem>
        <Divider sx={{ my: 0.75 }} />
        <ThemeChoice />
        <Divider sx={{ my: 0.75 }} />
        <MenuItem
          onClick={() => {
            setAnchor(null);
            signOut();
          }}
        >
          <ListItemIcon>
            <LogoutOutlined fontSize="small" />
          </ListItemIcon>
          Sign Out
        </MenuItem>
      </Menu>
    </>
  );
};
