import type { Page } from '@playwright/test';
import { callApi } from '../support/callApi.ts';
import { expect, expectAccessible, expectToFitWidth, test, visit } from '../support/fixtures.ts';

/** A URL, the heading that shows that it has loaded, and the button that is pressed before the check. */
type Place = readonly [path: string, heading: string | RegExp, press?: (page: Page) => Promise<unknown>];

interface Options {
  schemes?: readonly ('light' | 'dark')[];
  /** How a place is gone to. */
  open?(page: Page, path: string): Promise<unknown>;
}

async function expectFit(
  page: Page,
  places: readonly Place[],
  { schemes = ['light', 'dark'], open = visit }: Options = {},
) {
  for (const [path, heading, press] of places) {
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme: schemes[0] });
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await settled(page);
      if (press) {
        await press(page);
        await settled(page);
      }
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator(`html[data-theme=${colorScheme}]`)).toBeAttached();
          // Another theme changes only the colors.
          await expectAccessible(page, colorScheme === schemes[0] ? 'everything' : 'colors');
        }
      }
      await page.setViewportSize({ width: 360, height: 800 });
      await expectToFitWidth(page, `${path} scrolls sideways at 360 px`);
    });
  }
}

async function settled(page: Page) {
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

const press = (role: 'button' | 'tab', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name, exact: true }).click();

const members =
  'First Name,Last Name,Email,DOB,Shoe size\nMaya,Okafor,maya.okafor@a-long-domain-of-a-mail-provider.test,3/4/1990,38\nSam,,sam@,,\n';

async function chooseMembers(page: Page) {
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(members) });
  await expect(page.getByRole('table', { name: 'Preview' })).toBeVisible();
}

/** A record of each kind, at the first location of Iron Peak's admin. */
async function ids(page: Page) {
  const { companyLocations } = await callApi<{ companyLocations: { location: { id: string } }[] }>(
    page,
    'GET',
    '/locations',
  );
  const at = companyLocations[0]?.location.id ?? '';
  const list = <T>(path: string, and = '') => callApi<T>(page, 'GET', `${path}?locationId=${at}&limit=1${and}`);
  const { invoices } = await list<{ invoices: { invoice: { id: string; contactId: string } }[] }>('/invoices');
  const { memberships } = await list<{ memberships: { membership: { id: string } }[] }>('/memberships');
  const { salesItems } = await list<{ salesItems: { id: string }[] }>('/sales-items');
  const { agreements } = await list<{ agreements: { id: string }[] }>('/agreements');
  const { contacts } = await list<{ contacts: { contact: { id: string } }[] }>('/contacts', '&memberFilter=members');
  const member = contacts[0]?.contact.id;
  const held = await callApi<{ memberships: { id: string }[] }>(page, 'GET', `/contacts/${member}/memberships`);
  return {
    location: at,
    member,
    held: held.memberships[0]?.id,
    invoice: invoices[0]?.invoice,
    plan: memberships[0]?.membership.id,
    item: salesItems[0]?.id,
    agreement: agreements[0]?.id,
  };
}

test.describe('axe finds nothing in light and dark at 1280 and 375 px, and nothing scrolls sideways at 360 px', () => {
  test.describe.configure({ mode: 'parallel', timeout: 240_000 });

  test('before signing in, and on the lists', async ({ page, visitDemo, trouble }) => {
    trouble.expectStatus(400, /\/api\/auth\/verify-email\//);
    // These are drawn without React's theme, in the scheme in which they were loaded.
    for (const scheme of ['light', 'dark'] as const) {
      await expectFit(
        page,
        [
          ['/login', /./],
          ['/forgot-password', /./],
          ['/change-password', /./],
          ['/change-password?token=some-token', /./],
          ['/verify-email', /./],
          ['/verify-email?token=some-token', /./],
          ['/kiosk', 'Pair this kiosk'],
        ],
        { schemes: [scheme], open: (_, path) => page.goto(path) },
      );
    }
    await visitDemo('admin');
    await expectFit(page, [
      ['/contacts', 'Contacts'],
      ['/memberships', 'Memberships'],
      ['/sales-items', 'Sales Items'],
      ['/invoices', 'Invoices'],
      ['/agreements', 'Agreements'],
      ['/checkins', 'Check-ins'],
    ]);
  });

  test('on the dashboard, at the till, on what has no function yet and on what is not there', async ({
    page,
    visitDemo,
    trouble,
  }) => {
    trouble.expectStatus(404, /\/api\//);
    const missing = '01900000-0000-7000-8000-000000000000';
    await visitDemo('admin');
    await expectFit(page, [
      [
        '/dashboard',
        'Front Desk Dashboard',
        (shown) => expect(shown.getByRole('table', { name: 'Check-ins by hour' })).toBeAttached(),
      ],
      ['/pos', 'Point of Sale'],
      ['/drawers', 'Cash Drawers'],
      ['/reconciliations', 'Reconciliation'],
      ['/training', 'Training'],
      ['/equipment', 'Equipment'],
      ['/reports', 'Reports'],
      [
        '/reports/ledger?scope=all&method=Card',
        'Ledger',
        (shown) => expect(shown.getByRole('table', { name: 'Postings' })).toBeVisible(),
      ],
      ['/users', 'Users'],
      ['/account', 'Your account'],
      ['/access-control', 'Access Control'],
      ['/access-control/hours', 'Access Control'],
      ['/access-control/devices', 'Access Control'],
      ['/access-control/log', 'Access Control'],
      ['/settings', 'Settings'],
      ['/settings/activity', 'Activity Log'],
      ['/settings/api', 'API Keys'],
      ['/contacts?filter={"search":"zzzz"}', 'Contacts'],
      [`/contacts/${missing}`, 'Contact Not Found'],
      [`/invoices/${missing}`, /^Invoice #/],
      ['/nowhere', 'Unexpected Application Error!'],
    ]);
  });

  test('with the panel of a contact open', async ({ page, visitDemo }) => {
    await visitDemo('admin');
    const open = (shown: Page) => shown.locator('tr.record a').first().click();
    await expectFit(page, [['/checkins', 'Check-ins', open]]);
  });

  test('on the page and the tabs of one', async ({ page, visitDemo, trouble }) => {
    trouble.expectStatus(404, /\/stripe$/);
    await visitDemo('admin');
    const { location, member, held, invoice, plan, item, agreement } = await ids(page);
    await expectFit(page, [
      [`/contacts/${member}`, /./],
      [`/contacts/${member}`, /./, press('tab', 'Memberships')],
      [`/contacts/${member}/memberships/${held}`, /./],
      [`/contacts/${member}`, /./, press('tab', 'Purchase History')],
      [`/contacts/${invoice?.contactId}/invoices/${invoice?.id}`, /./],
      [`/memberships/${plan}`, /./],
      [`/sales-items/${item}`, /./],
      [`/invoices/${invoice?.id}`, /^Invoice #/],
      [`/agreements/${agreement}`, /./],
      ['/company/info', 'Company'],
      ['/company/stripe', 'Company'],
      [`/location/${location}`, /./],
    ]);
  });

  test('on every form', async ({ page, visitDemo }) => {
    await visitDemo('admin');
    const { location, member, plan, item, agreement } = await ids(page);
    await expectFit(page, [
      ['/contacts/add', 'Add Contact', press('button', 'Add Contact')],
      ['/contacts/import', 'Import contacts'],
      ['/contacts/import', 'Import contacts', chooseMembers],
      [`/contacts/${member}`, /./, press('button', 'Edit Contact')],
      ['/memberships/add', 'Add New Membership', press('button', 'Add Membership')],
      [`/memberships/${plan}/edit`, /^Edit /],
      ['/sales-items/add', 'Add sales item', press('button', 'Add sales item')],
      [`/sales-items/${item}/edit`, /^Edit /],
      ['/agreements/add', 'Add agreement', press('button', 'Add agreement')],
      [`/agreements/${agreement}/edit`, /./],
      [`/agreements/${agreement}`, /./, press('button', /^Add (First )?Version$/)],
      ['/company/info/edit', 'Company'],
      [`/location/${location}/edit`, /./],
      [`/location/${location}`, /./, press('button', 'Add fee')],
    ]);
  });
});
