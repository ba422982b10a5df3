import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { modeStorage, themeKey } from './modeStorage.ts';
import { printColours } from './printColours.ts';
import { theme } from './theme.ts';

export const AppTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeKey} storageManager={modeStorage} noSsr>
    <CssBaseline />
    <GlobalStyles styles={printColours} />
    {children}
  </ThemeProvider>
);
