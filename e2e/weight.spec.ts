import { expect, signInByForm, test } from './support/fixtures.ts';
import { circles, weigh } from '../scripts/lib/weight.mjs';

test('/login needs at most 65 KB of compressed JavaScript', async () => {
  const [login] = await weigh('index');
  expect(login?.bytes).toBeLessThan(65_000);
});

test('/pay needs at most 80 KB, and no component library', async () => {
  const steps = await weigh('index', 'pay');
  expect(steps.at(-1)?.bytes).toBeLessThan(80_000);
});

test('an empty cache needs at most 250 KB through the dashboard to the first list', async () => {
  const steps = await weigh('index', 'theme', 'app', 'front-desk', 'lists');
  expect(steps.at(-1)?.bytes).toBeLessThan(250_000);
});

test('no chunks import each other in a cycle', async () => {
  expect(await circles()).toEqual([]);
});

test('at most 20 files are fetched by the first list, and 40 by all screens', async ({ page, gym }) => {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) files.add(pathname);
  });
  await signInByForm(page, gym.users.admin.email);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Contacts', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible();
  expect(files.size).toBeLessThanOrEqual(20);
  for (const link of await menu.getByRole('link').all()) {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  }
  expect(files.size).toBeLessThanOrEqual(40);
});
