export const skins = {
  porcelain: { base: '#f6d7c3', shade: '#e6b79c', blush: '#ee9f8d', lip: '#c4655f' },
  peach: { base: '#efc3a0', shade: '#db9f78', blush: '#e58b70', lip: '#b9564f' },
  honey: { base: '#dba579', shade: '#c28658', blush: '#cf7757', lip: '#a34c44' },
  olive: { base: '#c68e62', shade: '#aa7148', blush: '#bd684a', lip: '#934238' },
  chestnut: { base: '#9a6343', shade: '#7d4c31', blush: '#8f4f38', lip: '#74322d' },
  umber: { base: '#6f452f', shade: '#573422', blush: '#6d3b2c', lip: '#4f2422' },
} as const;
export type Skin = keyof typeof skins;

export const hairColours = {
  black: '#23201f',
  espresso: '#3d2b23',
  brown: '#5f4030',
  copper: '#a1532d',
  blond: '#d2a45c',
  silver: '#b9b6b2',
  white: '#e4e1dc',
} as const;
export type HairColour = keyof typeof hairColours;

/** Upper left, lower right. */
export const backdrops = {
  sky: ['#cfe4f2', '#8fbcdc'],
  sand: ['#f3e3c7', '#dfbd85'],
  mint: ['#d3ecdf', '#8fc7ab'],
  rose: ['#f6d9d8', '#dd9d9f'],
  lilac: ['#e2dcf3', '#ab9ed6'],
  slate: ['#d6dde4', '#93a4b5'],
  clay: ['#f2d6c2', '#d69a72'],
} as const;
export type Backdrop = keyof typeof backdrops;

/** Cloth and its trim. */
export const fabrics = {
  navy: ['#2b3d5b', '#1e2c44'],
  coral: ['#d9614c', '#b74938'],
  forest: ['#2f6b52', '#22503d'],
  charcoal: ['#3c4047', '#2a2d33'],
  cream: ['#f2ede3', '#d8d0c0'],
  mustard: ['#d79b2d', '#b47d1c'],
  plum: ['#6d4270', '#523055'],
  teal: ['#2a7f86', '#1d6066'],
} as const;
export type Fabric = keyof typeof fabrics;
