import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { modeStorage, themeKey } from './modeStorage.ts';
import { theme } from './theme.ts';

export const AppTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeKey} storageManager={modeStorage} noSsr>
    <CssBaseline />
    {children}
  </ThemeProvider>
);
