import type { ConsoleMessage, Page } from '@playwright/test';

export interface Trouble {
  /** Announces a response of this status for addresses that match; the browser's own line about it is expected too. */
  expectStatus(status: number, url: RegExp): void;
  /** Announces a console message. */
  expectMessage(text: RegExp): void;
  unexpected(): string[];
}

/** Watches a page for console errors and warnings, uncaught errors, responses from 400 on and failed requests. */
export function watchForTrouble(page: Page): Trouble {
  const found: { text: string; url: string; status?: number }[] = [];
  const statuses: { status: number; url: RegExp }[] = [];
  const messages: RegExp[] = [];

  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isAboutAResponse(message)) {
      found.push({ text: `console: ${message.text()}`, url: message.location().url });
    }
  });
  page.on('pageerror', (error) => found.push({ text: `uncaught: ${error.message}`, url: page.url() }));
  page.on('response', (response) => {
    if (response.status() >= 400)
      found.push({ text: `${response.status()} ${response.url()}`, url: response.url(), status: response.status() });
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // The console aborts requests that nobody waits for any more, and so does the browser when a page is left.
    if (reason !== 'net::ERR_ABORTED') found.push({ text: `${reason} ${request.url()}`, url: request.url() });
  });

  const isExpected = ({ text, url, status }: (typeof found)[number]) =>
    status === undefined
      ? messages.some((pattern) => pattern.test(text.replace(/^\w+: /, '')))
      : statuses.some((expected) => expected.status === status && expected.url.test(url));

  return {
    expectStatus: (status, url) => void statuses.push({ status, url }),
    expectMessage: (text) => void messages.push(text),
    unexpected: () => found.filter((one) => !isExpected(one)).map(({ text }) => text),
  };
}

/** Chromium repeats every response from 400 on in the console; the response itself has been counted. */
const isAboutAResponse = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource: the server responded');
