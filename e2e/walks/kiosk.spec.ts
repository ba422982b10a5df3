import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { callApi } from '../support/callApi.ts';

const days = 3;
const hourMs = 3_600_000;
/** Much more than what the browser itself keeps, and much less than a leak of each minute's answer would come to. */
const heapMargin = 1_000_000;

/** What the page holds once everything that nobody needs is gone. */
async function held(cdp: CDPSession) {
  // What the first round frees may keep other objects alive until the next.
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const find = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return { nodes: find('Nodes'), listeners: find('JSEventListeners'), heap: usedSize };
}

/** Answers the kiosk's question, which it asks each minute, as the server did the first time, and counts it. */
const answerLikeTheServer = (page: Page) =>
  page.evaluate(() => {
    const real = window.fetch;
    const first = real('/api/devices/self', { headers: { authorization: `Bearer ${localStorage.getItem('kiosk')}` } });
    const text = first.then((response) => response.text());
    const asked = { count: 0 };
    window.fetch = async (...call) => {
      const url = call[0] instanceof Request ? call[0].url : String(call[0]);
      if (!url.endsWith('/devices/self')) return real(...call);
      asked.count += 1;
      return new Response(await text, { headers: { 'content-type': 'application/json' } });
    };
    Object.assign(window, { asked });
    return text.then(() => undefined);
  });
const timesAsked = (page: Page) => page.evaluate(() => (window as unknown as { asked: { count: number } }).asked.count);

test('a kiosk that nobody uses for three days holds no more than after an hour', async ({
  page,
  gym,
  signIn,
  browser,
}) => {
  test.setTimeout(300_000);
  await signIn('admin', '/access-control/devices');
  const body = { locationId: gym.locationId, name: 'Tablet', kind: 'kiosk' };
  const { token } = await callApi<{ token: string }>(page, 'POST', '/devices', body);
  const tablet = await browser.newContext();
  const kiosk = await tablet.newPage();
  await kiosk.addInitScript((own) => localStorage.setItem('kiosk', own), token);
  await kiosk.clock.install();
  await kiosk.goto('/kiosk');
  await expect(kiosk.getByLabel('Your code')).toBeFocused();
  await answerLikeTheServer(kiosk);
  const cdp = await tablet.newCDPSession(kiosk);
  await cdp.send('Performance.enable');

  await kiosk.clock.runFor(hourMs);
  const [first, before] = [await held(cdp), await timesAsked(kiosk)];
  for (let hour = 0; hour < days * 24; hour += 1) await kiosk.clock.runFor(hourMs);
  const last = await held(cdp);
  expect((await timesAsked(kiosk)) - before).toBeGreaterThan(days * 24 * 50);
  expect(last.nodes).toBeLessThanOrEqual(first.nodes + 10);
  expect(last.listeners).toBeLessThanOrEqual(first.listeners + 5);
  expect(last.heap).toBeLessThan(first.heap + heapMargin);
  await expect(kiosk.getByLabel('Your code')).toBeFocused();
  await tablet.close();
});
