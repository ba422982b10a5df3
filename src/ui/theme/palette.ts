/** The product's colors, named by meaning. `tokens.css` has the few that the sign-in pages need. */
export interface Colors {
  canvas: string;
  paper: string;
  sunken: string;
  line: string;
  field: string;
  text: string;
  muted: string;
  brand: string;
  brandHover: string;
  onBrand: string;
  brandSoft: string;
  success: string;
  successSoft: string;
  warning: string;
  warningSoft: string;
  error: string;
  errorSoft: string;
  info: string;
  infoSoft: string;
  neutralSoft: string;
}

export const light: Colors = {
  canvas: '#f3f6f5',
  paper: '#ffffff',
  sunken: '#f7f9f9',
  line: '#dde4e4',
  field: '#84969a',
  text: '#12211f',
  muted: '#4d6064',
  brand: '#0b5f66',
  brandHover: '#084a50',
  onBrand: '#ffffff',
  brandSoft: '#e2f1f1',
  success: '#1d6b35',
  successSoft: '#e1f3e4',
  warning: '#8a5300',
  warningSoft: '#fdf0d5',
  error: '#b3261e',
  errorSoft: '#fce8e6',
  info: '#1f5ba8',
  infoSoft: '#e4eefb',
  neutralSoft: '#e9eeee',
};

export const dark: Colors = {
  canvas: '#0d1416',
  paper: '#151e20',
  sunken: '#111a1c',
  line: '#2a3639',
  field: '#71858a',
  text: '#e7eeee',
  muted: '#a3b4b7',
  brand: '#6fd0d4',
  brandHover: '#93dfe2',
  onBrand: '#04282b',
  brandSoft: '#163438',
  success: '#7bd192',
  successSoft: '#15301d',
  warning: '#f0bd63',
  warningSoft: '#372a12',
  error: '#f5a199',
  errorSoft: '#3d1d1b',
  info: '#95c1f5',
  infoSoft: '#182b42',
  neutralSoft: '#243033',
};

/** The sidebar is dark in both themes. */
export const sidebarColors = {
  background: '#0c2529',
  raised: '#173a3f',
  line: '#1f4449',
  text: '#d3e2e2',
  muted: '#8fa9ab',
  spot: '#c9f158',
} as const;

/** Differ in lightness too, and each contrasts with the card. None outshines `gain` in the dark. */
export interface ChartColors {
  gain: string;
  loss: string;
  second: string;
  third: string;
}

export const lightChart: ChartColors = { gain: '#0b5f66', loss: '#c77700', second: '#6f7da3', third: '#5b3a8c' };
export const darkChart: ChartColors = { gain: '#6fd0d4', loss: '#c9822b', second: '#64749c', third: '#a98be0' };
