import type { Page, Request } from '@playwright/test';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { addAgreement, callApi } from '../support/callApi.ts';
import { expect, test } from '../support/fixtures.ts';
import type { OwnGym } from '../support/ownGym.ts';
import { configureStripe, withStripe } from '../support/stripe.ts';
import { chooseSomeone } from '../support/till.ts';

interface Late {
  screen: string;
  path: (gym: OwnGym, invoiceId: string) => string;
  /** Whose answer is late. */
  late: RegExp;
  /** Cards are taken here. */
  withCards?: true;
  /** Opens a dialog or chooses somebody. */
  open?: (page: Page) => Promise<void>;
}

const stripeJs = /\/stripe\.js$/;
const contact = ({ contactId }: OwnGym) => `/contacts/${contactId}`;
const invoice = (_gym: OwnGym, id: string) => `/invoices/${id}`;
const memberships = (page: Page) => page.getByRole('tab', { name: 'Memberships' }).click();
const openAction = (action: string) => async (page: Page) => {
  await memberships(page);
  await page.getByRole('button', { name: 'Actions for Unlimited' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const openPanel = async (page: Page) => {
  await page.getByRole('region', { name: 'Recent Activity' }).getByRole('link', { name: 'Ann Oakley' }).first().click();
};
const chooseMember = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Search members' }).fill('ann');
  await page.getByRole('option').first().click();
};
const showCustomer = async (page: Page) => {
  await chooseSomeone(page);
  await page.getByRole('button', { name: /^Ann Oakley/ }).click();
};
const takePayment = async (page: Page) => {
  await page.getByRole('button', { name: 'Take Payment' }).click();
};
const sell = async (page: Page) => {
  await page.getByRole('button', { name: 'Sell membership' }).click();
};
const sellOnPhone = async (page: Page) => {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Sell membership' }).click();
};
const choosePlan = (open: (page: Page) => Promise<void>) => async (page: Page) => {
  await open(page);
  await page.getByRole('button', { name: /^Unlimited/ }).click();
};
/** All of a long page is in sight, so that nothing is scrolled when it becomes shorter. */
const showAll = (page: Page) => page.setViewportSize({ width: 390, height: 2400 });
const compare = async (page: Page) => {
  await page.getByRole('button', { name: /^Cash drawer: / }).click();
  await page.getByRole('menuitem', { name: 'Close Drawer' }).click();
  await page.getByLabel('Number of $20.00').fill('5');
  await page.getByRole('button', { name: 'Continue' }).click();
};

const onDesktop: Late[] = [
  { screen: 'dashboard: counts', path: () => '/dashboard', late: /checkins\/summary$/ },
  { screen: 'dashboard: renewals on hold', path: () => '/dashboard', late: /renewals-on-hold$/ },
  { screen: 'dashboard: verdict', path: () => '/dashboard', late: /standing$/, open: chooseMember },
  { screen: 'panel: notes', path: () => '/dashboard', late: /notes$/, open: openPanel },
  { screen: 'contacts: tags', path: () => '/contacts', late: /contacts\/tags$/ },
  { screen: 'contact: memberships', path: contact, late: /memberships$/ },
  { screen: 'contact: debts', path: contact, late: /api\/invoices$/ },
  { screen: 'contact: household', path: contact, late: /api\/households$/, open: memberships },
  { screen: 'freeze: limits', path: contact, late: /settings$/, open: openAction('Freeze') },
  { screen: 'change of plan: plans', path: contact, late: /api\/memberships$/, open: openAction('Change Plan') },
  { screen: 'sale of a plan: plans', path: contact, late: /api\/memberships$/, open: sell },
  { screen: 'sale of a plan: preview', path: contact, late: /preview\/[^/]+$/, open: choosePlan(sell) },
  { screen: 'sale of a plan: cards', path: contact, late: /\/stripe$/, open: sell, withCards: true },
  { screen: 'sale of a plan: Stripe.js', path: contact, late: stripeJs, open: choosePlan(sell), withCards: true },
  { screen: 'access hours', path: () => '/access-control/hours', late: /access-hours$/ },
  { screen: 'invoice', path: invoice, late: /api\/invoices\/[^/]+$/ },
  { screen: 'payment: drawer', path: invoice, late: /api\/drawers$/, open: takePayment },
  { screen: 'sales items: categories', path: () => '/sales-items', late: /categories$/ },
  { screen: 'plan: charges', path: ({ planId }) => `/memberships/${planId}`, late: /sales-items$/ },
  { screen: 'settings', path: () => '/settings', late: /settings$/ },
  { screen: 'close of a drawer: expected', path: () => '/pos', late: /api\/drawers\/[^/]+$/, open: compare },
];
/** Where the actions of a contact stand beside the title only if they are few. */
const onTablet = onDesktop.filter(({ screen }) => screen === 'contact: debts');
const onPhone: Late[] = [
  { screen: 'contact: notes', path: contact, late: /notes$/ },
  { screen: 'till: drawer', path: () => '/pos', late: /api\/drawers$/ },
  { screen: 'till: status', path: () => '/pos', late: /standing$/, open: chooseSomeone },
  { screen: 'till: debts', path: () => '/pos', late: /api\/invoices$/, open: showCustomer },
  { screen: 'till: items', path: () => '/pos', late: /api\/sales-items$/, open: showAll },
  { screen: 'sale of a plan: preview', path: contact, late: /preview\/[^/]+$/, open: choosePlan(sellOnPhone) },
  { screen: 'sale of a plan: cards', path: contact, late: /\/stripe$/, open: sellOnPhone, withCards: true },
  {
    screen: 'sale of a plan: Stripe.js',
    path: contact,
    late: stripeJs,
    open: choosePlan(sellOnPhone),
    withCards: true,
  },
  { screen: 'dashboard: attention', path: () => '/dashboard', late: /attention$/, open: showAll },
  { screen: 'dashboard: at risk', path: () => '/dashboard', late: /at-risk$/, open: showAll },
  { screen: 'company', path: () => '/company/info', late: /api\/companies\/[^/]+$/ },
  { screen: 'reports', path: () => '/reports', late: /reports\/overview$/ },
];

for (const [rows, width, height] of [
  [onDesktop, 1280, 800],
  [onTablet, 1180, 820],
  [onTablet, 800, 1180],
  [onPhone, 390, 844],
] as const)
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height } });
    test.describe.configure({ mode: 'parallel' });
    for (const { screen, path, late, open, withCards } of rows)
      test(`nothing that can be pressed moves when this answer is late: ${screen}`, async ({
        page,
        gym,
        signIn,
        database,
      }) => {
        if (withCards) {
          await withStripe(page);
          await configureStripe(page, gym);
        }
        const invoiceId = await busyDesk(gym, database);
        await signIn('admin', '/training');
        await callApi(page, 'PUT', `/companies/${gym.companyId}/settings`, { memberships: { freezeFee: 15 } });
        if (open === compare) await callApi(page, 'POST', '/drawers', { locationId: gym.locationId, float: 100 });
        const waiver = await addAgreement(page, { name: 'Waiver', locationId: gym.locationId });
        await callApi(page, 'PUT', `/memberships/${gym.planId}`, { agreementIds: [waiver] });
        const answers = await holdBack(page, late);
        await page.goto(path(gym, invoiceId));
        await open?.(page);
        await expect.poll(answers.areOthersThere).toBe(true);
        const moved = await page.evaluateHandle(watch, controls);
        answers.release();
        await expect.poll(answers.isAllThere).toBe(true);
        expect(await moved.evaluate((find) => find())).toEqual([]);
      });
  });

for (const late of ['attention', 'at-risk', 'renewals-on-hold'])
  for (const [width, height] of [
    [390, 2400],
    [768, 2400],
    [1280, 1600],
  ] as const)
    test(`while the answer about ${late} is late, the rest of the dashboard is there and then stays, ${width} px wide`, async ({
      page,
      gym,
      signIn,
      database,
    }) => {
      await busyDesk(gym, database);
      await page.setViewportSize({ width, height });
      await signIn('admin', '/training');
      const answers = await holdBack(page, new RegExp(`${late}$`));
      await page.goto('/dashboard');
      await expect(page.getByRole('region', { name: 'Statistics' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Quick actions' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Today’s report' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'All check-ins' })).toBeVisible();
      await expect.poll(answers.areOthersThere).toBe(true);
      const moved = await page.evaluateHandle(watch, controls);
      answers.release();
      await expect.poll(answers.isAllThere).toBe(true);
      await expect(page.getByRole('list', { name: 'Needs attention' })).toBeVisible();
      expect(await moved.evaluate((find) => find())).toEqual([]);
    });

test('nothing moves when the renewals on hold are late, and the members at risk even later', async ({
  page,
  gym,
  signIn,
  database,
}) => {
  await busyDesk(gym, database);
  await page.setViewportSize({ width: 390, height: 2400 });
  await signIn('admin', '/training');
  let releaseNotice: () => void = () => undefined;
  const released = new Promise<void>((go) => {
    releaseNotice = go;
  });
  await page.route(/renewals-on-hold$/, (route) => released.then(() => route.fallback()));
  const atRisk = await holdBack(page, /at-risk$/);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'All check-ins' })).toBeVisible();
  // By then each of them is late.
  await page.waitForTimeout(1_500);
  releaseNotice();
  await expect.poll(atRisk.areOthersThere).toBe(true);
  const moved = await page.evaluateHandle(watch, controls);
  atRisk.release();
  await expect.poll(atRisk.isAllThere).toBe(true);
  await expect(page.getByRole('button', { name: 'Review and activate' })).toBeVisible();
  expect(await moved.evaluate((find) => find())).toEqual([]);
});

for (const late of ['attention', 'at-risk'])
  test(`a failure of ${late} that is tried again later hides nothing of the dashboard`, async ({
    page,
    signIn,
    trouble,
  }) => {
    await page.setViewportSize({ width: 768, height: 2400 });
    await signIn('admin', '/training');
    const card = new RegExp(`/${late}[?]`);
    trouble.expectStatus(500, card);
    await page.route(card, (route) => route.fulfill({ status: 500, json: { message: 'The database is away' } }));
    await page.goto('/dashboard');
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await page.waitForTimeout(1_500);
    await page.unrouteAll();
    const answers = await holdBack(page, new RegExp(`${late}$`));
    await retry.click();
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible();
    answers.release();
  });

const chooseWalkIn = (page: Page) => page.getByRole('button', { name: 'Walk-in' }).click();
for (const [who, width, height, choose] of [
  ['a customer', 1280, 800, chooseSomeone],
  ['the walk-in', 1280, 800, chooseWalkIn],
  ['a customer', 390, 844, chooseSomeone],
  ['the walk-in', 390, 844, chooseWalkIn],
] as const)
  test(`nothing that can be pressed at the till moves when ${who} is chosen, ${width} px wide`, async ({
    page,
    gym,
    database,
    signIn,
  }) => {
    await busyDesk(gym, database);
    await page.setViewportSize({ width, height });
    await signIn('admin', '/pos');
    await expect(page.getByRole('button', { name: /^Add Tea/ })).toBeVisible();
    const moved = await page.evaluateHandle(watch, controls);
    await choose(page);
    await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
    if (choose === chooseSomeone && width === 1280)
      await expect(page.getByRole('button', { name: 'Sell membership' })).toBeEnabled();
    if (choose === chooseSomeone && width === 390)
      await expect(page.getByText('Active', { exact: true })).toBeVisible();
    expect(await moved.evaluate((find) => find())).toEqual([]);
  });

for (const [level, width, height, checkout] of [
  ['admin', 1280, 800, 'Proceed to Payment'],
  ['point_of_sale', 1280, 800, 'Proceed to Payment'],
  ['admin', 390, 844, 'Checkout'],
] as const)
  test(`nothing that can be pressed at the till moves when the next sale of a ${level} begins, ${width} px wide`, async ({
    page,
    gym,
    database,
    signIn,
  }) => {
    await busyDesk(gym, database);
    await page.setViewportSize({ width, height });
    await signIn(level, '/pos');
    await chooseWalkIn(page);
    await page.getByRole('button', { name: /^Add Tea/ }).click();
    await page.getByRole('button', { name: checkout, exact: true }).click();
    await page.getByRole('button', { name: 'Complete Sale' }).click();
    await expect(page.getByRole('button', { name: 'Next customer' })).toBeFocused();
    await expect(page.getByRole('button', { name: /^Add Tea/ })).toBeVisible();
    const moved = await page.evaluateHandle(watch, controls);
    await expect(page.getByRole('combobox', { name: 'Search customers' })).toBeVisible();
    expect(await moved.evaluate((find) => find())).toEqual([]);
  });

/** Ann owes something and was here today; and there is what else stands above a control. */
async function busyDesk(gym: OwnGym, database: Parameters<typeof invoiceBuilders>[0]['database']) {
  const { make, contactId } = gym;
  await make.checkin(contactId);
  const benId = await make.contact({ first_name: 'Ben', tags: ['Yoga'] });
  await make.contactMembership(benId, { auto_renew: false, renewal_on_hold: 'manual', end_date: '2999-01-31' });
  await make.salesItem({ name: 'Tea', category: 'Drinks' });
  const due = { status: 'overdue', total_cents: 10_800, tax_cents: 800, due_cents: 10_800 } as const;
  return invoiceBuilders({ database }, gym).invoice(contactId, due);
}

/** Holds answers of this address back, and tells when the page waits for nothing else. */
async function holdBack(page: Page, late: RegExp) {
  const pending = new Set<Request>();
  // One that the page has given up waiting for is in neither.
  const held = new Set<Request>();
  let changedAt = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((go) => {
    release = go;
  });
  const ended = (request: Request) => {
    held.delete(request);
    if (pending.delete(request)) changedAt = Date.now();
  };
  page.on('request', (request) => {
    // The stream of arrivals never ends.
    if (!request.url().includes('/checkins/live')) pending.add(request);
    changedAt = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  await page.route(
    ({ pathname }) => (pathname.startsWith('/api/') || late === stripeJs) && late.test(pathname),
    async (route) => {
      held.add(route.request());
      await released;
      await route.fallback().catch(() => undefined);
    },
  );
  const isQuiet = () => Date.now() - changedAt > 250;
  return {
    release: () => release(),
    areOthersThere: () => held.size > 0 && pending.size === held.size && isQuiet(),
    isAllThere: () => pending.size === 0 && isQuiet(),
  };
}

const controls = 'a[href], button, input, textarea, [role=button], [role=combobox], [role=tab], [role=option]';

/** Remembers where the controls in sight are; what it returns says which of them are elsewhere. */
function watch(selector: string) {
  const placeOf = (element: Element) => {
    const { left, top } = element.getBoundingClientRect();
    return [Math.round(left), Math.round(top)] as const;
  };
  const named = () => {
    const shown = [...document.querySelectorAll(selector)].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true]'),
    );
    return new Map(shown.map((element) => [element.ariaLabel ?? element.textContent, element]));
  };
  const before = [...named()].flatMap(([name, element]) => {
    const [left, top] = placeOf(element);
    return top >= 0 && top < innerHeight ? [{ name, element, left, top }] : [];
  });
  // A dialog that waits offers nothing.
  if (before.length < 3 && !document.querySelector('[role=dialog]')) throw new Error('Nothing to press is in sight');
  return () =>
    before.flatMap(({ name, element, left, top }) => {
      const [now, nowTop] = placeOf(element.isConnected ? element : (named().get(name) ?? element));
      const isHere = element.isConnected || named().has(name);
      return isHere && Math.max(Math.abs(now - left), Math.abs(nowTop - top)) > 1
        ? [`${name}: ${left},${top} to ${now},${nowTop}`]
        : [];
    });
}
