import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

/** The link in the mail to this address, at the test's own server. */
async function mailedLink(outbox: string, to: string): Promise<string> {
  for (const name of await readdir(outbox)) {
    const mail = (await readFile(join(outbox, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const link = /https?:\/\/[^/\s]+(\/invitation\?token=\S+)/.exec(mail)?.[1];
    if (mail.includes(to) && link) return link;
  }
  throw new Error(`No invitation was mailed to ${to}`);
}

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields)) await page.getByRole('textbox', { name, exact: true }).fill(text);
};

/** A password field has no role. */
const fillPassword = async (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('a gym opens from an empty directory, in the browser alone, until its first sale', async ({ page, browser }) => {
  test.slow();
  const directory = await mkdtemp(join(tmpdir(), 'spotter-opening-'));
  const spotter = await startSpotter({ env: { DATA_DIR: directory, DEMO_DATA: 'off' } });
  try {
    const link = (/Set up your gym: (\S+)/.exec(spotter.output())?.[1] ?? '').replace(/^http:\/\/[^/]+/, spotter.url);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Set up your gym' })).toBeVisible();
    await expect(page.getByLabel('Timezone')).toHaveValue('America/Denver');
    await expectAccessible(page);
    await fill(page, {
      'First Name': 'Ada', 'Last Name': 'Park', Email: 'ada@park.test', 'Company Name': 'Park Street Gym', 'Location Name': 'Park Street',
      'Sales Tax Rate (%)': '8.81',
    });
    await fillPassword(page, 'Password', 'a long walk home');
    await page.getByRole('button', { name: 'Set Up' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('button', { name: 'Location: Park Street' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Set up Park Street Gym' })).toBeVisible();

    const step = async (name: string | RegExp) => {
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await page.getByRole('region', { name: 'Set up Park Street Gym' }).getByRole('link', { name }).click();
    };
    await step(/First membership plan/);
    await fill(page, { 'Membership Name': 'Monthly', Price: '49' });
    await page.getByLabel('Published').check();
    await page.getByRole('button', { name: 'Create Membership' }).click();
    await expect(page.getByText('Membership created')).toBeVisible();

    await step(/First sales item/);
    await fill(page, { Name: 'Towel', Price: '12.50' });
    await page.getByLabel('Published').check();
    await page.getByRole('button', { name: 'Create Sales Item' }).click();
    await expect(page.getByText('Sales item created')).toBeVisible();

    const staff = [
      { first: 'Mia', email: 'mia@park.test', level: 'Manager' },
      { first: 'Finn', email: 'finn@park.test', level: 'Operator' },
    ];
    for (const { first, email, level } of staff) {
      await page.getByRole('link', { name: 'Users' }).click();
      await page.getByRole('link', { name: 'Invite User' }).click();
      await fill(page, { 'First Name': first, 'Last Name': 'Stone', Email: email });
      await choose(page, 'Park Street', level);
      await page.getByRole('button', { name: 'Send Invitation' }).click();
      await expect(page.getByRole('row', { name: new RegExp(`${first} Stone`) })).toContainText('Invited');
    }
    const desks = await Promise.all(
      staff.map(async ({ email }) => {
        const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/Denver', reducedMotion: 'reduce' });
        const desk = await context.newPage();
        await desk.goto(spotter.url + (await mailedLink(join(directory, 'outbox'), email)));
        for (const label of ['Password', 'Confirm password']) await fillPassword(desk, label, 'stone upon stone');
        await desk.getByRole('button', { name: 'Accept Invitation' }).click();
        await expect(desk.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
        return desk;
      }),
    );

    await step(/Import contacts/);
    const file = 'First Name,Last Name,Email,Phone\r\nAnthony,Harper,anthony@park.test,(720) 555-0190\r\nMaya,Okafor,maya@park.test,\r\n';
    await page.getByLabel('CSV file').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Check 2 Rows' }).click();
    await page.getByRole('button', { name: 'Import 2 Contacts' }).click();
    await expect(page.getByRole('heading', { name: '2 contacts imported' })).toBeVisible();

    const [manager] = desks;
    if (!manager) throw new Error('Two people were invited');
    // The first sale, by keyboard alone.
    await manager.getByRole('link', { name: 'Point of Sale' }).click();
    await manager.getByRole('combobox', { name: 'Search customers' }).focus();
    await manager.keyboard.type('harper, anth');
    await expect(manager.getByRole('option', { name: /Anthony Harper/ })).toBeVisible();
    await manager.keyboard.press('Enter');
    await manager.getByRole('button', { name: 'Add Towel' }).press('Enter');
    await manager.getByRole('button', { name: 'Proceed to Payment' }).press('Enter');
    await manager.getByRole('button', { name: 'Complete Sale' }).press('Enter');
    await expect(manager.getByText('Payment Successful!')).toBeVisible();

    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('This setup link is not valid');
  } finally {
    await spotter.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  }
});
