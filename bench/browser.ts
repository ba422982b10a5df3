import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { searchDebounceMs } from '#src/limits.ts';
import { rareName, signIn } from './data.ts';
import { median, table } from './table.ts';

const runs = Number(process.env.BENCH_CLICKS ?? 7);
/** The network is never idle, because check-ins arrive over a stream. By then the screens have been prefetched. */
const settling = 2_000;
const lists = ['Contacts', 'Memberships', 'Sales Items', 'Invoices', 'Agreements', 'Check-ins'];

/** tsx wraps named functions in a helper that a page does not have. */
const unnamed = 'window.__name = (named) => named';

/** Measures first loads, clicks and searches in Chromium, as two tables. */
export async function browserTables(url: string): Promise<string> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  try {
    return [await firstLoads(browser, url), await clicks(browser, url)].join('\n');
  } finally {
    await browser.close();
  }
}

/** Counts the transferred bytes without prefetching, which starts when the browser is idle. */
async function firstLoads(browser: Browser, url: string): Promise<string> {
  const lines: string[][] = [];
  const context = await browser.newContext();
  await context.addInitScript(unnamed);
  // The browser never reports idle time here, so only what is needed is fetched.
  await context.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await context.addInitScript(smoothness);
  const page = await context.newPage();
  const { traffic } = await watched(context, page);
  const line = async (step: string) => {
    lines.push([
      step,
      String(traffic.files),
      String(traffic.answers),
      kilobytes(traffic.script),
      kilobytes(traffic.all),
      ...(await roughness(page)),
    ]);
  };
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
  await line('/login');
  await enter(page);
  await page.waitForTimeout(settling);
  await line('… to /dashboard');
  // Without pointing at the link, which would prefetch the other screens of contacts.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Contacts', exact: true })
    .evaluate((link: HTMLElement) => link.click());
  await page.getByRole('table', { name: 'Contacts' }).getByRole('link').first().waitFor();
  await line('… to the first list');
  await context.close();
  return table(
    [
      'first load, from nothing',
      'files',
      'answers of the API',
      'JavaScript KB',
      'all KB',
      'longest task ms',
      'layout shift',
    ],
    lines,
  );
}

/** Runs in the page: records the longest task over 50 ms and the sum of all unexpected layout shifts. */
function smoothness(): void {
  window.rough = { task: 0, shift: 0 };
  const observe = <Entry extends PerformanceEntry>(type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(note)).observe({ type, buffered: true });
  observe('longtask', ({ duration }) => {
    window.rough.task = Math.max(window.rough.task, duration);
  });
  observe<PerformanceEntry & { value: number; hadRecentInput: boolean }>(
    'layout-shift',
    ({ value, hadRecentInput }) => {
      if (!hadRecentInput) window.rough.shift += value;
    },
  );
}

async function roughness(page: Page): Promise<[task: string, shift: string]> {
  const { task, shift } = await page.evaluate(() => window.rough);
  return [task === 0 ? 'none' : task.toFixed(0), shift.toFixed(3)];
}

const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(0);

async function watched(context: BrowserContext, page: Page) {
  const traffic = { files: 0, answers: 0, script: 0, all: 0 };
  const session = await context.newCDPSession(page);
  const scripts = new Set<string>();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    traffic[new URL(response.url).pathname.startsWith('/api/') ? 'answers' : 'files'] += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.all += encodedDataLength;
    if (scripts.has(requestId)) traffic.script += encodedDataLength;
  });
  return { traffic };
}

async function enter(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(signIn.email);
  await page.getByLabel('Password', { exact: true }).fill(signIn.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Contacts', exact: true }).waitFor();
}

/** From the click, or the last key and its debounce, to the first frame with the rows. */
async function clicks(browser: Browser, url: string): Promise<string> {
  const times = new Map<string, number[]>();
  const rough: string[] = [];
  const note = (name: string, time: number) => times.set(name, [...(times.get(name) ?? []), time]);
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(unnamed);
    await page.addInitScript(stopwatch);
    await page.addInitScript(smoothness);
    await page.goto(`${url}/login`);
    await enter(page);
    await page.waitForTimeout(settling);
    for (const list of lists) {
      await page.evaluate((name) => window.rowsAfter('click', '', name), list);
      await page.getByRole('navigation').getByRole('link', { name: list, exact: true }).click();
      note(`menu: ${list}`, await page.evaluate(() => window.measured));
    }
    const [task, shift] = await roughness(page);
    rough.push(`${task} / ${shift}`);
    await page.getByRole('navigation').getByRole('link', { name: 'Contacts', exact: true }).click();
    for (const text of [rareName.last, 'Harper']) {
      await page.getByRole('searchbox').fill('');
      await page.waitForURL((address) => !address.search.includes('search'));
      await page.evaluate((found) => window.rowsAfter('input', found), text);
      await page.getByRole('searchbox').fill(text);
      note(`search: ${text}`, (await page.evaluate(() => window.measured)) - searchDebounceMs);
    }
    await context.close();
  }
  const lines = [...times].map(([name, all]) => [name, median(all).toFixed(0), Math.max(...all).toFixed(0)]);
  return `${table(['in Chromium', 'median ms', 'worst ms'], lines)}\nLongest task in ms / layout shift, from sign-in over all menu entries: ${rough.join(', ')}\n`;
}

declare global {
  interface Window {
    rough: { task: number; shift: number };
    measured: Promise<number>;
    rowsAfter(event: 'click' | 'input', text: string, label?: string): void;
  }
}

/** Runs in the page: waits for the event, then for a frame in which every row is there and has the text. */
function stopwatch(): void {
  window.rowsAfter = (event, text, label = 'Contacts') => {
    window.measured = new Promise((resolve) => {
      const begin = () => {
        const began = performance.now();
        const look = () => {
          const rows = [...document.querySelectorAll(`main table[aria-label="${label}" i] tbody tr`)].map(
            (row) => row.textContent ?? '',
          );
          const isThere = rows.length > 0 && rows.every((row) => row !== '' && row.includes(text));
          if (isThere && !document.querySelector('[aria-busy="true"], [aria-label="Loading row"]'))
            resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      document.addEventListener(event, begin, { capture: true, once: true });
    });
  };
}
