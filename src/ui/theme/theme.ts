import { createTheme, type ColorSystemOptions } from '@mui/material/styles';
import { components } from './components.ts';
import { dark, light, type Colors } from './palette.ts';

/** One theme with two color schemes, switched by `data-theme` on the document without rendering again. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: scheme(light), dark: scheme(dark) },
  breakpoints: { values: { xs: 0, sm: 600, md: 769, lg: 1200, xl: 1600 } },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: 'var(--font)',
    fontSize: 14,
    h1: { fontSize: '1.5rem', lineHeight: 1.25, fontWeight: 650, letterSpacing: '-0.018em' },
    h2: { fontSize: '1.0625rem', lineHeight: 1.4, fontWeight: 650, letterSpacing: '-0.008em' },
    h3: { fontSize: '0.9375rem', lineHeight: 1.4, fontWeight: 600 },
    h4: { fontSize: '2rem', lineHeight: 1.1, fontWeight: 650, letterSpacing: '-0.025em' },
    subtitle1: { fontSize: '0.875rem', lineHeight: 1.5 },
    subtitle2: { fontSize: '0.8125rem', fontWeight: 600 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    caption: { fontSize: '0.75rem', lineHeight: 1.45 },
    overline: { fontSize: '0.6875rem', fontWeight: 600, letterSpacing: '0.06em', lineHeight: 1.6 },
    button: { fontSize: '0.875rem', fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
  },
  components,
});

export function scheme(colors: Colors) {
  return {
    palette: {
      background: { default: colors.canvas, paper: colors.paper },
      text: { primary: colors.text, secondary: colors.muted },
      divider: colors.line,
      primary: { main: colors.brand, dark: colors.brandHover, light: colors.brandSoft, contrastText: colors.onBrand },
      success: { main: colors.success, light: colors.successSoft, contrastText: colors.paper },
      warning: { main: colors.warning, light: colors.warningSoft, contrastText: colors.paper },
      error: { main: colors.error, light: colors.errorSoft, contrastText: colors.paper },
      info: { main: colors.info, light: colors.infoSoft, contrastText: colors.paper },
      grey: { 100: colors.sunken, 200: colors.neutralSoft, 400: colors.field },
    },
  } satisfies ColorSystemOptions;
}
