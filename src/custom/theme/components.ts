import type { Components, Theme } from '@mui/material/styles';

/** Where the keyboard is. Inside what cuts off what stands out, it is drawn inwards. */
const ring = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 } as const;
const inwards = { '&.Mui-focusVisible': { outlineOffset: -2 } } as const;

/** A window enlarged to 400 % has no height to spare: there nothing stays in place while the rest scrolls. */
export const lowWindow = '@media (max-height: 400px)';

/** How MUI's parts look here: flat, bordered, dense enough to work with all day. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: {
      // What the keyboard comes to is never left under the top bar or under a form's buttons.
      html: { scrollPaddingTop: 80, scrollPaddingBottom: 96, [lowWindow]: { scrollPadding: 16 } },
      ':focus-visible': ring,
      '.tabular': { fontVariantNumeric: 'tabular-nums' },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    // With the ripple goes MUI's own sign of focus, also on what a switch or a check box draws over its clear input.
    styleOverrides: { root: { '&.Mui-focusVisible': ring } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { borderRadius: 8, minHeight: 36 },
      outlined: ({ theme }) => ({ borderColor: theme.vars?.palette.grey[400] }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { borderRadius: 8 } } },
  MuiPaper: {
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: ({ theme }) => ({ borderColor: theme.vars?.palette.divider, borderRadius: 12 }),
    },
  },
  MuiDialog: { styleOverrides: { paper: { borderRadius: 14, [lowWindow]: { display: 'block', margin: 8, maxHeight: 'calc(100% - 16px)' } } } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.0625rem', fontWeight: 650 } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true, variant: 'outlined' } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({ backgroundColor: theme.vars?.palette.background.paper }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars?.palette.grey[400] }),
    },
  },
  MuiInputBase: { styleOverrides: { root: { fontSize: '0.875rem' } } },
  MuiAlert: {
    styleOverrides: {
      root: { borderRadius: 10, fontSize: '0.875rem', alignItems: 'flex-start' },
      standard: ({ theme, ownerState }) => {
        const tone = theme.vars?.palette[ownerState.severity ?? 'success'];
        return {
          backgroundColor: tone?.light,
          color: theme.vars?.palette.text.primary,
          border: `1px solid color-mix(in srgb, ${tone?.main} 35%, transparent)`,
          '& .MuiAlert-icon': { color: tone?.main },
        };
      },
    },
  },
  MuiAlertTitle: { styleOverrides: { root: { fontSize: '0.875rem', fontWeight: 650, marginBottom: 0 } } },
  MuiTableSortLabel: { styleOverrides: { root: { borderRadius: 4 } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ borderColor: theme.vars?.palette.divider, padding: '10px 16px', fontSize: '0.875rem' }),
      head: ({ theme }) => ({
        color: theme.vars?.palette.text.secondary,
        backgroundColor: theme.vars?.palette.grey[100],
        fontSize: '0.75rem',
        fontWeight: 600,
        paddingTop: 8,
        paddingBottom: 8,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { arrow: true },
    styleOverrides: { tooltip: { fontSize: '0.75rem', borderRadius: 6, padding: '6px 10px' } },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({ border: `1px solid ${theme.vars?.palette.divider}`, borderRadius: 10, marginTop: 4 }),
    },
  },
  MuiMenuItem: { styleOverrides: { root: { fontSize: '0.875rem', minHeight: 36, borderRadius: 6, margin: '0 6px', ...inwards } } },
  MuiTab: { styleOverrides: { root: { minHeight: 44, fontSize: '0.875rem', fontWeight: 600, padding: '8px 4px', marginRight: 24, minWidth: 0, ...inwards } } },
};
