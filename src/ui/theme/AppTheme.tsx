import { CssBaseline, GlobalStyles } from '@mui/material';
import { ThemeProvider, type ThemeProviderProps } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { localStorage } from '#src/safeStorage.ts';
import { light } from './palette.ts';
import { scheme, theme } from './theme.ts';

export const AppTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeKey} storageManager={modeStorage} noSsr>
    <CssBaseline />
    <GlobalStyles styles={printColors} />
    {children}
  </ThemeProvider>
);

const themeKey = 'theme';

/**
 * The choice is stored only under `theme`; without one the system decides. MUI also asks this storage manager to keep a scheme
 * for each mode, which is not needed and not stored.
 */
const modeStorage: NonNullable<ThemeProviderProps['storageManager']> = ({ key, storageWindow }) => {
  const target = storageWindow ?? window;
  const isTheme = key === themeKey;
  return {
    get: (fallback: string) => (isTheme && chosen()) || fallback,
    set: (mode: string) => {
      if (!isTheme) return;
      if (mode === 'light' || mode === 'dark') localStorage.setItem(themeKey, mode);
      else localStorage.removeItem(themeKey);
    },
    subscribe: (onChange: (mode: string) => void) => {
      const listen = (event: StorageEvent) => {
        if (isTheme && event.key === themeKey) onChange(event.newValue ?? 'system');
      };
      target.addEventListener('storage', listen);
      return () => target.removeEventListener('storage', listen);
    },
  };
};

const chosen = () => {
  const mode = localStorage.getItem(themeKey);
  return mode === 'light' || mode === 'dark' ? mode : undefined;
};

/** Every color of the light scheme as the CSS variable that MUI's components read. */
const variables = Object.entries(scheme(light).palette).flatMap(([group, shades]) =>
  typeof shades === 'string'
    ? [[group, shades]]
    : Object.entries(shades).map(([shade, color]) => [`${group}-${shade}`, color]),
);

/** Pages print in light colors, whatever the screen shows. `:root` with an attribute has a higher specificity than MUI's own rule. */
export const printColors = {
  '@media print': {
    ':root[data-theme]': {
      colorScheme: 'light',
      ...Object.fromEntries(variables.map(([name, color]) => [`--mui-palette-${name}`, color])),
    },
    'html, body': { backgroundColor: '#fff !important' },
    // Nothing is pressed or selected on paper, and a page ends between cards and rows.
    '.MuiButton-root, .MuiIconButton-root, .MuiTabs-root, .selection': { display: 'none !important' },
    'main section, tr': { breakInside: 'avoid' },
    // On each page it would pass for the total of the rows above it.
    tfoot: { display: 'table-row-group !important' },
  },
};
