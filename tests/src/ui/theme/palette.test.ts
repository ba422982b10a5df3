import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dark, darkChart, light, lightChart, sidebarColors, type Colors } from '#src/ui/theme/palette.ts';
import { printColors } from '#src/ui/theme/AppTheme.tsx';

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    channel(Number.parseInt(hex.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const texts: [keyof Colors, keyof Colors][] = [
  ['text', 'canvas'],
  ['text', 'paper'],
  ['muted', 'canvas'],
  ['muted', 'paper'],
  ['muted', 'sunken'],
  ['muted', 'neutralSoft'],
  ['brand', 'paper'],
  ['brand', 'brandSoft'],
  ['text', 'brandSoft'],
  ['muted', 'brandSoft'],
  ['onBrand', 'brand'],
  ['onBrand', 'brandHover'],
  ['success', 'successSoft'],
  ['warning', 'warningSoft'],
  ['error', 'errorSoft'],
  ['info', 'infoSoft'],
  ['success', 'paper'],
  ['warning', 'paper'],
  ['error', 'paper'],
  ['error', 'canvas'],
  ['text', 'errorSoft'],
  ['text', 'warningSoft'],
];

test.each([
  ['light', light],
  ['dark', dark],
] as const)('Every text of the %s theme has a contrast of at least 4.5 to 1', (_name, colors) => {
  const weak = texts.filter(([text, background]) => contrast(colors[text], colors[background]) < 4.5);
  expect(weak).toEqual([]);
  expect(contrast(colors.field, colors.paper)).toBeGreaterThanOrEqual(3);
});

test.each([
  ['light', light, lightChart],
  ['dark', dark, darkChart],
] as const)(
  'Every color of a chart has a contrast of at least 3 to 1 with a card of the %s theme',
  (_name, colors, chart) => {
    for (const color of Object.values(chart)) expect(contrast(color, colors.paper)).toBeGreaterThanOrEqual(3);
  },
);

test('In the dark no color of a chart outshines what was gained', () => {
  const { gain, ...others } = darkChart;
  for (const color of Object.values(others)) expect(luminance(color)).toBeLessThan(luminance(gain));
});

test("The menu's texts read on its background", () => {
  for (const text of [sidebarColors.text, sidebarColors.muted, sidebarColors.spot])
    expect(contrast(text, sidebarColors.background)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(sidebarColors.text, sidebarColors.raised)).toBeGreaterThanOrEqual(4.5);
});

test('The first paint has the same colors as the theme', () => {
  const css = readFileSync('src/ui/theme/tokens.css', 'utf8');
  const [plain = '', darkened = ''] = css.split("[data-theme='dark']");
  const getValues = (part: string) =>
    Object.fromEntries(
      [...(part.split('}')[0]?.matchAll(/--(\w+): (#\w+)/g) ?? [])].map(([, name, value]) => [name, value]),
    );
  const { rail: ground, spot, ...lightest } = getValues(plain);
  expect([ground, spot]).toEqual([sidebarColors.background, sidebarColors.spot]);
  expect(light).toMatchObject(lightest);
  expect(dark).toMatchObject(getValues(darkened));
});

test('A page prints in light colors, whatever the screen shows', () => {
  const onPaper = printColors['@media print'][':root[data-theme]'];
  expect(onPaper).toMatchObject({
    colorScheme: 'light',
    '--mui-palette-background-paper': light.paper,
    '--mui-palette-text-primary': light.text,
    '--mui-palette-divider': light.line,
    '--mui-palette-error-main': light.error,
  });
});
