import type { ThemeProviderProps } from '@mui/material/styles';
import { localStorage } from '#src/safeStorage.ts';

export const themeKey = 'theme';

/**
 * The choice is kept under `theme`, and only there; without one the system decides. MUI asks this same
 * manager to keep a scheme for each mode as well, which we have no use for and do not store.
 */
export const modeStorage: NonNullable<ThemeProviderProps['storageManager']> = ({ key, storageWindow }) => {
  const target = storageWindow ?? window;
  const kept = key === themeKey;
  return {
    get: (fallback: string) => (kept && chosen()) || fallback,
    set: (mode: string) => {
      if (!kept) return;
      if (mode === 'light' || mode === 'dark') localStorage.setItem(themeKey, mode);
      else localStorage.removeItem(themeKey);
    },
    subscribe: (heard: (mode: string) => void) => {
      const listen = (event: StorageEvent) => {
        if (kept && event.key === themeKey) heard(event.newValue ?? 'system');
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
