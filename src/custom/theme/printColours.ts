import { light } from './palette.ts';
import { scheme } from './theme.ts';

/** Every colour of the light scheme as the variable that MUI's parts read it from. */
const variables = Object.entries(scheme(light).palette).flatMap(([group, shades]) =>
  typeof shades === 'string' ? [[group, shades]] : Object.entries(shades).map(([shade, colour]) => [`${group}-${shade}`, colour]),
);

/** On paper every page is in its light colours, whatever the screen is in. `:root` and its theme outweigh MUI's own rule. */
export const printColours = {
  '@media print': {
    ':root[data-theme]': { colorScheme: 'light', ...Object.fromEntries(variables.map(([name, colour]) => [`--mui-palette-${name}`, colour])) },
    'html, body': { backgroundColor: '#fff !important' },
  },
};
