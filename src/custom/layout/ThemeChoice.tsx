import Check from '@mui/icons-material/Check';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import SettingsBrightnessOutlined from '@mui/icons-material/SettingsBrightnessOutlined';
import { ListItemIcon, ListItemText, MenuItem, type MenuItemProps } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';

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

export const themes = [
  { value: 'light', label: 'Light theme', Icon: LightModeOutlined },
  { value: 'dark', label: 'Dark theme', Icon: DarkModeOutlined },
  { value: 'system', label: 'System theme', Icon: SettingsBrightnessOutlined },
] as const;
