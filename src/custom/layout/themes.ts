import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import SettingsBrightnessOutlined from '@mui/icons-material/SettingsBrightnessOutlined';

/** Light, dark, or what the system prefers. */
export const themes = [
  { value: 'light', label: 'Light theme', Icon: LightModeOutlined },
  { value: 'dark', label: 'Dark theme', Icon: DarkModeOutlined },
  { value: 'system', label: 'System theme', Icon: SettingsBrightnessOutlined },
] as const;
