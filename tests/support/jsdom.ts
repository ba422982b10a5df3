import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { setWidth } from './width.ts';

// A machine that is busy with other things takes its time.
configure({ asyncUtilTimeout: 8000 });

// A desk's screen, unless a test says otherwise.
beforeEach(() => setWidth(1280));

// jsdom draws nothing, so there is nothing to scroll.
window.scrollTo = () => undefined;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});
