import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { InputDevice } from './inputDevices.ts';
import { emailedLink } from './emailedLink.ts';

/** Opens a gym from an empty directory, until its first check-in and its first sale. */
export async function openGym(
  { page, browser }: { page: Page; browser: Browser },
  way: string,
  inputOf: (page: Page) => InputDevice,
): Promise<void> {
  test.setTimeout(360_000);
  page.setDefaultTimeout(15_000);
  const directory = await mkdtemp(join(tmpdir(), 'spotter-opening-'));
  const spotter = await startSpotter({ env: { DATA_DIR: directory, DEMO_DATA: 'off' } });
  try {
    const link = (/Set up your gym: (\S+)/.exec(spotter.output())?.[1] ?? '').replace(/^http:\/\/[^/]+/, spotter.url);
    const owner = { page, input: inputOf(page) };
    const began = performance.now();
    await setUp(owner, link);
    await describeLocation(owner);
    await takeCashOnly(owner);
    await offerPlan(owner);
    await offerItem(owner);
    for (const person of staff) await invite(owner, person);
    const desks: Desk[] = [];
    for (const { email } of staff) {
      const screen = await ownScreen(browser);
      const desk = { page: screen, input: inputOf(screen) };
      await acceptInvitation(desk, spotter.url + (await emailedLink(email, /\/invitation\?token=\S+/, directory)));
      desks.push(desk);
    }
    await importMembers(owner);
    await nameOnReceipts(owner);
    const [, frontDesk] = desks;
    if (!frontDesk) throw new Error('Two people were invited');
    await checkIn(frontDesk);
    await sellForCash(frontDesk);
    reportActions(way, [owner, ...desks], performance.now() - began);

    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('This setup link is not valid');
  } finally {
    await spotter.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  }
}

/** A person at a screen of their own. */
interface Desk {
  page: Page;
  input: InputDevice;
}

const staff = [
  { firstName: 'Mia', email: 'mia@park.test', level: 'Manager' },
  { firstName: 'Finn', email: 'finn@park.test', level: 'POS' },
];

async function setUp({ page, input }: Desk, link: string) {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your gym' })).toBeVisible();
  await expect(page.getByLabel('Timezone')).toHaveValue('America/Denver');
  await expectAccessible(page);
  const responses = {
    'First Name': 'Ada',
    'Last Name': 'Park',
    Email: 'ada@park.test',
    Password: 'a long walk home',
    'Company Name': 'Park Street Gym',
    'Location Name': 'Park Street',
    City: 'Denver',
    'Sales Tax Rate (%)': '8.81',
  };
  for (const [label, text] of Object.entries(responses))
    await input.fill(page.getByLabel(label, { exact: true }), text);
  await input.press(page.getByRole('button', { name: 'Set Up' }));
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: 'Location: Park Street' })).toBeVisible();
  await expect(steps(page)).toContainText('0 of 7 steps done');
}

const steps = (page: Page) => page.getByRole('region', { name: 'Set up Park Street Gym' });

async function openStep({ page, input }: Desk, name: string) {
  if (!page.url().endsWith('/dashboard')) await input.visit('Dashboard');
  await input.press(steps(page).getByRole('link', { name }));
}

async function describeLocation(desk: Desk) {
  const { page, input } = desk;
  await openStep(desk, 'Location details and tax');
  await input.fill(page.getByLabel('Street Address'), '12 Park Street');
  await input.press(page.getByRole('button', { name: 'Save changes' }));
  await expect(page.getByText('Location updated')).toBeVisible();
}

async function takeCashOnly({ page, input }: Desk) {
  await input.visit('Dashboard');
  await expect(steps(page)).toContainText('1 of 7 steps done');
  await input.press(page.getByRole('button', { name: 'We don’t accept cards' }));
  await expect(steps(page)).toContainText('2 of 7 steps done');
}

async function offerPlan(desk: Desk) {
  const { page, input } = desk;
  await openStep(desk, 'First membership plan');
  await input.fill(page.getByLabel('Membership Name'), 'Monthly');
  await input.check(page.getByLabel('Published'));
  await input.fill(page.getByLabel('Price'), '49');
  await input.press(page.getByRole('button', { name: 'Add Membership' }));
  await expect(page.getByText('Membership added')).toBeVisible();
}

async function offerItem(desk: Desk) {
  const { page, input } = desk;
  await openStep(desk, 'First sales item');
  await input.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Towel');
  await input.fill(page.getByLabel('Price'), '12.50');
  await input.check(page.getByLabel('Published'));
  await input.press(page.getByRole('button', { name: 'Add sales item' }));
  await expect(page.getByText('Sales item added')).toBeVisible();
}

async function invite({ page, input }: Desk, { firstName, email, level }: (typeof staff)[number]) {
  await input.visit('Users');
  await input.press(page.getByRole('link', { name: 'Invite User' }));
  await input.fill(page.getByLabel('First Name'), firstName);
  await input.fill(page.getByLabel('Last Name'), 'Stone');
  await input.fill(page.getByLabel('Email'), email);
  await input.choose(page.getByRole('combobox', { name: 'Park Street' }), level);
  await input.press(page.getByRole('button', { name: 'Send invitation' }));
  await expect(page.getByRole('row', { name: new RegExp(`${firstName} Stone`) })).toContainText('Invited');
}

const ownScreen = async (browser: Browser) =>
  (await browser.newContext({ locale: 'en-US', timezoneId: 'America/Denver', reducedMotion: 'reduce' })).newPage();

async function acceptInvitation({ page, input }: Desk, link: string) {
  await page.goto(link);
  for (const label of ['Password', 'Confirm password'])
    await input.fill(page.getByLabel(label, { exact: true }), 'stone upon stone');
  await input.press(page.getByRole('button', { name: 'Accept invitation' }));
  await expect(page.getByRole('heading', { name: 'Front Desk Dashboard' })).toBeVisible();
}

/** The members of the previous product, as it exports them. */
async function importMembers(desk: Desk) {
  const { page, input } = desk;
  const day = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-US', { timeZone: 'America/Denver' });
  const file = [
    'First Name,Last Name,Email,Phone,Pricing Option,Activation Date,Next Autopay Date,Autopay Amount,Status',
    `Anthony,Harper,anthony@park.test,(720) 555-0190,Monthly,${day(-40)},${day(12)},$49.00,Active`,
    `Maya,Okafor,maya@park.test,,Monthly,${day(-40)},${day(3)},$49.00,Active`,
  ].join('\r\n');
  await input.visit('Dashboard');
  await expect(steps(page)).toContainText('5 of 7 steps done');
  await openStep(desk, 'Import contacts');
  const chosen = page.waitForEvent('filechooser');
  await input.press(page.getByRole('button', { name: 'Choose CSV file' }));
  await (await chosen).setFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await input.press(page.getByRole('button', { name: 'Check 2 Rows' }));
  await expect(page.getByRole('row', { name: /Anthony Harper.*Active member/ })).toBeVisible();
  await input.press(page.getByRole('button', { name: 'Import 2 Contacts' }));
  await expect(page.getByRole('heading', { name: '2 contacts imported' })).toBeVisible();
}

/** The last step: the checklist is done and gone. */
async function nameOnReceipts(desk: Desk) {
  const { page, input } = desk;
  await openStep(desk, 'Receipt details');
  await input.fill(page.getByLabel('Legal Name'), 'Park Street Gym LLC');
  await input.press(page.getByRole('button', { name: 'Save changes' }));
  await expect(page.getByText('Settings saved')).toBeVisible();
  await input.visit('Dashboard');
  await expect(page.getByText('Renewals are on hold')).toBeVisible();
  await expect(steps(page)).toBeHidden();
}

async function checkIn({ page, input }: Desk) {
  await input.find(
    page.getByRole('combobox', { name: 'Search members' }),
    'harper',
    page.getByRole('option', { name: /Anthony Harper/ }),
  );
  await input.press(page.getByRole('button', { name: 'Check In Member' }));
  await expect(page.getByText('Anthony Harper checked in successfully!')).toBeVisible();
}

async function sellForCash({ page, input }: Desk) {
  await input.visit('Point of Sale');
  await input.find(
    page.getByRole('combobox', { name: 'Search customers' }),
    'harper',
    page.getByRole('option', { name: /Anthony Harper/ }),
  );
  await input.press(page.getByRole('button', { name: 'Add Towel' }));
  await input.press(page.getByRole('button', { name: 'Proceed to Payment' }));
  await input.press(page.getByRole('button', { name: 'Complete Sale' }));
  await expect(page.getByText('Payment Successful!')).toBeVisible();
}

/** A line for the benchmark: all actions of the three people, and the time that their hands and the screens took. */
function reportActions(way: string, desks: readonly Desk[], elapsedMs: number) {
  const actions = desks.reduce((sum, { input }) => sum + input.actions(), 0);
  const seconds = desks.reduce((sum, { input }) => sum + input.seconds(), elapsedMs / 1_000);
  process.stdout.write(`Open a gym, by ${way}: ${actions} actions, ${seconds.toFixed(1)} s\n`);
}
