import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

test('from an empty directory: the printed link sets up the gym and opens its dashboard, once', async ({ page }) => {
  const directory = await mkdtemp(join(tmpdir(), 'spotter-opening-'));
  const spotter = await startSpotter({ env: { DATA_DIR: directory, DEMO_DATA: 'off' } });
  try {
    const link = /Set up your gym: (\S+)/.exec(spotter.output())?.[1] ?? '';
    await page.goto(link.replace(/^http:\/\/[^/]+/, spotter.url));
    await expect(page.getByRole('heading', { level: 1, name: 'Set up your gym' })).toBeVisible();
    await expect(page.getByLabel('Timezone')).toHaveValue('America/Denver');
    await expectAccessible(page);
    const typed = [
      ['First Name', 'Ada'],
      ['Last Name', 'Park'],
      ['Email', 'ada@park.test'],
      ['Password', 'a long walk home'],
      ['Company Name', 'Park Street Gym'],
      ['Location Name', 'Park Street'],
      ['Sales Tax Rate (%)', '8.81'],
    ] as const;
    for (const [label, text] of typed) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Set Up' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('button', { name: 'Location: Park Street' })).toBeVisible();

    await page.goto(link.replace(/^http:\/\/[^/]+/, spotter.url));
    await expect(page.getByRole('alert')).toContainText('This setup link is not valid');
  } finally {
    await spotter.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  }
});
