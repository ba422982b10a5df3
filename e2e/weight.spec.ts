import { expect, test } from '@playwright/test';
import { circles, weigh } from '../scripts/lib/weight.mjs';

const entry = 'index.html';
const toTheFirstList = [
  entry,
  'src/App.tsx',
  'src/custom/dashboard/DashboardPage.tsx',
  'src/resources/contacts/ContactList.tsx',
];

test('/login needs at most 65 KB of compressed JavaScript', async () => {
  const [login] = await weigh(entry);
  expect(login?.bytes).toBeLessThan(65_000);
});

test('/pay needs at most 80 KB, and no component library', async () => {
  const steps = await weigh(entry, 'src/custom/pay/PayPage.tsx');
  expect(steps.at(-1)?.bytes).toBeLessThan(80_000);
});

test('an empty cache needs at most 250 KB through the dashboard to the first list', async () => {
  const steps = await weigh(...toTheFirstList);
  expect(steps.at(-1)?.bytes).toBeLessThan(250_000);
});

test('no chunks import each other in a cycle', async () => {
  expect(await circles()).toEqual([]);
});
