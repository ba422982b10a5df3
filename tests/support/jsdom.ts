import './quickRendering.ts';
import './quickStyles.ts';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';
import { forgetLists } from '#src/ui/lists/listMemory.ts';
import './passiveEffects.ts';
import { installStripe } from './stripeJs/installStripe.ts';
import { setWidth } from './width.ts';

// A machine that is busy with other things takes its time.
configure({ asyncUtilTimeout: 20_000 });

// A wait asks after each change of the page. What the page looks like is written out only when somebody reads the error.
configure(({ getElementError: write }) => {
  const getElementError = (message: string | null, container: Element) => {
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
    Error.captureStackTrace(error, getElementError);
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => write(message, container).message,
    });
  };
  return { getElementError };
});

let printed: MockInstance<typeof console.error>;

beforeEach(() => {
  const print = console.error;
  printed = vi
    .spyOn(console, 'error')
    .mockImplementation((...parts) => (isExpected(parts) ? undefined : print(...parts)));
  // A desk's screen, unless a test says otherwise.
  setWidth(1280);
  // Stripe's loader keeps for all files what it found first.
  installStripe();
});

/**
 * react-admin prints each call that fails: tests look at what the user sees of it, and `consoleApi` prints a call without an
 * answer. Its inputs still pass the props that MUI 9 has replaced.
 */
const isExpected = ([first, prop]: unknown[]) =>
  first instanceof HttpError ||
  (String(first).startsWith('React does not recognize the `%s` prop') &&
    /^input((label)?props|ref)$/i.test(String(prop)));

// jsdom draws nothing, so there is nothing to scroll, and nothing comes into sight.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => Promise.resolve();
Element.prototype.checkVisibility = () => false;
window.IntersectionObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords = () => [];
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
};

afterEach(() => {
  cleanup();
  printed.mockRestore();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  forgetLists();
  expect(
    document.querySelectorAll('style').length,
    'style sheets left behind: draw with the render of tests/support/unstyled.tsx',
  ).toBe(0);
});
