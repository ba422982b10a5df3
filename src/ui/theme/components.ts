import type { ThemeOptions } from '@mui/material/styles';

/** The focus ring. Inside containers that clip, it is drawn inward. */
const focusRing = { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 } as const;
/** MUI's class is on a switch whose input has the focus, and missing on a button that was disabled for an instant. */
const focused = '&:is(.Mui-focusVisible, :focus-visible)';
const inwards = { [focused]: { outlineOffset: -2 } } as const;

/** At 400% zoom the window is too short for sticky elements. */
export const lowWindow = '@media (max-height: 400px)';

/** Where a dialog is nearly as wide as the screen. */
const onPhone = '@media (max-width: 599.95px)';
const sides = { [onPhone]: { paddingLeft: 16, paddingRight: 16 } } as const;

/** A finger needs 44 px; a mouse does not. */
const byFinger = '@media (pointer: coarse)';

/** A field without a help text keeps no empty line for one: its error takes a line of its own when the form is sent. */
const noEmptyLine = { defaultProps: { helperText: false } } as const;

export const components: ThemeOptions['components'] = {
  RaTextInput: noEmptyLine,
  RaTextArrayInput: noEmptyLine,
  RaNumberInput: noEmptyLine,
  RaDateInput: noEmptyLine,
  RaSelectInput: noEmptyLine,
  RaBooleanInput: noEmptyLine,
  RaCheckboxGroupInput: noEmptyLine,
  RaRadioButtonGroupInput: noEmptyLine,
  MuiCssBaseline: {
    styleOverrides: {
      // A focused element is never hidden under the top bar or a form's buttons.
      html: { scrollPaddingTop: 80, scrollPaddingBottom: 96, [lowWindow]: { scrollPadding: 16 } },
      ':focus-visible': focusRing,
      'button, input, select, textarea': { fontFamily: 'inherit' },
      // A link that is all of its value has the room around it for a finger.
      [byFinger]: {
        ':is(dd, td.first, .lone) > a:only-child:not(.opens *)': {
          position: 'relative',
          '&::after': { content: '""', position: 'absolute', inset: '-14px -8px' },
        },
      },
      '.tabular': { fontVariantNumeric: 'tabular-nums' },
      // In forced colors backgrounds disappear, so borders replace them.
      '@media (forced-colors: active)': {
        '.MuiButtonBase-root.MuiButton-contained': { border: '1px solid' },
        '[aria-current="page"], .MuiButtonBase-root:is([aria-selected="true"], [aria-pressed="true"])': {
          outline: '2px solid Highlight',
          outlineOffset: -2,
        },
        // In an open menu the focus is on another choice.
        '.MuiMenuItem-root[aria-selected="true"]:not(:focus-visible)': { outlineStyle: 'dashed' },
        '[role="option"].Mui-focused': { outline: '2px solid Highlight', outlineOffset: -2 },
        '.MuiSwitch-thumb, .MuiSwitch-track': { border: '1px solid' },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    // Without the ripple MUI shows no focus, also not on a switch or a check box.
    // A button does not inherit the page's font by default.
    styleOverrides: { root: { fontFamily: 'inherit', [focused]: focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { borderRadius: 8, minHeight: 36, [byFinger]: { minHeight: 44 } },
      // The brand's color is for the one filled button of a part and for links. Its text says that an outlined one is a
      // button; a stronger border would compete with the fields'.
      outlined: ({ theme, ownerState }) => ({
        backgroundColor: theme.vars?.palette.background.paper,
        ...(ownerState.color !== 'error' && {
          borderColor: `color-mix(in srgb, ${theme.vars?.palette.grey[400]} 55%, transparent)`,
        }),
        ...(ownerState.color === 'primary' && { color: theme.vars?.palette.text.primary }),
        '@media (hover: hover)': { '&:hover': { backgroundColor: theme.vars?.palette.grey[200] } },
      }),
      // The text of a disabled button is often the reason why it is disabled.
      contained: ({ theme }) => ({
        '&.Mui-disabled': { backgroundColor: theme.vars?.palette.grey[200], color: theme.vars?.palette.text.secondary },
      }),
      sizeLarge: { minHeight: 46, fontSize: '0.9375rem' },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      // A text field has room for its area alone.
      root: {
        borderRadius: 8,
        [byFinger]: {
          '&:not(.MuiInputBase-root *)': { minWidth: 44, minHeight: 44 },
          '.MuiInputAdornment-root &::after': { content: '""', position: 'absolute', inset: -8 },
        },
      },
    },
  },
  MuiPaper: {
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: ({ theme }) => ({ borderColor: theme.vars?.palette.divider, borderRadius: 12 }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme, ownerState }) =>
        ownerState.fullScreen
          ? {}
          : {
              borderRadius: 14,
              border: `1px solid ${theme.vars?.palette.divider}`,
              [onPhone]: { margin: 12, width: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)' },
              [lowWindow]: { display: 'block', margin: 8, maxHeight: 'calc(100% - 16px)' },
            },
    },
  },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(6 22 25 / 0.52)' } } },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.0625rem', fontWeight: 650, ...sides } } },
  MuiDialogContent: { styleOverrides: { root: sides } },
  MuiDialogActions: {
    styleOverrides: { root: { padding: '8px 24px 20px', [onPhone]: { padding: '8px 16px 16px' } } },
  },
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true, variant: 'outlined' } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  // Above several choices. React-admin draws it smaller.
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: '0.8125rem',
        lineHeight: 1.4,
        fontWeight: 550,
        color: theme.vars?.palette.text.primary,
        '&.Mui-focused': { color: theme.vars?.palette.text.primary },
        '&&[class*=GroupInput-label]': { transform: 'none', marginBottom: 4 },
      }),
    },
  },
  // The label is above its field, where it has room and does not move.
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        overflow: 'visible',
        marginBottom: 6,
        whiteSpace: 'normal',
        fontSize: '0.8125rem',
        lineHeight: 1.4,
        fontWeight: 550,
        color: theme.vars?.palette.text.primary,
        '&.Mui-focused': { color: theme.vars?.palette.text.primary },
        '&.Mui-error': { color: theme.vars?.palette.error.main },
        '&.Mui-disabled': { color: theme.vars?.palette.text.secondary },
      }),
      asterisk: ({ theme }) => ({ color: theme.vars?.palette.text.secondary }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars?.palette.background.paper,
        [byFinger]: {
          minHeight: 44,
          '&:not(.MuiInputBase-multiline) > .MuiInputBase-input': { paddingTop: 12, paddingBottom: 12 },
        },
      }),
      notchedOutline: ({ theme }) => ({
        top: 0,
        borderColor: theme.vars?.palette.grey[400],
        '& legend': { display: 'none' },
      }),
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      inputRoot: { [byFinger]: { minHeight: 44 } },
      // The area of its cross is higher than what is drawn, and the margins keep those of two lines apart.
      tag: {
        [byFinger]: {
          height: 28,
          margin: '8px 3px',
          '& .MuiChip-deleteIcon': { width: 44, height: 44, margin: '-8px -6px -8px -8px', padding: 13 },
        },
      },
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, marginRight: 0, fontSize: '0.8125rem' } } },
  MuiFormControlLabel: { styleOverrides: { root: { [byFinger]: { minHeight: 44 } } } },
  MuiInputBase: {
    // They tell a label to make room for what the browser filled in. Ours does not move, and each field would add them to the document.
    defaultProps: { disableInjectingGlobalStyles: true },
    styleOverrides: { root: { fontSize: '0.875rem', [byFinger]: { fontSize: '1rem' } } },
  },
  MuiAlert: {
    styleOverrides: {
      root: { borderRadius: 10, fontSize: '0.875rem', alignItems: 'flex-start' },
      // Its text stands beside the first line.
      action: { '&:has(> .MuiButton-root)': { paddingTop: 0 } },
      standard: ({ theme, ownerState }) => {
        const severityColor = theme.vars?.palette[ownerState.severity ?? 'success'];
        return {
          backgroundColor: severityColor?.light,
          color: theme.vars?.palette.text.primary,
          border: `1px solid color-mix(in srgb, ${severityColor?.main} 35%, transparent)`,
          '& .MuiAlert-icon': { color: severityColor?.main },
        };
      },
    },
  },
  MuiAlertTitle: { styleOverrides: { root: { fontSize: '0.875rem', fontWeight: 650, marginBottom: 0 } } },
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
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 44,
        borderRadius: 8,
        color: theme.vars?.palette.text.secondary,
        fontWeight: 600,
        textTransform: 'none',
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.vars?.palette.primary.light,
          borderColor: theme.vars?.palette.primary.main,
          color: theme.vars?.palette.primary.main,
        },
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
  MuiMenuItem: {
    styleOverrides: {
      root: {
        fontSize: '0.875rem',
        // A long name of a plan is wider than a phone.
        whiteSpace: 'normal',
        minHeight: 36,
        borderRadius: 6,
        margin: '0 6px',
        [byFinger]: { minHeight: 44 },
        ...inwards,
      },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 44,
        fontSize: '0.875rem',
        fontWeight: 600,
        padding: '8px 4px',
        marginRight: 24,
        minWidth: 0,
        [theme.breakpoints.down('sm')]: { fontSize: '0.8125rem', padding: '8px 2px', marginRight: 12 },
        ...inwards,
      }),
    },
  },
};
