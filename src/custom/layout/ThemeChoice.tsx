import Check from '@mui/icons-material/Check';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import { useColorScheme } from '@mui/material/styles';
import { themes } from './themes.ts';

/** Light, dark, or what the system prefers. Entries of the profile menu. */
export const ThemeChoice = (props: MenuItemProps) => {
  const { mode, setMode } = useColorScheme();
  return themes.map(({ value, label, Icon }, index) => (
    <MenuItem
      {...(index === 0 ? props : {})}
      key={value}
      role="menuitemradio"
      aria-checked={mode === value}
      onClick={() => setMode(value)}
    >
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{label}</ListItemText>
      {mode === value && <Check fontSize="small" aria-hidden="true" color="primary" />}
    </MenuItem>
  ));
};
